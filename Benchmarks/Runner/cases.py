"""What is measured."""

from dataclasses import dataclass

from server import DOWNLOAD_SIZE

# How much CPU time of the C program's a case may take, by this project's aims.
GOALS = {"handshake": 1.0, "get": 1.3, "download": 1.1, "save": 1.1}

# What a quick run, and the JSON, leave out unless it is named.
EXTRA = ["save"]

TITLES = {
    "handshake": "a mutual handshake and a small GET, a new connection each",
    "get": "a small GET on a kept connection",
    "download": f"a download of {DOWNLOAD_SIZE >> 20} MiB, read as it comes",
    "save": f"a download of {DOWNLOAD_SIZE >> 20} MiB into a file",
}

_EXPECTED = {"handshake": "SUCCESS CN=alice . 1", "get": "SUCCESS CN=alice", "download": str(DOWNLOAD_SIZE), "save": str(DOWNLOAD_SIZE)}


@dataclass(frozen=True)
class Variant:
    """A case as it is run: over one version of HTTP, so many requests at a time."""

    case: str
    server: str
    concurrency: int

    @property
    def version(self):
        return "HTTP/2" if self.server == "h2" else "HTTP/1.1"

    @property
    def path(self):
        return "download" if self.case in ("download", "save") else ""

    @property
    def expected(self):
        """What each answer must be: the body, or the length of a download."""
        return _EXPECTED[self.case]


VARIANTS = [
    *(Variant("handshake", "closing", concurrency) for concurrency in (1, 8)),
    *(Variant("get", server, concurrency) for server in ("h1", "h2") for concurrency in (1, 8, 64)),
    *(Variant(case, server, 1) for case in ("download", "save") for server in ("h1", "h2")),
]
