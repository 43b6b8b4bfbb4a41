"""Runs clients of mutual TLS side by side against a local nginx."""

import argparse
import statistics
import sys

from cases import VARIANTS
from clients import CLIENTS
from server import Server


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/run", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--case", action="append")
    parser.add_argument("--client", action="append")
    options = parser.parse_args()
    variants = [v for v in VARIANTS if not options.case or v.case in options.case]
    clients = {name: CLIENTS[name] for name in CLIENTS if not options.client or name in options.client}
    samples = {}
    with Server() as server:
        for round in range(options.rounds):
            for variant in variants:
                for name, client in clients.items():
                    samples.setdefault((variant, name), []).append(client.measure(variant, server, options.seconds))
            print(f"round {round + 1} of {options.rounds}", file=sys.stderr)
    for variant in variants:
        base = statistics.median(s.cpu_microseconds for s in samples[variant, "c-libcurl"])
        for name in clients:
            cpu = statistics.median(s.cpu_microseconds for s in samples[variant, name])
            rate = statistics.median(s.per_second for s in samples[variant, name])
            print(f"{variant.name:18} {name:10} {cpu:10.1f} us  {cpu / base:5.2f}  {rate:8.1f}/s")


main()
