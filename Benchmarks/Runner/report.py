"""The results as text, as JSON and as a page."""

import json
import shlex
import subprocess

import machine
from cases import GOALS, TITLES

# What JSON knows of.
_JSON_CLIENTS = ["mtls", "c-libcurl", "go", "node", "curl", "httpx"]


def as_json(results):
    rows = [
        {"case": case, "client": client, "cpuMicroseconds": round(sample.cpu_microseconds, 1),
         "perSecond": round(sample.per_second, 2)}
        for case in results.cases
        for client in _JSON_CLIENTS
        if (sample := results.of_case(case, client))
    ]
    return json.dumps({"rows": rows}, separators=(",", ":"))


def as_text(results):
    """Tables in Markdown: each case, then each variant."""
    parts = []
    for case in results.cases:
        rows = [("", "CPU, µs", "to C", "per second")]
        mark = results.of_case(case, "c-libcurl")
        for client in results.clients:
            name = f"**{client}**" if client == "mtls" else client
            rows.append((name, *_figures(results.of_case(case, client), mark)))
        goal = f"The aim: at most {GOALS[case]} times the C program's CPU time."
        parts.append(f"### `{case}`: {TITLES[case]}\n\n{goal}\n\n{_table(rows)}")
    rows = [("CPU, µs (to C)", *results.clients)]
    for variant in results.variants:
        mark = results.medians.get((variant, "c-libcurl"))
        row = [f"{variant.case}, {variant.version}, {variant.concurrency} at a time"]
        for client in results.clients:
            cpu, ratio, _ = _figures(results.medians.get((variant, client)), mark)
            row.append(f"{cpu} ({ratio})")
        rows.append(tuple(row))
    parts.append("### Each by itself\n\n" + _table(rows))
    return "\n\n".join(parts)


def _figures(sample, mark):
    """CPU time, its ratio to the mark's, and the rate."""
    if not sample:
        return "-", "-", "-"
    ratio = f"{sample.cpu_microseconds / mark.cpu_microseconds:.2f}" if mark else "-"
    rate = sample.per_second
    return f"{sample.cpu_microseconds:,.0f}", ratio, f"{rate:,.0f}" if rate >= 10 else f"{rate:.2f}"


def _table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["| " + " | ".join(cell.rjust(width) if i else cell.ljust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))) + " |" for row in rows]
    rule = "|" + "|".join("-" * (width + 1) + (":" if i else "-") for i, width in enumerate(widths)) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


_PAGE = """# Results

CPU time of the client per operation, user and system, is the main figure, and its ratio to that of a C program on libcurl.
What is measured, and how, is in [README.md](README.md). This page is written by a whole run:

```sh
{command}
```

{rounds} rounds of {seconds:g} s for each client and case, on {date}.

{machine}

## Speed

{speed}

## Load

```
{load}
```
"""


def page(results, load, command):
    date = subprocess.run(["date", "-u", "+%Y-%m-%d"], capture_output=True, text=True).stdout.strip()
    return _PAGE.format(command=shlex.join(command), rounds=results.rounds, seconds=results.seconds, date=date,
                        machine=machine.description(), speed=as_text(results), load=load.rstrip())
