"""A damaged row over HTTP and the socket: one table cannot be shown, and all others go on."""

import json
import sqlite3
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from cli.running import PATIENCE
from server.serving import Server, Visitor, free_port, heard, say, shown

DAMAGE = "UPDATE log SET body = 'nonsense' WHERE table_id = ? AND seq = 1"


def closed(socket: ClientConnection) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as end:
        socket.recv(timeout=PATIENCE)
    assert end.value.rcvd is not None
    return end.value.rcvd.code, end.value.rcvd.reason


def test_a_damaged_table_says_so_and_the_others_go_on(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    server, wanted = Server(database, free_port()), {"name": "Ada", "bot": "cautious"}
    ada = Visitor(server.port)
    damaged, fine = (ada.ask("/api/play", wanted)[1]["table"] for _ in range(2))
    server.stop()
    with closing(sqlite3.connect(database)) as file, file:
        file.execute(DAMAGE, (damaged,))
    server = Server(database, free_port(), "--log", "json")
    ada.port = server.port
    for _ in range(2):
        status, answer = ada.ask(f"/api/tables/{damaged}/steps")
        assert (status, answer["reason"]) == (500, "damaged")
        assert "record is damaged" in answer["words"]
        with ada.join(damaged) as socket:
            assert closed(socket) == (4500, answer["words"])
    assert [one["table"] for one in ada.ask("/api/me")[1]["tables"]] == [fine]
    with ada.join(fine) as hers:
        now = shown(hers)
        say(hers, "act", version=now["version"], action=now["play"]["legal"][-1])
        assert heard(hers)["version"] > now["version"]
    address = f"http://127.0.0.1:{server.port}/metrics"
    with urllib.request.urlopen(address, timeout=PATIENCE) as numbers:
        assert "tamaya_damaged_tables_total 1.0" in numbers.read().decode()
    server.process.terminate()
    (line,) = server.process.communicate(timeout=PATIENCE)[1].decode().splitlines()
    told = json.loads(line)
    assert told["words"] == (
        "a table cannot be read (row 1: DecodeError); `tamaya admin check` says which"
    )
    assert damaged not in line
    assert "error" not in told
