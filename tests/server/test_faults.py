"""Whatever fails beside the server: nothing acknowledged is lost, and all goes on by itself."""

import pytest

from parts import require_program
from server.faulting import Faulted, suffered


@pytest.fixture(scope="module", name="found")
def _found() -> dict[str, Faulted]:
    require_program("postgres")
    require_program("redis")
    return {one.fault: one for one in suffered(tables=2, rounds=1, lasts=1.5)}


def test_games_go_on_without_redis(found: dict[str, Faulted]) -> None:
    assert found["Redis killed"].during > 0, "by polling"


@pytest.mark.parametrize("fault", ["PostgreSQL killed", "PostgreSQL stopped"])
def test_nothing_is_acknowledged_without_the_database(
    found: dict[str, Faulted], fault: str
) -> None:
    assert found[fault].during == 0
    assert found[fault].after > 0


def test_a_process_without_a_network_is_done_without(found: dict[str, Faulted]) -> None:
    assert found["network of one process cut"].during > 0
    assert all(one.before and one.after for one in found.values())
