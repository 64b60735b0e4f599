#!/usr/bin/python3
"""schemas_test.py MOOT: what every verb prints with --json, and moot settle's report, is as docs/schemas says. Run in the project's
folder."""
import json
import os
import re
import shutil
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
# Another run of the case, and the first as far as it may be cut: they part from it.
other = tempfile.NamedTemporaryFile(suffix=".trace")
subprocess.run([moot, "run", "--on", "model", "--seed", "2", "-o", other.name, CASE], check=True)
shorter = tempfile.NamedTemporaryFile("w", suffix=".trace")
with open(trace.name, encoding="utf-8") as whole:
    shorter.writelines(whole.readlines()[:-2])
shorter.flush()

COMMANDS = {  # by schema
    "explore": [f"explore {CASE}", f"explore --states 3 {CASE}", f"explore -r ticket304-strict {CASE}",
                "explore spec/litmus/ticket304/key-cycle-of-three.litmus"],
    "compare": ["compare spec/litmus/ticket304/key-cycle-of-two.litmus --against ticket304-strict --answer key-cycle=erroneous",
                f"compare --states 3 {CASE} --against ticket304-strict --answer other-key-in-free=present",
                f"compare {CASE} --against ticket304-strict --answer other-key-in-free=present"],
    "check": [f"check {trace.name}", f"check --stats {trace.name}", "check traces/recorded/fortran-old-openmpi.moot.zst",
              "check traces/recorded"],
    "diff": [f"diff {trace.name} {trace.name}", f"diff {trace.name} {other.name}", f"diff {trace.name} {shorter.name}"],
    "settle": [f"settle --seeds 2 {CASE}", f"settle --seeds 2 --states 3 {CASE}"],
    "survey": [SURVEY, f"{SURVEY} --no-symmetry --calls-at-most 2"],
    "explain": ["explain t304.free.get-own", "explain t304.why", "explain mutate-in-free", "explain mpi-3.1", "explain MPI_Comm_dup",
                f"explain {CASE}", "explain free callback"],
    "distinguish": [CYCLE, f"{CYCLE} --calls-at-most 2", f"{CYCLE} --all"],
}


def validate(name, text, what):
    with open(f"docs/schemas/{name}.json", encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    try:
        jsonschema.Draft202012Validator(schema).validate(json.loads(text))
    except (json.JSONDecodeError, jsonschema.ValidationError) as error:
        sys.exit(f"{what}: {error}")


# An executor that gives one answer to every job: a run of the case whose last get invents a value.
EXECUTOR = """#!/bin/sh
echo '{"library":"MPICH","version":"4.0.2"}' >&3
[ "$3" = --version ] && exit
echo >&3
while read -r job; do cat "$0.trace" >&3; echo >&3; done
"""


def place(executor, text):
    with open(executor, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(executor, 0o755)


def validate_report():
    with tempfile.TemporaryDirectory() as folder:
        executor, report = f"{folder}/moot_executor_mpich", f"{folder}/report.json"
        place(executor, EXECUTOR)
        with open(trace.name, encoding="utf-8") as file:
            run = file.read()
        with open(f"{executor}.trace", "w", encoding="utf-8") as file:
            file.write(re.sub('"results":{"value":(null|[0-9]+)}', '"results":{"value":77}', run))
        environment = dict(os.environ, MOOT_EXECUTORS=folder)
        known = ["--expect", f"{folder}/known.toml"]
        for words in ([], [*known, "--renew"], known):
            command = ["settle", CASE, "--seeds", "1", "--report", report, *words]
            subprocess.run([moot, *command], stdout=subprocess.DEVNULL, env=environment, check=False)
            with open(report, encoding="utf-8") as file:
                text = file.read()
            validate("report", text, "moot " + " ".join(command))
            if not json.loads(text)["disagreements"]:
                sys.exit("moot settle --report: no disagreement to validate")


# An executor that refuses every job.
REFUSING = EXECUTOR.replace('cat "$0.trace"', """head -n 1 "$0.trace" >&3
  echo '{"end":"aborted","detail":"the executor cannot run it: the library has no MPIX_Key_create"}'""")


def validate_not_run():
    with tempfile.TemporaryDirectory() as folder:
        executor, report = f"{folder}/moot_executor_mpich", f"{folder}/report.json"
        place(executor, REFUSING)
        shutil.copy(trace.name, f"{executor}.trace")
        command = ["settle", CASE, "--json", "--report", report]
        ran = subprocess.run([moot, *command], stdout=subprocess.PIPE, env=dict(os.environ, MOOT_EXECUTORS=folder), check=True)
        validate("settle", ran.stdout, "moot " + " ".join(command))
        with open(report, encoding="utf-8") as file:
            validate("report", file.read(), "moot " + " ".join(command))
        if "not_run" not in json.loads(ran.stdout)["libraries"]["mpich"]:
            sys.exit("moot settle --json: the refusal is not there")


# An executor that crashes at the first job.
CRASHING = EXECUTOR.replace('while read -r job; do cat "$0.trace" >&3; echo >&3; done', "read -r job; kill -SEGV $$")


def validate_campaign():
    with tempfile.TemporaryDirectory() as folder:
        executor, state = f"{folder}/moot_native_mpich", f"{folder}/state"
        place(executor, CRASHING)
        command = ["campaign", "--on", "mpich", "--programs", "3", "--state", state, "--json"]
        ran = subprocess.run([moot, *command], stdout=subprocess.PIPE, env=dict(os.environ, MOOT_EXECUTORS=folder), check=False)
        validate("campaign", ran.stdout, "moot " + " ".join(command))
        if not json.loads(ran.stdout)["deviations"]:
            sys.exit("moot campaign --json: no deviation to validate")


for schema_name, commands in COMMANDS.items():
    for command_line in commands:
        ran = subprocess.run([moot, *command_line.split(), "--json"], stdout=subprocess.PIPE, check=False)
        validate(schema_name, ran.stdout, f"moot {command_line} --json (exit code {ran.returncode})")
validate_report()
validate_not_run()
validate_campaign()
