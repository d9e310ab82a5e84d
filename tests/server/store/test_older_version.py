"""A database and files that version 0.1 wrote: everybody sees what they saw, and the games go on.

`tests/golden/version_0_1/` was written by that version: seven tables, and what it sent to each of
four visitors; the files of the finished games.
"""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tamaya.formats.files import read_games
from tamaya.rules import legal_actions, view
from tamaya.server.admin import maintenance
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.hub.tables import Pace, Tables
from tamaya.server.room import messages, wire
from tamaya.server.room.projection import project
from tamaya.server.store.store import Store

GOLDEN = Path(__file__).parents[2] / "golden/version_0_1"
EXPECTED: dict[str, Any] = json.loads((GOLDEN / "expected.json").read_text(encoding="utf-8"))
QUICK = Pace(bots=0, away=1000, again=0.1, onlookers=1000)
MOST_MOVES = 300


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return Path(shutil.copy(GOLDEN / "games.sqlite", tmp_path))


def holds(new: Any, old: Any) -> bool:
    """Whether all that was sent then is sent now; fields may have been added."""
    if isinstance(old, dict):
        return isinstance(new, dict) and all(holds(new.get(key), old[key]) for key in old)
    if isinstance(old, list):
        return isinstance(new, list) and len(new) == len(old) and all(map(holds, new, old))
    return bool(new == old)


def test_a_difference_would_be_noticed() -> None:
    old = {"cards": [1, {"suit": None}]}
    assert holds({"cards": [1, {"suit": None}], "new": 2}, old)
    assert not holds({"cards": [1, {"suit": 3}]}, old)
    assert not holds({"cards": [1]}, old)


@pytest.mark.parametrize("name", EXPECTED)
def test_everybody_sees_what_they_saw(name: str, database: Path) -> None:
    async def sent() -> dict[str, Any]:
        store = Store(database)
        tables = Tables(store, pace=QUICK)
        try:
            now = (await tables.find(EXPECTED[name]["table"])).room
            assert now.version >= EXPECTED[name]["version"]
            whos = EXPECTED[name]["sent"]
            return {who: json.loads(messages.encode(project(now, who))) for who in whos}
        finally:
            tables.close()
            store.close()

    new = asyncio.run(sent())
    for who, old in EXPECTED[name]["sent"].items():
        assert holds(new[who], old), (name, who)


@pytest.mark.parametrize("name", ["running", "tiles", "bots"])
def test_a_game_goes_on_to_its_end(name: str, database: Path) -> None:
    async def played() -> None:
        store = Store(database)
        tables = Tables(store, pace=QUICK)
        try:
            live = await tables.find(EXPECTED[name]["table"])
            for _ in range(MOST_MOVES):
                if not live.room.playing:
                    return
                await moved(tables, live)
            raise AssertionError("the game does not end")
        finally:
            tables.close()
            store.close()

    asyncio.run(played())
    assert list(maintenance.check(str(database), lambda _: None)) == []


async def moved(tables: Tables, live: LiveTable) -> None:
    """The player to move does the first thing that is legal; a bot moves by itself."""
    now = live.room
    assert now.game is not None
    sitter = now.seats[now.game.table.to_move]
    assert sitter is not None
    if sitter.visitor_id is None:
        for _ in range(500):
            if live.room.version > now.version:
                return
            await asyncio.sleep(0.02)
        raise AssertionError("a bot does not move")
    action = legal_actions(view(now.game, now.game.table.to_move))[0]
    await tables.handle(live, sitter.visitor_id, messages.Act(now.version, wire.from_rules(action)))


FILES = sorted(file.name for file in GOLDEN.glob("????.*json"))


@pytest.mark.parametrize("name", FILES)
def test_files_are_read(name: str) -> None:
    with (GOLDEN / name).open("rb") as stream:
        (entry,) = read_games(stream)
    assert entry.error is None
    assert entry.game is not None
