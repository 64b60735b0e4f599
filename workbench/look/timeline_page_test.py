#!/usr/bin/python3
"""timeline_page_test.py MOOT: the page of `moot show --html`, in a headless Chromium. Run in the project's folder."""
import html
import json
import re
import shutil
import subprocess
import sys
import tempfile

BROWSERS = ["chromium", "chromium-browser", "google-chrome"]
SKIPPED = 77

moot = sys.argv[1]
browser = next((found for found in map(shutil.which, BROWSERS) if found), None)
if browser is None:
    print("timeline_page_test.py: Skipped\nno browser is in PATH: " + ", ".join(BROWSERS))
    sys.exit(SKIPPED)


class Trace:
    """A trace that is written event by event."""

    def __init__(self, **header):
        self.lines = [{"moot_trace": 1, **header}]
        self.open = {}

    def event(self, event, thread, **members):
        stack = self.open.setdefault(thread, [])
        if event in ("return", "end"):
            members = {**stack.pop(), **members}
        self.lines.append({"n": len(self.lines), "event": event, "thread": thread, "depth": len(stack), **members,
                           "time_ns": len(self.lines) * 1500})
        if event in ("call", "callback"):
            stack.append({name: members[name] for name in ("by", "procedure", "callback", "other") if name in members})

    def call(self, procedure, thread=0, by="program", **arguments):
        self.event("call", thread, by=by, procedure=procedure, arguments=arguments)

    def done(self, thread=0, error="MPI_SUCCESS", **results):
        self.event("return", thread, results=results, error=error)

    def at_once(self, procedure, results=None, thread=0, by="program", **arguments):
        self.call(procedure, thread, by, **arguments)
        self.done(thread, **(results or {}))

    def callback(self, callback, results=None, thread=0, inside=(), **arguments):
        self.event("callback", thread, by="library", callback=callback, arguments=arguments)
        for step in inside:
            step()
        self.event("end", thread, results=results or {}, error="MPI_SUCCESS")

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in self.lines)


def attributes():
    """Callbacks in calls, a call in a callback, an error, a call by the library, and a name that could end a script."""
    trace = Trace(library="MPICH </script>", version="4.0.2", through="recorded", rank=0, size=2)
    trace.at_once("MPI_Comm_create_keyval", {"keyval": "v1"}, copy="function1", delete="</script><b>", extra_state=0)
    trace.at_once("MPI_Comm_set_attr", comm="MPI_COMM_WORLD", keyval="v1", attribute_val=7)
    trace.call("MPI_Comm_dup", comm="MPI_COMM_WORLD")
    trace.callback("copy_attr", {"attribute_val_out": 8}, handle="MPI_COMM_WORLD", keyval="v1", attribute_val=7, extra_state=0, inside=[
        lambda: trace.at_once("MPI_Comm_get_attr", {"attribute_val": 7}, by="callback", comm="MPI_COMM_WORLD", keyval="v1")])
    trace.at_once("MPI_Group_free", by="library", group="g1")
    trace.done(newcomm="c1")
    trace.at_once("MPI_Comm_free_keyval", keyval="v1")
    trace.at_once("MPI_Comm_dup", {"newcomm": "c11"}, thread=3, comm="c1")
    trace.call("MPI_Comm_free", comm="c1")
    trace.callback("delete_attr", handle="c1", keyval="v1", attribute_val=8, extra_state=0)
    trace.done()
    trace.call("MPI_Type_free", datatype="MPI_INT")
    trace.done(error="MPI_ERR_TYPE")
    trace.call("MPI_Finalize")
    return trace


FIRST = {
    "title": "MPICH </script>", "events": 23, "spans": 12,
    "clicks": [
        {"number": 5, "what": "MPI_Comm_dup", "says": ["the program", "events5 to 12", "newcommc1", "In it (2)", "copy_attr callback (6)"]},
        {"number": 7, "what": "MPI_Comm_get_attr", "says": ["the program, in copy_attr callback (6)", "attribute_val7"]},
        {"number": 10, "what": "MPI_Group_free", "says": ["the library, in MPI_Comm_dup (5)"]},
        {"number": 15, "what": "MPI_Comm_dup", "says": ["thread3, depth 0", "takes1.500 µs"]},
        {"number": 21, "what": "MPI_Type_free", "says": ["error MPI_ERR_TYPE"]},
        {"number": 1, "what": "MPI_Comm_create_keyval", "says": ["delete</script><b>"]},
        {"number": 23, "what": "MPI_Finalize", "says": ["it never returned"]},
    ],
    "searches": [
        {"text": "comm_dup", "numbers": [5, 15]},
        {"text": "c1", "numbers": [5, 15, 17, 18]},
        {"text": "CALLBACK", "numbers": [6, 18]},
        {"text": "err_type", "numbers": [21]},
        {"text": "no such thing", "numbers": []},
    ],
    "objects": ["v1", "MPI_COMM_WORLD", "g1", "c1", "c11"],
    "foundBars": [["c1", ["c1"]], ["comm_world", ["MPI_COMM_WORLD"]]],
    "afterlife": [["v1", 16, True], ["v1", 20, False], ["c1", 21, False]],
    "lifetimes": [
        {"name": "v1", "made": "MPI_Comm_create_keyval (1)", "freed": "MPI_Comm_free_keyval (13)",
         "marks": ["set: MPI_Comm_set_attr (3) with MPI_COMM_WORLD", "callback: copy_attr callback (6)", "callback: delete_attr callback (18) with c1"]},
        {"name": "c1", "made": "MPI_Comm_dup (5)", "freed": "MPI_Comm_free (17)", "marks": ["callback: delete_attr callback (18) with v1"]},
        {"name": "c11", "made": "MPI_Comm_dup (15)", "freed": "nothing in this trace", "marks": []},
        {"name": "MPI_COMM_WORLD", "made": "it is predefined", "freed": "nothing in this trace", "marks": ["set: MPI_Comm_set_attr (3) with v1"]},
    ],
}


def untimed():
    trace = Trace(library="model", through="model", rank=1, size=2)
    trace.at_once("MPI_Info_create", {"info": "i1"})
    for line in trace.lines:
        line.pop("time_ns", None)
    trace.lines.append({"end": "crashed", "detail": "signal 11 (SIGSEGV)"})
    return trace


SECOND = {
    "title": "crashed: signal 11", "events": 2, "spans": 1, "objects": ["i1"], "foundBars": [], "afterlife": [],
    "clicks": [{"number": 1, "what": "MPI_Info_create", "says": ["infoi1"]}],
    "searches": [{"text": "i1", "numbers": [1]}],
    "lifetimes": [{"name": "i1", "made": "MPI_Info_create (1)", "freed": "nothing in this trace", "marks": []}],
}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def told_by(page, folder, expected):
    """What the checks say in the page; the page itself stays as it was."""
    text = read(page)
    outside = re.search(r"<(link|img|iframe|script)[^>]*\b(src|href)=|@import|url\(|https?://", text)
    if outside:
        sys.exit(f"the page needs something else: {outside.group()}")
    checks = f"const expected = {json.dumps(expected)};\n".replace("<", "\\u003c") + read("workbench/look/page_checks.js")
    catch = """<script>
const errors = [];
addEventListener("error", (event) => {
  errors.push(event.message);
  document.documentElement.dataset.error = event.message;
});
</script>"""
    with open(f"{folder}/checked.html", "w", encoding="utf-8") as file:
        file.write(text.replace("<head>", "<head>" + catch, 1).replace("</body>", f"<script>{checks}</script></body>"))
    dumped = subprocess.run(
        [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900", f"--user-data-dir={folder}/profile",
         "--virtual-time-budget=20000", "--dump-dom", f"file://{folder}/checked.html"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=240, check=False)
    said = re.search('<pre id="told">(.*?)</pre>', dumped.stdout.decode(), re.DOTALL)
    if not said:
        error = re.search('data-error="([^"]*)"', dumped.stdout.decode())
        sys.exit(f"{browser} did not get through the page: {error.group(1) if error else dumped.stderr.decode()[-2000:]}")
    return json.loads(html.unescape(said.group(1)))


def verify(what, trace, expected):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = f"{folder}/page.html"
        subprocess.run([moot, "show", trace, "--html", page], check=True)
        told = told_by(page, folder, expected)
    failed = [each for each in told if not each["holds"]]
    for each in failed[:20]:
        print(f"{what}: not so: {each['what']}: {each['detail']}")
    for each in told:
        if each["what"] == "it is drawn in time":
            print(f"{what}: drawn in {each['detail']} ms")
    print(f"{what}: {len(told) - len(failed)} of {len(told)} checks hold")
    return not failed


def naming(events, name):
    """The calls and callbacks that name an object, or return it."""
    open_ones, found = [], set()
    for each in events:
        begins = each["event"] in ("call", "callback")
        if begins:
            open_ones.append(each["n"])
        if name in each.get("arguments", each.get("results", {})).values():
            found.add(open_ones[-1])
        if not begins:
            open_ones.pop()
    return sorted(found)


def verify_small():
    with tempfile.TemporaryDirectory() as folder:
        attributes().write(f"{folder}/rank-0.trace")
        untimed().write(f"{folder}/rank-1.trace")
        return verify("two traces", folder, [FIRST, SECOND])


def verify_large():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([moot, "random", "--calls", "40000", "--seed", "7", "-o", f"{folder}/long"], stdout=subprocess.DEVNULL, check=True)
        trace = f"{folder}/long.trace"
        events = [line for line in map(json.loads, read(trace).splitlines()) if "event" in line]
        if len(events) < 100_000:
            sys.exit(f"only {len(events)} events")
        calls = [each["n"] for each in events if each.get("procedure") == "MPI_Comm_dup" and each["event"] == "call"]
        name = f"k{max(int(key[1:]) for each in events for key in each.get('results', {}).values() if re.match('k[0-9]', str(key)))}"
        expected = {"isLarge": True, "title": f"{len(events)} events", "searches": [
            {"text": "no such thing", "numbers": []},
            {"text": name, "numbers": naming(events, name)},
            {"text": "mpi_comm_dup", "numbers": calls},
        ]}
        return verify("a long trace", trace, [expected])


sys.exit(0 if all([verify_small(), verify_large()]) else 1)
