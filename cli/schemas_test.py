#!/usr/bin/python3
"""schemas_test.py MOOT: what every verb prints with --json is as docs/schemas says. Run in the project's folder."""
import json
import subprocess
import sys
import tempfile

import jsonschema

CASE = "spec/litmus/ticket304/other-key-in-free.litmus"
SURVEY = "survey -s attribute-cache --keys 2 --handles 2"
CYCLE = "distinguish ticket304-strict ticket304-strict:key-cycle=erroneous"

moot = sys.argv[1]
trace = tempfile.NamedTemporaryFile(suffix=".trace")
subprocess.run([moot, "run", "--on", "model", "--seed", "1", "-o", trace.name, CASE], check=True)

COMMANDS = {  # by schema
    "explore": [f"explore {CASE}", f"explore -r ticket304-strict {CASE}"],
    "compare": ["compare spec/litmus/ticket304/key-cycle-of-two.litmus --against ticket304-strict --answer key-cycle=erroneous",
                f"compare {CASE} --against ticket304-strict --answer other-key-in-free=present"],
    "check": [f"check {trace.name}", f"check --stats {trace.name}"],
    "settle": [f"settle --seeds 2 {CASE}"],
    "survey": [SURVEY, f"{SURVEY} --no-symmetry --calls-at-most 2"],
    "distinguish": [CYCLE, f"{CYCLE} --calls-at-most 2", f"{CYCLE} --all"],
}

for name, commands in COMMANDS.items():
    with open(f"docs/schemas/{name}.json", encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    for command in commands:
        run = subprocess.run([moot, *command.split(), "--json"], stdout=subprocess.PIPE, check=False)
        try:
            jsonschema.Draft202012Validator(schema).validate(json.loads(run.stdout))
        except (json.JSONDecodeError, jsonschema.ValidationError) as error:
            sys.exit(f"moot {command} --json (exit code {run.returncode}): {error}")
