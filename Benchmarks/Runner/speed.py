"""Measures the clients side by side, in interleaved rounds."""

import sys
import time
from dataclasses import dataclass
from statistics import mean, median

from cases import VARIANTS
from clients import Failure, Sample

# When a quick run begins nothing further, in seconds: what is under way may take a quarter of a minute.
QUICK_END = 90


# What a round begins with.
FIRST = ["mtls", "c-libcurl", "go"]


@dataclass
class Results:
    clients: list
    variants: list
    rounds: int
    seconds: float
    # By variant and client: the medians of the rounds.
    medians: dict

    def of_case(self, case, client):
        """The mean over the case's variants; None where one was not measured."""
        samples = [self.medians.get((variant, client)) for variant in self.variants if variant.case == case]
        if None in samples:
            return None
        return Sample(mean(s.cpu_microseconds for s in samples), mean(s.per_second for s in samples))

    @property
    def cases(self):
        return list(dict.fromkeys(variant.case for variant in self.variants))


def measure(server, clients, cases, rounds, seconds, is_quick):
    variants = [variant for variant in VARIANTS if variant.case in cases]
    # So that a quick run on a busy machine lacks only what matters least, and what takes longest.
    order = sorted(((variant, name) for variant in variants for name in clients),
                   key=lambda pair: (pair[0].path == "download" and pair[1].startswith("httpx"), pair[1] not in FIRST))
    samples = {}
    start = time.monotonic()
    for number in range(1, rounds + 1):
        before = time.monotonic()
        for variant, name in order:
            what = f"{name}, {variant.case} over {variant.version}, {variant.concurrency} at a time"
            if is_quick and time.monotonic() - start > QUICK_END:
                print(f"left out for want of time: {what}", file=sys.stderr)
                continue
            try:
                samples.setdefault((variant, name), []).append(clients[name].measure(variant, server, seconds))
            except Failure as failure:
                sys.exit(f"{what}: {failure}")
        now = time.monotonic()
        print(f"round {number}: {now - before:.0f} s", file=sys.stderr)
        if is_quick and now - start + (now - before) > QUICK_END:
            break
    medians = {
        key: Sample(median(s.cpu_microseconds for s in of), median(s.per_second for s in of))
        for key, of in samples.items()
    }
    return Results(list(clients), variants, number, seconds, medians)
