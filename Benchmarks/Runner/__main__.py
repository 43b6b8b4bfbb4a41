"""Runs this library's session beside other clients of mutual TLS against a local nginx, and shows what an operation costs
each of them: CPU time of the client, user and system, and its ratio to that of a C program on libcurl."""

import argparse
import os
import resource
import signal
import sys

import report
import speed
from cases import EXTRA, GOALS
from clients import HERE, NAMES, available
from loads import CHECKS
from server import Server


def options():
    parser = argparse.ArgumentParser(prog="Benchmarks/run", description=__doc__)
    parser.add_argument(
        "what", nargs="*", metavar="speed|memory|concurrent",
        help="speed: the clients side by side. memory: 100,000 requests and 5,000 handshakes, while memory stays flat. "
        "concurrent: 1,000 transfers at once on one session. All, unless named; with --quick or --json speed alone.")
    parser.add_argument("--quick", action="store_true", help="ends within two minutes, once all is built")
    parser.add_argument("--json", action="store_true", help="the speed as JSON")
    parser.add_argument("--case", action="append", choices=list(GOALS), help="this case alone; may be repeated")
    parser.add_argument("--client", action="append", choices=NAMES, help="this client alone; may be repeated")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured; the median counts")
    chosen = parser.parse_args()
    everything = ["speed", *CHECKS]
    if unknown := set(chosen.what) - set(everything):
        parser.error(f"no such check: {', '.join(unknown)}")
    chosen.what = chosen.what or (["speed"] if chosen.quick or chosen.json else everything)
    # A whole run is what the page is written by.
    chosen.is_whole = chosen.what == everything and not (chosen.quick or chosen.case or chosen.client)
    return chosen


def main():
    chosen = options()
    names = chosen.client or [name for name in NAMES if not (chosen.quick and name == "httpx-debian")]
    clients, missing = available(names)
    for name in missing:
        print(f"skipped: {name}, which is not installed", file=sys.stderr)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    # So that the server ends with us.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))

    results, load, passed = None, "", True
    with Server() as server:
        if "speed" in chosen.what:
            cases = chosen.case or [case for case in GOALS if case not in EXTRA or chosen.is_whole]
            results = speed.measure(server, clients, cases, chosen.rounds,
                                    seconds=0.3 if chosen.quick else 1.5, is_quick=chosen.quick)
            print(report.as_json(results) if chosen.json else report.as_text(results), flush=True)
        for check in (name for name in CHECKS if name in chosen.what):
            text, good = CHECKS[check](server)
            load += text
            passed = passed and good
    if chosen.is_whole and not missing and passed:
        with open(os.path.join(HERE, "RESULTS.md"), "w") as file:
            file.write(report.page(results, load, ["Benchmarks/run", *sys.argv[1:]]))
    sys.exit(0 if passed else 1)


main()
