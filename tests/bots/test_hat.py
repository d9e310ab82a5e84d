"""The hat bot: all seats read the same numbers, nothing false is told, and it plays well."""

from collections.abc import Iterator
from statistics import mean

import pytest

from support.bots.strangers import SilentBot
from support.drivers import chance
from support.option_sets import few_actions, random_options
from tamaya.bots import Bot
from tamaya.bots.hat import HatBot
from tamaya.bots.random_bot import RandomBot
from tamaya.deals import seeded
from tamaya.rules import (
    Options,
    Seat,
    State,
    apply,
    legal_actions,
    parse_options,
    score,
    start,
    view,
)

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
    """A game of a variant, after each action."""
    yield from plays(parse_options(variant, len(team)), team, seed)


def plays(game: Options, team: list[Bot], seed: int) -> Iterator[State]:
    """A game, after each action."""
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
            seen = view(state, Seat(seat))
            memory = HatBot().track(seen)
            assert team[seat].track(seen).possible == memory.possible, "kept is what can be rebuilt"
            tables.append(memory.possible)
            for card, faces in memory.possible.items():
                assert faces >> memory.deck.number[state.faces[card]] & 1, (
                    "the truth stays possible"
                )
        assert all(table == tables[0] for table in tables)


@pytest.mark.parametrize("stranger", [None, RandomBot(1), SilentBot()])
def test_any_game_with_anybody(stranger: Bot | None) -> None:
    """In every option set, also with tiny hands; among themselves they keep the same tables."""
    rng = chance(f"hat {type(stranger)}")
    for number in range(36):
        game = few_actions(rng) if number % 6 == 0 else random_options(rng)
        team: list[Bot] = [HatBot() for _ in range(game.players)]
        if stranger is not None:
            team[rng.randrange(game.players)] = stranger
        for turn, state in enumerate(plays(game, team, rng.randrange(1 << 30))):
            if stranger is None and turn % 9 == 0 and state.table.outcome is None:
                seats = [Seat(seat) for seat in range(game.players)]
                first, *others = (HatBot().track(view(state, seat)).possible for seat in seats)
                assert all(other == first for other in others)


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


@pytest.mark.parametrize(
    ("players", "seed"), [(3, 116), (3, 131), (4, 131), (4, 296), (5, 29), (5, 201), (5, 249)]
)
def test_the_end_is_worked_out(players: int, seed: int) -> None:
    """Games in which a search of a thousand positions, from four cards on, loses a point."""
    *_, last = moments("base+noempty", [HatBot() for _ in range(players)], seed)
    assert score(last.table) == 25


@pytest.mark.parametrize(("players", "seed"), [(3, 21), (3, 95), (4, 138), (5, 47), (5, 194)])
def test_the_deck_lasts(players: int, seed: int) -> None:
    """Games in which a point is lost if the clues before the end are fewer."""
    *_, last = moments("base+noempty", [HatBot() for _ in range(players)], seed)
    assert score(last.table) == 25


@pytest.mark.parametrize("game", [229, 13759])
def test_nobody_is_misled_when_one_more_mistake_loses(game: int) -> None:
    """The number that is due cannot be expressed turn after turn, and two mistakes were made."""
    *_, last = moments("base+noempty", [HatBot() for _ in range(3)], (909 << 32) + game)
    assert last.table.mistakes == 2
    assert score(last.table) > 22
