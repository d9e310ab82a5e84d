"""Folding a whole log: the same rooms as row by row, without playing games again and again."""

import asyncio
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from long.long_logs import long_log, rooms_of
from support.server.rooms import GUEST
from tamaya.rules import Action, IllegalAction, State, apply
from tamaya.rules.events import Event
from tamaya.server.admin import forgetting
from tamaya.server.room import log_rows, room
from tamaya.server.store import game_records
from tamaya.server.store.store import Store


@pytest.mark.parametrize("keep", [None, 0, 1, 12])
def test_a_whole_log_folds_as_its_rows_do(keep: int | None) -> None:
    log = long_log(200, players=3, seed=5, keep=keep)
    again = (*log, *log[1:])  # another game after that
    assert list(room.fold_each(None, again)) == list(rooms_of(again))


def test_only_so_many_steps_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_STEPS", 2)
    log = long_log(200, seed=5, keep=12)
    assert list(room.fold_each(None, log)) == list(rooms_of(log))
    step, (begun, *_) = room._StepCache(), (one.game for one in rooms_of(log) if one.game)
    for row in log:
        if isinstance(row, log_rows.Acted):
            with suppress(IllegalAction):
                step(begun, row.action)
            assert len(step._known) <= 2


def test_games_of_other_settings_do_not_mix() -> None:
    log = long_log(60, keep=8)
    settings = replace(room.fold(None, log[0]).settings, variant="black")
    seen = list(room.fold_each(None, (*log, log_rows.SettingsChanged(settings))))
    assert seen[-1].game is None
    with pytest.raises(AssertionError):
        list(room.fold_each(seen[-1], [log_rows.TookBack(0, 3)]))


@pytest.fixture(name="applied")
def _applied(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """The actions that rooms have applied to a game since."""
    actions: list[Action] = []

    def noted(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        actions.append(action)
        return apply(state, action)

    monkeypatch.setattr(room, "apply", noted)
    return actions


LOG = long_log(400, keep=30)
KINDS = Counter(type(row) for row in LOG)
MOVES = KINDS[log_rows.Acted]


def test_a_take_back_does_not_play_the_game_again(applied: list[Action]) -> None:
    *_, last = room.fold_each(None, LOG)
    assert KINDS[log_rows.TookBack] > 50
    assert 30 < len(applied) < MOVES * 0.9, "moves that were made again are known"
    *_, resumed = room.fold_each(last, LOG[-40:])  # where nothing is known of earlier states
    assert resumed.taken_back > last.taken_back
    assert len(applied) <= MOVES + 40 + 31


def test_nor_when_an_old_file_is_upgraded(applied: list[Action]) -> None:
    assert len(list(game_records.derive_from_log((1, log_rows.encode(row)) for row in LOG))) == len(
        LOG
    )
    assert 30 < len(applied) < MOVES * 0.9


def test_nor_when_somebody_is_forgotten(tmp_path: Path, applied: list[Action]) -> None:
    database = tmp_path / "games.sqlite"
    with closing(Store(database)) as store:
        asyncio.run(store.append("table", 0, [log_rows.encode(row) for row in LOG], 1))
    assert forgetting.forget(str(database), GUEST).tables == 1
    assert 30 < len(applied) < MOVES * 0.9
