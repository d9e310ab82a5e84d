"""Token buckets: so much at once, so much again over time, each key for itself."""

from hypothesis import given
from hypothesis import strategies as st

from tamaya.server.limits.rate_limits import Charge, KeyedBuckets, RateLimit

TEN = RateLimit(10, 100.0)


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_more_over_time() -> None:
    clock = Clock()
    buckets = KeyedBuckets(clock)
    charge = [Charge("ada", TEN)]
    assert [buckets.charge(charge) for _ in range(10)] == [[0]] * 10
    assert buckets.charge(charge) == [10.0]
    assert buckets.charge([Charge("bo", TEN)]) == [0]
    clock.now += 10
    assert buckets.charge(charge) == [0]
    assert buckets.charge(charge) == [10.0]
    clock.now += 1e6
    assert buckets.charge([Charge("ada", TEN, 10)]) == [0]
    assert buckets.charge(charge) == [10.0]


def test_all_or_nothing() -> None:
    """Who is refused for one reason has not paid for the other."""
    buckets = KeyedBuckets(Clock())
    assert buckets.charge([Charge("ada", TEN, 10), Charge("here", TEN, 1)]) == [0, 0]
    for _ in range(3):
        assert buckets.charge([Charge("ada", TEN), Charge("here", TEN)]) == [10.0, 0]
    assert buckets.charge([Charge("bo", TEN), Charge("here", TEN, 9)]) == [0, 0]


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    buckets = KeyedBuckets(clock, max_keys=100)
    for number in range(150):
        clock.now += 1
        buckets.charge([Charge(str(number), TEN)])
    assert len(buckets) <= 100


def test_a_flood_of_keys_does_not_fill_memory_or_free_whoever_used_most() -> None:
    buckets = KeyedBuckets(Clock(), max_keys=100)
    buckets.charge([Charge("ada", TEN, 10)])
    for number in range(1000):
        buckets.charge([Charge(str(number), TEN)])
    assert len(buckets) <= 101
    assert buckets.charge([Charge("ada", TEN)]) == [10.0]


@given(st.lists(st.tuples(st.floats(0, 50), st.integers(1, 10)), max_size=60))
def test_no_window_gets_more_than_its_share(steps: list[tuple[float, int]]) -> None:
    """In any time from the start: at most the burst, and what has come back since."""
    clock = Clock()
    buckets, taken, begin = KeyedBuckets(clock), 0, clock.now
    for seconds, cost in steps:
        clock.now += seconds
        if buckets.charge([Charge("ada", TEN, cost)]) == [0]:
            taken += cost
        assert taken <= 10 + (clock.now - begin) / 10 + 1e-6
