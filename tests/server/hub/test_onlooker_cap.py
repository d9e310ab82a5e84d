"""The cap on onlookers, worked out by each process for itself."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tamaya.server.hub.onlooker_cap import by_address, one_gives_way, surplus

COUNTS = st.dictionaries(
    st.sampled_from("abc"),
    st.dictionaries(st.sampled_from(["x", "y", "z"]), st.integers(1, 9)),
)


@given(COUNTS, st.integers(0, 20))
def test_all_processes_together_send_away_what_is_too_much(
    counts: dict[str, dict[str, int]], most: int
) -> None:
    gone = {process: surplus(counts, most, process) for process in counts}
    before = by_address(counts)
    for process, addresses in gone.items():
        assert addresses <= Counter(counts[process]), "only who is there"
    assert sum(one.total() for one in gone.values()) == max(0, before.total() - most)
    after = before - by_address(gone)
    losers = {address for addresses in gone.values() for address in addresses}
    assert all(after[one] >= max(after.values(), default=0) - 1 for one in losers), "the greediest"


def test_an_address_gives_way_only_to_one_with_clearly_fewer() -> None:
    counts = {"a": {"x": 2, "y": 1}, "b": {"x": 1}}
    assert one_gives_way(counts, "z") == "x"
    assert one_gives_way(counts, "y") == "x"
    assert one_gives_way({"a": {"x": 2, "y": 1}}, "y") is None
    assert one_gives_way({}, "y") is None
