"""A gateway that answers as a test scripts it, and a submission to send there."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from pasarela_client import fields

CNO: fields.UpdateCnoFields = {
    "regimen": "0111",
    "ccc": "28000000097",
    "nss": "280000000097",
    "dni": "12345678Z",
    "fecha_real": date(2026, 12, 1),
    "cno": "2611",
}

@dataclass
class Seen:
    """A request as the gateway received it."""

    method: str
    path: str
    headers: dict[str, str]
    json: Any


@dataclass
class Reply:
    """The answer to a request; ``cut`` closes the connection without one."""

    status: int = 200
    data: Any = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)
    text: str | None = None
    cut: bool = False


Script = Callable[[Seen], Reply]


@dataclass
class Scripted:
    """The server, its script, and the requests that it received."""

    base_url: str
    seen: list[Seen]
    script: Script


@pytest.fixture
def scripted() -> Iterator[Scripted]:
    gateway = Scripted("", [], lambda _: Reply())

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            is_json = self.headers.get("Content-Type") == "application/json"
            headers = {name.lower(): value for name, value in self.headers.items()}
            seen = Seen(self.command, self.path, headers, json.loads(content) if is_json else None)
            gateway.seen.append(seen)
            reply = gateway.script(seen)
            if reply.cut:
                self.close_connection = True
                return
            is_good = reply.status < 400
            envelope = {"success": is_good, "message": "OK" if is_good else "No.", "status": reply.status}
            text = json.dumps({**envelope, "data": reply.data, **reply.body}) if reply.text is None else reply.text
            self.send_response(reply.status)
            # An answer from a proxy in front of the gateway has no request id.
            if reply.text is None:
                self.send_header("X-Request-Id", "request")
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_one

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    gateway.base_url = f"http://127.0.0.1:{server.server_port}/api/v4"
    yield gateway
    server.shutdown()
    thread.join()
    server.server_close()


def submissions(scripted: Scripted) -> list[Seen]:
    """The requests that updated a CNO."""
    return [seen for seen in scripted.seen if seen.path.startswith("/api/v4/seg-social/cno")]
