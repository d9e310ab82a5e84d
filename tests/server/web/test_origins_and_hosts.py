"""Whose pages may ask, whose name is in links, and who hangs up in the middle of a request."""

import socket
import struct
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from support.cli.running import PATIENCE
from support.server.raw import greeting
from support.server.serving import Server, Visitor, free_port, heard, in_this_process, serving
from tamaya.server.web.app import AppOptions, create_app


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data") / "games.sqlite") as running:
        yield running


# ---- origins


@pytest.mark.parametrize(
    ("origin", "proto", "status"),
    [
        ("http://127.0.0.1:{port}", "http", 200),
        ("http://127.0.0.1:{port}", "https", 403),  # a page without TLS and a server with it
        ("https://127.0.0.1:{port}", "http", 403),
        ("https://127.0.0.1:{port}", "https", 200),
        ("http://127.0.0.1:1", "http", 403),
        ("http://127.0.0.1", "http", 403),
        ("http://evil.example:{port}", "http", 403),
        ("null", "http", 403),
        ("http://[", "http", 403),
        ("http://127.0.0.1:x", "http", 403),
        ("", "http", 403),
    ],
)
def test_the_scheme_of_an_origin_counts(
    server: Server, origin: str, proto: str, status: int
) -> None:
    sent = {"Origin": origin.format(port=server.port), "X-Forwarded-Proto": proto}
    assert Visitor(server.port).ask("/api/qr", {"path": "/"}, sent)[0] == status


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("proto", ["http", "https"])
def test_sockets_go_by_the_scheme_of_the_page(server: Server, scheme: str, proto: str) -> None:
    ada = Visitor(server.port)
    table = ada.ask("/api/tables", {})[1]["table"]
    sent = {"Origin": f"{scheme}://127.0.0.1:{server.port}", "X-Forwarded-Proto": proto}
    if scheme == proto:
        with ada.join(table, headers=sent) as hers:
            assert heard(hers)["type"] == "table"
    else:
        with pytest.raises(InvalidStatus, match="403"):
            ada.join(table, headers=sent)


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://games.example", 200),
        ("https://games.example:443", 200),
        ("http://games.example", 403),
        ("https://games.example:8443", 403),
    ],
)
def test_the_public_address_is_our_own(tmp_path: Path, origin: str, status: int) -> None:
    port = free_port()
    app = create_app(tmp_path / "games.sqlite", AppOptions(base="https://games.example/"))
    with in_this_process(app, port):
        assert Visitor(port).ask("/api/qr", {"path": "/"}, {"Origin": origin})[0] == status


# ---- hosts


def address_for(server: Server, host: str) -> str:
    base: str = Visitor(server.port).ask("/api/address", headers={"Host": host})[1]["base"]
    return base


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1:1", "127.0.0.1.evil.example", "[", ""],
)
def test_a_host_that_was_made_up_is_in_no_link(server: Server, host: str) -> None:
    made_up = host.format(port=server.port)
    here = f"http://127.0.0.1:{server.port}/"
    assert address_for(server, made_up) == here
    status, code = Visitor(server.port).ask("/api/qr", {"path": "/t/x"}, {"Host": made_up})
    assert (status, code["url"]) == (200, f"{here}t/x")


def test_the_names_of_this_machine_are_known(server: Server) -> None:
    for name in ("127.0.0.1", "localhost", socket.gethostname(), f"{socket.gethostname()}.local"):
        base = address_for(server, f"{name}:{server.port}")
        assert base == f"http://{name.lower()}:{server.port}/"


@pytest.mark.parametrize("built", [True, False])
def test_a_host_that_was_made_up_is_in_no_header(tmp_path: Path, built: bool) -> None:
    client, port = tmp_path / "client", free_port()
    client.mkdir()
    (client / "index.html").write_text("page")
    with in_this_process(
        create_app(tmp_path / "g.sqlite", AppOptions(client=client if built else None)), port
    ):
        for path in ("/api/bots/", "/api/bots", "/healthz/", "/x", "/t/x/", "//x/"):
            connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            connection.putrequest("GET", path, skip_host=True)
            connection.putheader("Host", "evil.example")
            connection.endheaders()
            answer = connection.getresponse()
            assert "//" not in answer.headers.get("location", ""), path
            assert "evil" not in str(answer.headers), path
            assert b"evil" not in answer.read(), path
            connection.close()


# ---- hanging up


def test_hanging_up_in_the_middle_of_a_request_leaves_no_traceback(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.sqlite", free_port())
    ada = Visitor(server.port)
    table = ada.ask("/api/tables", {})[1]["table"]
    where = f"Host: 127.0.0.1:{server.port}\r\n"
    for path in ("/api/tables", "/api/play", "/api/games", "/api/qr", "/api/me/claim"):
        head = f"POST {path} HTTP/1.1\r\n{where}Content-Length: 100\r\n\r\n{{".encode()
        _hang_up_after(server.port, head, 0.02)
    for path in ("/", "/metrics", f"/api/tables/{table}/steps"):
        _hang_up_after(server.port, f"GET {path} HTTP/1.1\r\n{where}\r\n".encode(), 0)
    for seconds in (0, 0, 0, 0.001, 0.002, 0.005, 0.01, 0.02):
        _hang_up_after(server.port, greeting(server.port, table), seconds)
        _hang_up_after(server.port, greeting(server.port, "nowhere"), seconds)
    assert ada.ask("/api/me")[0] == 200
    server.process.terminate()
    _, said = server.process.communicate(timeout=PATIENCE)
    assert said == b""


def _hang_up_after(port: int, data: bytes, seconds: float) -> None:
    """Send, and be gone at once: whatever is sent then meets a reset."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(data)
        time.sleep(seconds)
