"""The fair queue: who asks for much waits for it, and nobody else has to."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tamaya.server.limits.fair_queue import FairQueue, Priority, Share

SEATED, WATCHED, DESERTED = Priority


def share(
    table: str, visitor: str = "eve", address: str = "192.0.2.1", priority: Priority = SEATED
) -> Share:
    return Share(priority, address, visitor, table)


def filled(*shares: Share, workers: int = 1) -> FairQueue[str]:
    """A queue in which every job is called like its table."""
    queue = FairQueue[str](per_visitor=workers, per_address=workers)
    for one in shares:
        queue.put(one.table, one)
    return queue


def taken(queue: FairQueue[str]) -> list[str]:
    """All jobs in their order, each done before the next is taken."""
    order = []
    while (found := queue.take()) is not None:
        job, one = found
        queue.done(one)
        order.append(job)
    return order


def test_one_visitor_comes_first_come_first_served() -> None:
    assert taken(filled(share("a"), share("b"), share("c"))) == ["a", "b", "c"]


def test_visitors_take_turns() -> None:
    many = [share(f"e{n}") for n in range(400)]
    order = taken(filled(*many, share("honest", "ada"), share("honest too", "ada")))
    assert order[:4] == ["e0", "honest", "e1", "honest too"]


def test_addresses_take_turns_however_many_visitors_are_there() -> None:
    many = [share(f"e{n}", f"eve {n}") for n in range(400)]
    order = taken(filled(*many, share("honest", "ada", "192.0.2.2")))
    assert order.index("honest") == 1


def test_tables_of_a_visitor_take_turns() -> None:
    queue = filled(share("a"))
    for job in ("a again", "a once more"):
        queue.put(job, share("a"))
    queue.put("b", share("b"))
    assert taken(queue) == ["a", "b", "a again", "a once more"]


def test_the_urgent_comes_first() -> None:
    order = taken(
        filled(
            share("deserted", priority=DESERTED),
            share("watched", priority=WATCHED),
            share("seated"),
        )
    )
    assert order == ["seated", "watched", "deserted"]


def test_whoever_comes_makes_a_table_urgent() -> None:
    queue = filled(*(share(f"e{n}", priority=WATCHED) for n in range(9)))
    queue.put("mine", share("mine", "ada", priority=DESERTED))
    queue.move(share("mine", "ada", priority=DESERTED), share("mine", "ada"))
    queue.move(share("mine", "ada"), share("mine", "ada"))
    queue.move(share("nothing there"), share("mine", "ada"))
    assert taken(queue)[0] == "mine"


def test_a_job_that_is_dropped_is_gone() -> None:
    queue = filled(share("a"), share("b"), share("c", "ada"))
    assert queue.drop("a", share("a"))
    assert not queue.drop("a", share("a"))
    assert taken(queue) == ["b", "c"]
    assert not queue._waiting
    assert not queue._at_address
    assert not queue._of_visitor


def test_what_takes_long_holds_up_only_its_own_share() -> None:
    queue = FairQueue[str](per_visitor=1, per_address=2)
    for one in (share("e1"), share("e2"), share("f", "fay"), share("g", "gus")):
        queue.put(one.table, one)
    queue.put("far", share("far", "ada", "192.0.2.2"))
    first, second, third = queue.take(), queue.take(), queue.take()
    assert [found and found[0] for found in (first, second, third)] == ["e1", "far", "f"]
    assert queue.take() is None, "eve and her address have all that they may have"
    assert first is not None
    queue.done(first[1])
    assert (queue.take() or ("",))[0] == "g", "eve was served last"


SHARES = st.builds(
    Share,
    st.sampled_from(Priority),
    st.sampled_from("xyz"),
    st.sampled_from(["ada", "bo", "eve"]),
    st.sampled_from("abcd"),
)


@given(st.lists(SHARES, max_size=40))
def test_nothing_is_lost_and_nobody_waits_for_more_than_one_of_each(wanted: list[Share]) -> None:
    """Between two jobs of an address every other one that waits is served once."""
    queue = FairQueue[int]()
    for job, one in enumerate(wanted):
        queue.put(job, one)
    order = list[Share]()
    while (found := queue.take()) is not None:
        queue.done(found[1])
        order.append(wanted[found[0]])
    assert Counter(order) == Counter(wanted)
    assert [one.priority for one in order] == sorted(one.priority for one in wanted)
    assert not queue._waiting
    for n, one in enumerate(order):
        later = order[n + 1 :]
        again = next((at for at, other in enumerate(later) if other[:2] == one[:2]), len(later))
        between = Counter(
            other.address for other in later[:again] if other.priority == one.priority
        )
        assert all(count == 1 for count in between.values()) or again == len(later)
