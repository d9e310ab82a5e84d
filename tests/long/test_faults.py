"""Whatever fails beside the server: nothing acknowledged is lost, and all goes on by itself."""

import pytest

from long.faults import Faulted, suffered
from support.parts import require_program


@pytest.fixture(scope="module", name="found")
def _found() -> dict[str, Faulted]:
    require_program("postgres")
    require_program("redis")
    require_program("cc")
    return {one.fault: one for one in suffered(tables=2, rounds=1, lasts=0.8, actions=30)}


def test_games_go_on_without_redis(found: dict[str, Faulted]) -> None:
    assert found["Redis killed"].during > 0, "by polling"


@pytest.mark.parametrize("fault", ["PostgreSQL killed", "PostgreSQL stopped", "PostgreSQL paused"])
def test_nothing_is_acknowledged_without_the_database(
    found: dict[str, Faulted], fault: str
) -> None:
    assert found[fault].during == 0
    assert found[fault].after > 0


@pytest.mark.parametrize(
    "fault",
    [
        "network of one process cut",
        "network of one process silent",
        "answers to one process lost",
        "one process paused",
    ],
)
def test_a_process_that_is_cut_off_is_done_without(found: dict[str, Faulted], fault: str) -> None:
    assert found[fault].during > 0


@pytest.mark.parametrize("whose", ["one process", "PostgreSQL"])
@pytest.mark.parametrize("jump", ["+1 hour", "-1 hour"])
def test_a_clock_that_jumps_disturbs_nobody(
    found: dict[str, Faulted], whose: str, jump: str
) -> None:
    assert found[f"{whose}'s clock {jump}"].during > 0


def test_everything_goes_on(found: dict[str, Faulted]) -> None:
    assert all(one.before and one.after for one in found.values())
