"""The clients: programs that are told

    CASE URL CONCURRENCY SECONDS FOLDER EXPECTED

(the folder has the certificates) and print, as JSON, how many requests were answered as expected within the time, and
what CPU time (user and system) and time of day that took. A quarter of a second before that is not counted, but for
downloads, which have none. An answer that is not as expected ends the program with an error: a failure is never counted
as an operation.
"""

import json
import os
import shutil
import subprocess
import time
from dataclasses import dataclass

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@dataclass(frozen=True)
class Sample:
    cpu_microseconds: float
    per_second: float


class Failure(Exception):
    """A client that did not do what it was told."""


class Program:
    """A client that keeps time by itself."""

    def __init__(self, *command):
        self.command = command

    def measure(self, variant, server, seconds):
        arguments = [variant.case, server.urls[variant.server] + variant.path, str(variant.concurrency), str(seconds),
                     server.folder, variant.expected]
        done = subprocess.run([*self.command, *arguments], capture_output=True, text=True, timeout=seconds * 2 + 120)
        if done.returncode:
            raise Failure(f"exit status {done.returncode}: {done.stderr.strip()}")
        result = json.loads(done.stdout)
        count = result["operations"]
        return Sample(result["cpuMicroseconds"] / count, count / result["seconds"])


class CurlCommand:
    """The curl command, which counts requests rather than time: what a process costs by itself is taken off by running
    few and many. In parallel it opens connections as it likes, up to the number that is asked for."""

    command = ["curl", "-q", "--no-progress-meter", "--cacert", "ca.pem", "--cert", "client.pem", "--key", "client.key",
               "--no-sessionid"]

    def measure(self, variant, server, seconds):
        few, many = {"handshake": (20, 120), "get": (400, 4400), "download": (1, 2), "save": (1, 2)}[variant.case]
        (cpu, wall), (more_cpu, more_wall) = [self._run(variant, server, count) for count in (few, many)]
        count = many - few
        return Sample((more_cpu - cpu) * 1e6 / count, count / max(more_wall - wall, 1e-6))

    def _run(self, variant, server, count):
        """CPU time and time of day of so many requests, in seconds."""
        command = list(self.command)
        if variant.concurrency > 1:
            command += ["--parallel", "--parallel-max", str(variant.concurrency)]
        if variant.path == "download":
            place = "/dev/null" if variant.case == "download" else f"saved-{os.getpid()}"
            command += ["-o", place, "-w", "%header{x-client}\\n%{size_download} %{http_code}\\n"]
            marks = ["SUCCESS CN=alice\n", f"{variant.expected} 200\n"]
        else:
            # In parallel the bodies of several may come before their status codes.
            command += ["-w", " %{http_code}\\n"]
            marks = [variant.expected, " 200\n"]
        command.append(f"{server.urls[variant.server]}{variant.path}?[1-{count}]")
        start = time.monotonic()
        with subprocess.Popen(command, cwd=server.folder, text=True, stdout=subprocess.PIPE) as process:
            output = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        if process.returncode or any(output.count(mark) != count for mark in marks):
            raise Failure(f"exit status {process.returncode}: {output[:200]}")
        return usage.ru_utime + usage.ru_stime, wall


def _built(name):
    return os.path.join(HERE, ".build", name)


def _peer(name):
    return os.path.join(HERE, "Peers", name)


SESSION_CLIENT = _built("release/SessionClient")

_ALL = {
    "mtls": Program(SESSION_CLIENT),
    "c-libcurl": Program(_built("release/LibcurlClient")),
    "curl": CurlCommand(),
    "go": Program(_built("GoClient")),
    "node": Program("node", _peer("client.mjs")),
    "httpx": Program(_built("venv/bin/python"), _peer("client.py")),
    # Debian's version, which is older.
    "httpx-debian": Program("/usr/bin/python3", _peer("client.py")),
}

NAMES = list(_ALL)


def available(names):
    """The clients of these names that are installed, and those that are not."""
    have = {}
    missing = []
    for name in names:
        if _is_there(name):
            have[name] = _ALL[name]
        else:
            missing.append(name)
    return have, missing


def _is_there(name):
    if not shutil.which(_ALL[name].command[0]):
        return False
    if not name.startswith("httpx"):
        return True
    return subprocess.run([_ALL[name].command[0], "-c", "import httpx, h2"], capture_output=True).returncode == 0
