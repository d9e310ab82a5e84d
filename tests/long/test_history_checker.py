"""The checker of histories finds what is wrong with one; a right one passes."""

from dataclasses import replace
from typing import Any

import pytest

from long.history_checker import Told, violations
from support.server.players import Event, Invoked, Sent, Shown

CLUE, PLAY, DISCARD = ({"do": kind} for kind in ("value", "play", "discard"))
LOG: list[tuple[int, dict[str, Any]] | None] = [None, (0, CLUE), (1, PLAY), None, (0, DISCARD)]
VIEWS = {version: bytes([version]) for version in range(len(LOG) + 1)}
FIRST, SECOND, THIRD = Sent(1, CLUE), Sent(2, PLAY), Sent(4, DISCARD)


def shown(at: int, version: int, done: Sent | None = None) -> Shown:
    return Shown(at, version, bytes([version]), done)


HERS: list[Event] = [
    shown(10, 1),
    Invoked(11, FIRST),
    shown(20, 2, FIRST),
    shown(40, 4),
    Invoked(41, THIRD),
    shown(50, 5, THIRD),
]
HIS: list[Event] = [
    shown(9, 1),
    shown(22, 2),
    Invoked(23, SECOND),
    shown(30, 3, SECOND),
    shown(55, 5),
]


def found(
    log: list[tuple[int, dict[str, Any]] | None] = LOG,
    hers: list[Event] = HERS,
    his: list[Event] = HIS,
) -> list[str]:
    return list(violations(log, [Told(0, hers, VIEWS), Told(1, his, VIEWS)]))


def test_a_right_history() -> None:
    assert found() == []


def test_what_was_never_acknowledged_may_be_in_the_log_or_not() -> None:
    assert found(hers=HERS[:-1]) == []
    assert found(log=LOG[:-1], hers=HERS[:-1], his=HIS[:-1]) == []


def test_an_action_that_is_lost() -> None:
    assert "seat 0: the action at 4 was acknowledged, and is not in the log" in found(log=LOG[:-1])
    other = [*LOG[:-1], (0, PLAY)]
    assert "seat 0: the action at 4 was acknowledged, and is not in the log" in found(log=other)


def test_an_action_that_was_done_twice() -> None:
    assert found(log=[*LOG, (0, DISCARD)]) == ["seat 0: nobody asked for the action at 5"]


def test_an_action_that_nobody_asked_for() -> None:
    assert found(hers=HERS[:-2]) == ["seat 0: nobody asked for the action at 4"]


def test_an_action_that_was_acknowledged_twice() -> None:
    (complaint,) = found(hers=[*HERS, shown(60, 5, THIRD)])
    assert complaint == "seat 0: an action at 4 was acknowledged that nobody waited for"


def test_actions_in_another_order_than_real_time() -> None:
    """She was shown her second action before he asked for his, which is before it in the log."""
    late: list[Event] = [shown(9, 1), shown(22, 2), Invoked(70, SECOND), shown(80, 5, SECOND)]
    assert "the action at 2 was shown before it was asked for" in found(his=late)


def test_a_version_that_goes_back() -> None:
    assert found(his=[*HIS, shown(60, 4)]) == ["seat 1: version 4 was shown after version 5"]


@pytest.mark.parametrize("place", [1, -1])
def test_a_view_of_something_else(place: int) -> None:
    event = HIS[place]
    assert isinstance(event, Shown)
    other = [replace(event, digest=b"?") if one is event else one for one in HIS]
    (complaint,) = found(his=other)
    assert "was shown otherwise than the log has it" in complaint


def test_a_view_of_rows_that_are_gone() -> None:
    assert found(his=[*HIS, shown(60, 6)]) == ["seat 1: version 6 of a log of 5 rows was shown"]
