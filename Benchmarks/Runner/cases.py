"""What is measured."""

from dataclasses import dataclass

from server import DOWNLOAD_SIZE


@dataclass(frozen=True)
class Variant:
    """A case as it is run: over one version of HTTP, so many requests at a time."""

    case: str
    server: str
    concurrency: int

    @property
    def name(self):
        version = "h2" if self.server == "h2" else "h1"
        return f"{self.case} {version} c{self.concurrency}"

    @property
    def path(self):
        return "download" if self.case == "download" else ""

    @property
    def expected(self):
        """What each answer must be: the body, or the length of a download."""
        return {"handshake": "SUCCESS CN=alice . 1", "get": "SUCCESS CN=alice", "download": str(DOWNLOAD_SIZE)}[self.case]


VARIANTS = [
    *(Variant("handshake", "closing", concurrency) for concurrency in (1, 8)),
    *(Variant("get", server, concurrency) for server in ("h1", "h2") for concurrency in (1, 8, 64)),
    *(Variant("download", server, 1) for server in ("h1", "h2")),
]
