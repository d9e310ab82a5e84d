"""What operators see: health, numbers, logs; and none of it tells who plays what."""

import json
import signal
import socket
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from support.cli.running import PATIENCE
from support.server.metrics_page import number, text
from support.server.serving import (
    Server,
    Visitor,
    free_port,
    heard,
    say,
    serving,
    shown,
)
from tamaya.bench.server_process import resource_use

MOVES = 60


def test_health_and_numbers(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        assert text(server.port, "/healthz") == "ok\n"
        assert text(server.port, "/readyz") == "ready\n"
        ada = Visitor(server.port)
        table = ada.ask("/api/play", {"name": "Ada"})[1]["table"]
        with ada.join(table) as hers:
            now = shown(hers)
            say(hers, "act", version=now["version"], action=now["play"]["legal"][-1])
            shown(hers, lambda told: told["version"] > now["version"] and told["play"]["legal"])
            say(hers, "sit", seat=0, name="Ada")
            while heard(hers)["type"] != "refused":
                pass
            found = text(server.port, "/metrics")
    assert number(found, "tamaya_tables") == 1
    assert number(found, "tamaya_connections") == 1
    assert number(found, "tamaya_message_seconds_count") == 1
    assert 'tamaya_message_seconds_count{type="Act"} 1.0' in found
    assert 'tamaya_refused_total{reason="seated-already"} 1.0' in found
    assert number(found, "tamaya_bot_seconds_count") == 2
    assert number(found, "tamaya_commit_seconds_count") > 3
    assert number(found, "tamaya_committed_calls_total") >= number(
        found, "tamaya_commit_seconds_count"
    )


def test_logs_and_numbers_keep_secrets(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.sqlite", free_port(), "--log", "json")
    ada = Visitor(server.port)
    table = ada.ask("/api/play", {"name": "Adelheid"})[1]["table"]
    hidden = "a very private note"
    with ada.join(table) as hers:
        now = shown(hers)
        say(hers, "note", card=now["play"]["hands"][0][0]["id"], text=hidden)
        say(hers, "knock", password=hidden)
        for odd in ("{", '{"type":"fly"}', "x" * 5000):
            hers.send(odd)
        code = ada.ask("/api/me/link", {})[1]["path"].partition("=")[2]
        assert ada.ask("/api/me/claim", {"code": code})[0] == 200
        ada.ask("/api/me/claim", {"code": f"{code}x"})
        ada.ask("/api/tables/nowhere/steps")
    numbers = text(server.port, "/metrics")
    server.process.send_signal(signal.SIGTERM)
    _, said = server.process.communicate(timeout=PATIENCE)
    for line in said.decode().splitlines():
        assert {"at", "level", "from", "words"} <= set(json.loads(line))
    who, device, signature = ada.cookie.partition("=")[2].split(".")
    for secret in (table, who, device, signature, "Adelheid", hidden, code):
        assert secret not in numbers
        assert secret not in said.decode()


def test_a_server_that_is_ended_says_nothing_about_what_it_leaves_behind(tmp_path: Path) -> None:
    """Not of the processes in which bots have thought, either."""
    server = Server(tmp_path / "games.sqlite", free_port())
    ada = Visitor(server.port)
    table = ada.ask("/api/play", {"name": "Ada"})[1]["table"]
    with ada.join(table) as hers:
        now = shown(hers)
        say(hers, "act", version=now["version"], action=now["play"]["legal"][0])
        shown(hers, lambda told: told["version"] > now["version"] and told["play"]["legal"])
    server.process.send_signal(signal.SIGTERM)
    _, said = server.process.communicate(timeout=PATIENCE)
    assert said == b""


@pytest.mark.parametrize(("proxies", "secure"), [("127.0.0.1", True), ("192.0.2.1", False)])
def test_cookies_are_secure_behind_a_proxy_that_is_trusted(
    tmp_path: Path, proxies: str, secure: bool
) -> None:
    with serving(tmp_path / "games.sqlite", None, "--proxies", proxies) as server:
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}/api/bots", headers={"X-Forwarded-Proto": "https"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - ours
            cookie = answer.headers["Set-Cookie"].lower()
    assert ("secure" in cookie) is secure
    assert "httponly" in cookie


def test_variables_stand_for_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAMAYA_PUBLIC_URL", "https://games.example")
    with serving(tmp_path / "games.sqlite") as server:
        assert Visitor(server.port).ask("/api/address")[1] == {"base": "https://games.example/"}


def deaf(port: int, table: str) -> socket.socket:
    """A connection to a table from which nobody ever reads."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", port))
    connection.sendall(
        f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return connection


def played_on(at: ClientConnection, than: dict[str, Any]) -> dict[str, Any]:
    """The table after the next move, or with the next game; lines tell of who watches hands."""

    def place(told: dict[str, Any]) -> tuple[int, int, bool]:
        return told["play"]["game"], told["play"]["turn"], told["play"]["over"] is not None

    return shown(at, lambda told: place(told) != place(than))


def test_slow_readers_hold_nobody_up(tmp_path: Path) -> None:
    """Who does not read misses steps; the table goes on, and nothing piles up."""
    with serving(tmp_path / "games.sqlite") as server:
        ada = Visitor(server.port)
        wanted = {"players": 2, "hot_seat": True, "take_back": True, "watch": "hands"}
        table = ada.ask("/api/tables", {"settings": wanted})[1]["table"]
        with ada.join(table) as hers:
            for seat in (0, 1):
                say(hers, "sit", seat=seat, name=f"Ada {seat}")
            shown(hers, lambda told: None not in told["seats"])
            say(hers, "begin")
            now = shown(hers, lambda told: told["play"])
            sleepers = [deaf(server.port, table) for _ in range(40)]
            time.sleep(0.3)
            before, begin = resource_use(server.process.pid), time.monotonic()
            for move in range(MOVES):
                careful = [a for a in now["play"]["legal"] if a["do"] != "play"]
                say(hers, "act", version=now["version"], action=careful[-1])
                now = played_on(hers, now)
                if now["play"]["over"]:
                    say(hers, "begin")
                    now = played_on(hers, now)
                time.sleep(max(0.0, begin + move * 0.06 - time.monotonic()))
            after = resource_use(server.process.pid)
        for one in sleepers:
            one.close()
    if before is not None and after is not None:
        assert after.memory - before.memory < 10e6
