"""The clients: programs that are told

    CASE URL CONCURRENCY SECONDS FOLDER EXPECTED

(the folder has the certificates) and print, as JSON, how many requests were answered as expected within the time, and
what CPU time (user and system) and time of day that took. A first fifth of the time, before that, is not counted. An
answer that is not as expected ends the program with an error: a failure is never counted as an operation.
"""

import json
import os
import subprocess
import time
from dataclasses import dataclass

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@dataclass(frozen=True)
class Sample:
    cpu_microseconds: float
    per_second: float


class Failure(Exception):
    pass


class Program:
    """A client that keeps time by itself."""

    def __init__(self, *command):
        self.command = command

    def measure(self, variant, server, seconds):
        arguments = [variant.case, server.urls[variant.server] + variant.path, str(variant.concurrency), str(seconds),
                     server.folder, variant.expected]
        done = subprocess.run([*self.command, *arguments], capture_output=True, text=True, timeout=seconds * 2 + 60)
        if done.returncode:
            raise Failure(f"{self.command[-1]} {' '.join(arguments)}: {done.stderr}")
        result = json.loads(done.stdout)
        count = result["operations"]
        return Sample(result["cpuMicroseconds"] / count, count / result["seconds"])


class CurlCommand:
    """The curl command, which counts requests rather than time: what a process costs by itself is taken off by running a
    few and many. In parallel it opens connections as it likes, up to the number that is asked for."""

    def measure(self, variant, server, seconds):
        few, many = {"handshake": (20, 120), "get": (200, 2200), "download": (1, 2)}[variant.case]
        (cpu, wall), (more_cpu, more_wall) = [self._run(variant, server, count) for count in (few, many)]
        count = many - few
        return Sample((more_cpu - cpu) * 1e6 / count, count / max(more_wall - wall, 1e-6))

    @staticmethod
    def _run(variant, server, count):
        """CPU time and time of day of so many requests, in seconds."""
        url = f"{server.urls[variant.server]}{variant.path}?[1-{count}]"
        command = ["curl", "-q", "--no-progress-meter", "--cacert", "ca.pem", "--cert", "client.pem", "--key", "client.key", "--no-sessionid"]
        if variant.concurrency > 1:
            command += ["--parallel", "--parallel-max", str(variant.concurrency)]
        if variant.case == "download":
            command += ["-o", "/dev/null", "-w", "%header{x-client}\\n%{size_download}\\n"]
            marks = ["SUCCESS CN=alice", variant.expected]
        else:
            command += ["-w", " %{http_code}\\n"]
            marks = [variant.expected, " 200\n"]
        start = time.monotonic()
        with subprocess.Popen([*command, url], cwd=server.folder, text=True, stdout=subprocess.PIPE) as process:
            output = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        if process.returncode or any(output.count(mark) != count for mark in marks):
            raise Failure(f"curl {variant.name}: exit status {process.returncode}, {output[:200]}")
        return usage.ru_utime + usage.ru_stime, wall


def _built(name):
    return os.path.join(HERE, ".build", "release", name)


CLIENTS = {
    "mtls": Program(_built("SessionClient")),
    "c-libcurl": Program(_built("LibcurlClient")),
    "curl": CurlCommand(),
    "go": Program(os.path.join(HERE, ".build", "GoClient")),
    "node": Program("node", os.path.join(HERE, "Peers", "client.mjs")),
    "httpx": Program(os.path.join(HERE, ".build", "venv", "bin", "python"), os.path.join(HERE, "Peers", "client.py")),
}
