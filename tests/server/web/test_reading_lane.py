"""Replays are read in turn between addresses: a crowd at one of them keeps nobody else waiting."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support.formats import examples
from support.server.serving import Visitor, free_port, in_this_process
from support.server.teams import uploaded
from tamaya.server.room.game_info import GameSteps
from tamaya.server.web import api_games
from tamaya.server.web.app import create_app

CROWD = 110
LONG = 0.01  # seconds for one replay


def test_a_crowd_at_one_address_does_not_block_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = api_games._encode_steps

    def slowly(found: GameSteps) -> bytes:
        time.sleep(LONG)
        return usual(found)

    monkeypatch.setattr(api_games, "_encode_steps", slowly)
    port = free_port()
    evil = {"X-Forwarded-For": "203.0.113.66"}
    with (
        in_this_process(create_app(tmp_path / "games.sqlite"), port),
        ThreadPoolExecutor(CROWD) as crowd,
    ):
        ada = Visitor(port)
        path = f"/api/games/{uploaded(ada, examples.text(examples.PLAIN))['id']}/steps"
        table = ada.ask("/api/play", {"name": "Ada"})[1]["table"]
        reading = [crowd.submit(Visitor(port).ask, path, None, evil) for _ in range(CROWD)]
        time.sleep(0.2)  # they wait by now
        begin = time.monotonic()
        assert ada.ask(path)[0] == 200
        assert ada.ask(f"/api/tables/{table}/steps")[0] == 200
        waited = time.monotonic() - begin
        statuses = {one.result()[0] for one in reading}
    assert waited < CROWD * LONG / 2, "others' replays came first"
    assert statuses <= {200, 503, 429}
