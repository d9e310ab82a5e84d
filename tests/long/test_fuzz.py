"""Nothing that a visitor sends makes the server fall over, leak, or disturb another table."""

import random
from pathlib import Path

import pytest

from long.fuzz import attacked, grows
from support.server.backends import PostgresServer

FRAMES, REQUESTS = 12_000, 1_500  # `make fuzz` sends a million


def test_hostile_frames_and_requests(tmp_path: Path) -> None:
    found = attacked(tmp_path / "games.sqlite", tmp_path, FRAMES, REQUESTS)
    assert found.handled >= FRAMES
    assert found.requests >= REQUESTS
    assert {"not-understood", "stale", "not-host", "not-seated", "200", "404"} <= set(found.answers)
    assert found.raw > FRAMES / 100
    assert found.honest > 3


def test_the_same_over_postgresql(tmp_path: Path, postgres: PostgresServer) -> None:
    found = attacked(postgres.new(), tmp_path, FRAMES // 4, REQUESTS // 4)
    assert {"not-understood", "not-seated"} <= set(found.answers)


@pytest.mark.parametrize(
    ("slope", "bursts", "leaks"),
    [
        (0, {}, False),
        (0, {30: 20, 55: 10, 70: 20}, False),  # room for larger bursts
        (0, {50: 90}, True),  # much too much, if only once
        (0.12, {}, True),  # 10 bytes for each of a million frames
        (0.12, {20: 30}, True),
        (0.3, {}, True),
    ],
)
def test_memory_that_grows_is_noticed(slope: float, bursts: dict[int, int], leaks: bool) -> None:
    for seed in range(200):
        rng = random.Random(seed)  # noqa: S311 - tests
        memory = [
            90 - 40 / (n + 1) + slope * n + sum(mb for at, mb in bursts.items() if at <= n)
            for n in range(82)
        ]
        assert grows([one + rng.uniform(-0.4, 0.4) for one in memory]) is leaks
