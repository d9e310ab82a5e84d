"""A damaged row over HTTP and the socket: one table or game cannot be shown, all others can."""

import json
import sqlite3
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from support.cli.running import PATIENCE
from support.server.serving import Server, Visitor, free_port, heard, say, shown
from support.server.teams import Team
from tamaya.server.admin.maintenance import check

DAMAGE = "UPDATE log SET body = 'nonsense' WHERE table_id = ? AND seq = 1"


def closed(socket: ClientConnection) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as end:
        socket.recv(timeout=PATIENCE)
    assert end.value.rcvd is not None
    return end.value.rcvd.code, end.value.rcvd.reason


def numbers(server: Server) -> str:
    address = f"http://127.0.0.1:{server.port}/metrics"
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        told: bytes = answer.read()
        return told.decode()


def logged(server: Server) -> list[str]:
    """End a server: what it has logged, without what Python says of processes ended too soon."""
    server.process.terminate()
    told = server.process.communicate(timeout=PATIENCE)[1].decode()
    assert "Traceback" not in told
    return [line for line in told.splitlines() if line.startswith("{")]


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
    assert "tamaya_damaged_tables_total 1.0" in numbers(server)
    (line,) = logged(server)
    told = json.loads(line)
    assert told["words"] == (
        "a table cannot be read (row 1: DecodeError); `tamaya admin check` says which"
    )
    assert damaged not in line
    assert "error" not in told


def sabotage(record: bytes, kind: str) -> bytes:
    """A record of a game that is no JSON, or whose game cannot be replayed."""
    if kind == "nonsense":
        return b"nonsense"
    document = json.loads(record)
    document["replay"]["actions"] = "p9 " * 3
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("kind", "error"), [("nonsense", "DecodeError"), ("impossible", "FormatError")]
)
def test_a_damaged_game_says_so_and_the_others_are_shown(
    tmp_path: Path, kind: str, error: str
) -> None:
    database = tmp_path / "games.sqlite"
    server = Server(database, free_port(), "--log", "json")
    with Team(server.port, variant="base") as team:
        team.begin().move().end()
        team.begin().move().end()
        ada, (fine, damaged) = team.people[0], team.games
    with closing(sqlite3.connect(database)) as file, file:
        (body,) = file.execute("SELECT body FROM games WHERE id = ?", (damaged,)).fetchone()
        new = sabotage(body, kind)
        file.execute("UPDATE games SET body = ? WHERE id = ?", (new, damaged))
    asked = [ada.ask(f"/api/games/{damaged}/{what}") for what in ("steps", "file") * 2]
    asked.append(ada.ask("/api/tables", {"deal": damaged}))
    if kind == "nonsense":
        asked.append(ada.ask(f"/api/games/{damaged}"))
        assert [game["id"] for game in ada.ask("/api/me/games")[1]] == [fine]
    for status, answer in asked:
        assert (status, answer["reason"]) == (500, "damaged")
        assert answer["words"] == "this game cannot be shown: its record is damaged"
    assert ada.ask(f"/api/games/{fine}/steps")[0] == 200
    assert "tamaya_damaged_games_total 1.0" in numbers(server)
    (line,) = logged(server)
    words = f"a game cannot be read ({error}); `tamaya admin check` says which"
    assert json.loads(line)["words"] == words
    assert "error" not in json.loads(line)
    (fault,) = check(str(database), lambda _: None)
    assert fault == f"game {damaged}: it cannot be read: {error}"
