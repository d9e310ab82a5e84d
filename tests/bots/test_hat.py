"""The hat bot: all seats read the same numbers, nothing false is told, and it plays well."""

from collections.abc import Iterator
from statistics import mean

import pytest

from tamaya.bots import Bot
from tamaya.bots.hat import HatBot
from tamaya.bots.random_bot import RandomBot
from tamaya.deals import seeded
from tamaya.rules import Seat, State, apply, legal_actions, options, score, start, view

EVERY = 6  # actions: rebuilding takes a while
VARIANTS = (
    "base",
    "base+noempty",
    "wild10+black+tiles",
    "own5+announce+bouquet+noempty",
    "wild5+black+noempty+mistakes=1",
    "own10+tiles+clues=9",
)


def moments(variant: str, team: list[Bot], seed: int) -> Iterator[State]:
    """A game, after each action."""
    game = options(variant, len(team))
    state = start(game, seeded(game, seed=seed))
    while state.table.outcome is None:
        seat = state.table.to_move
        seen = view(state, seat)
        action = team[seat].act(seen).action
        assert action in legal_actions(seen)
        state, _ = apply(state, action)
        yield state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_told_is_true_and_the_same_for_all(variant: str, players: int) -> None:
    team = [HatBot() for _ in range(players)]
    for number, state in enumerate(moments(variant, list(team), seed=players)):
        if number % EVERY or state.table.outcome is not None:
            continue
        tables = []
        for seat in range(players):
            fresh = HatBot()
            memory = fresh.remembers(view(state, Seat(seat)))
            kept = team[seat].memory
            if kept is not None and kept.seen == memory.seen:
                assert kept.may == memory.may, "what is kept is what can be rebuilt"
            tables.append(memory.may)
            for card, faces in memory.may.items():
                assert faces >> memory.deck.number[state.faces[card]] & 1, (
                    "the truth stays possible"
                )
        assert all(table == tables[0] for table in tables)


@pytest.mark.parametrize("variant", VARIANTS)
def test_strangers_do_not_stop_it(variant: str) -> None:
    for seed in range(6):
        team: list[Bot] = [HatBot(), HatBot(), HatBot()]
        team[seed % 3] = RandomBot(seed)
        for _ in moments(variant, team, seed):
            pass


@pytest.mark.parametrize(
    ("variant", "players", "floor"),
    [
        ("base+noempty", 2, 22.8),
        ("base+noempty", 3, 24.6),
        ("base+noempty", 4, 24.6),
        ("base+noempty", 5, 24.6),
        ("wild10+black+tiles", 5, 29.0),
    ],
)
def test_it_plays_well(variant: str, players: int, floor: float) -> None:
    scores = []
    for seed in range(30):
        *_, last = moments(variant, [HatBot() for _ in range(players)], seed)
        scores.append(score(last.table))
    assert mean(scores) > floor
