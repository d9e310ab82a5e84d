"""Programs that think long answer no pings meanwhile; pages that answer none are gone."""

import socket
import sys
import time
from pathlib import Path
from typing import Self

import pytest
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from support.cli.running import PATIENCE
from support.hanablive.bot_program import cookie_of
from support.hanablive.mixed_table import Host
from support.server import serving

# tamaya serve, whose port has no patience at all
IMPATIENT = """
import uvicorn
run = uvicorn.run
quick = {"ws_ping_interval": 0.1, "ws_ping_timeout": 0.2}
uvicorn.run = lambda *app, **how: run(*app, **how, **quick)
from tamaya.cli.main import main
main()
"""


class Silent:
    """A connection whose other end hears all and answers nothing, not even pings."""

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self.protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}{path}"))
        request = self.protocol.connect()
        request.headers["Cookie"] = cookie
        self.protocol.send_request(request)
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.sendall(b"".join(self.protocol.data_to_send()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def is_cut(self, within: float) -> bool:
        """Whether the server hangs up."""
        until = time.monotonic() + within
        while (left := until - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(1 << 16)
            except TimeoutError:
                break
            except ConnectionError:
                return True
            self.protocol.receive_data(data)
            if not data or self.protocol.close_rcvd is not None:
                return True
        assert self.protocol.handshake_exc is None
        return False


def test_who_thinks_long_is_not_cut_on_the_main_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "TAMAYA", [sys.executable, "-c", IMPATIENT])
    port = serving.free_port()
    option = "--hanablive-port", str(port)
    with serving.serving(tmp_path / "games.sqlite", port, *option):
        host = Host(port)
        with (
            Silent(port, f"/api/tables/{host.table}/ws", host.visitor.cookie) as page,
            Silent(port, "/ws", cookie_of(port, "thinker")) as program,
        ):
            assert page.is_cut(within=PATIENCE)
            assert not program.is_cut(within=1)
