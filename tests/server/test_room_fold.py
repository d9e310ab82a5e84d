"""Folding a whole log: the same rooms as row by row, without playing games again and again."""

from collections import Counter

import pytest
from msgspec.structs import replace

from server.long_logs import long_log, rooms_of
from tamaya.rules import Action, State, apply
from tamaya.rules.events import Event
from tamaya.server import room, rows


@pytest.mark.parametrize("keep", [None, 0, 1, 12])
def test_a_whole_log_folds_as_its_rows_do(keep: int | None) -> None:
    log = long_log(200, players=3, seed=5, keep=keep)
    again = (*log, *log[1:])  # another game after that
    assert list(room.fold_each(None, again)) == list(rooms_of(again))


def test_games_of_other_settings_do_not_mix() -> None:
    log = long_log(60, keep=8)
    settings = replace(room.fold(None, log[0]).settings, variant="black")
    seen = list(room.fold_each(None, (*log, rows.Changed(settings))))
    assert seen[-1].game is None
    with pytest.raises(AssertionError):
        list(room.fold_each(seen[-1], [rows.TookBack(0, 3)]))


def test_a_take_back_does_not_play_the_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    log = long_log(400, keep=30)
    calls = 0

    def counted(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        nonlocal calls
        calls += 1
        return apply(state, action)

    monkeypatch.setattr(room, "apply", counted)
    *_, last = room.fold_each(None, log)
    kinds = Counter(type(row) for row in log)
    assert kinds[rows.TookBack] > 50
    assert calls == kinds[rows.Acted]
    *_, resumed = room.fold_each(last, log[-40:])  # where nothing is known of earlier states
    assert resumed.taken_back > last.taken_back
    assert calls <= kinds[rows.Acted] + 40 + 31
