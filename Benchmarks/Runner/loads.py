"""What a session must stand: many requests without growing, many transfers at once without losing one."""

import subprocess
import sys

from clients import SESSION_CLIENT

# How many transfers at once, over what, and how many connections the session may open.
_CONCURRENT = [("h1", 1_000), ("h1", 6), ("h2", 6)]
_TRANSFERS = 1_000


def memory(server):
    """The check's report, and whether it is passed."""
    urls = server.urls
    return _run(["memory", urls["h1"], urls["h2"], urls["closing"], server.folder])


def concurrent(server):
    report, passed = "", True
    for kind, connections in _CONCURRENT:
        version = "HTTP/2" if kind == "h2" else "HTTP/1.1"
        title = f"{_TRANSFERS} transfers at once over {version}, at most {connections} connections\n"
        print(title, end="", file=sys.stderr)
        text, good = _run(["concurrent", str(_TRANSFERS), str(connections), server.urls[kind], server.folder])
        report += title + text
        passed = passed and good
    return report, passed


CHECKS = {"memory": memory, "concurrent": concurrent}


def _run(arguments):
    report = ""
    with subprocess.Popen([SESSION_CLIENT, *arguments], text=True, stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            print(line, end="", file=sys.stderr, flush=True)
            report += line
    return report, process.returncode == 0
