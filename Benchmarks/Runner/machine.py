"""What the figures were measured on."""

import os
import platform
import re
import subprocess

from clients import HERE

_VERSIONS = [
    ("Swift", ["swift", "--version"], r"Swift version (\S+)"),
    ("libcurl", ["curl", "--version"], r"libcurl/(\S+)"),
    ("OpenSSL", ["curl", "--version"], r"OpenSSL/(\S+)"),
    ("curl", ["curl", "--version"], r"^curl (\S+)"),
    ("nginx", ["nginx", "-v"], r"nginx/(\S+)"),
    ("Go", ["go", "version"], r"go(\d\S+)"),
    ("Node", ["node", "--version"], r"v(\S+)"),
    ("httpx", [f"{HERE}/.build/venv/bin/python", "-c", "import httpx; print(httpx.__version__)"], r"(\S+)"),
    ("httpx of Debian", ["/usr/bin/python3", "-c", "import httpx; print(httpx.__version__)"], r"(\S+)"),
]


def _version(command, pattern):
    environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
    except OSError:
        return None
    found = re.search(pattern, done.stdout + done.stderr) if done.returncode == 0 else None
    return found and found.group(1)


def _first(path, pattern):
    with open(path) as file:
        found = re.search(pattern, file.read())
    return found.group(1) if found else "unknown"


def description():
    """Lines of Markdown."""
    processor = _first("/proc/cpuinfo", r"model name\s*: (.*)")
    memory = int(_first("/proc/meminfo", r"MemTotal:\s*(\d+)")) >> 20
    system = _first("/etc/os-release", r'PRETTY_NAME="(.*)"')
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    versions = ", ".join(f"{name} {version}" for name, command, pattern in _VERSIONS
                         if (version := _version(command, pattern)))
    return (f"- Machine: {processor}, {os.cpu_count()} processors, {memory} GiB; {system}, Linux {platform.release()}; "
            f"load average at the end {load}\n- Versions: {versions}")
