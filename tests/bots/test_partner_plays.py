"""The partner plays on in every game and with anybody, remembers what can be rebuilt, and wins."""

from collections.abc import Iterator
from statistics import mean

import pytest

from support.bots.strangers import SilentBot
from support.drivers import chance
from support.option_sets import random_options
from tamaya.bots import Bot
from tamaya.bots.cautious.bot import CautiousBot
from tamaya.bots.partner import PartnerBot
from tamaya.bots.random_bot import RandomBot
from tamaya.deals import seeded
from tamaya.rules import (
    Options,
    Play,
    Seat,
    State,
    apply,
    legal_actions,
    parse_options,
    score,
    start,
    view,
)

EVERY = 7  # actions: rebuilding takes a while
LEVELS = (1, 2, 3)


def moments(game: Options, team: list[Bot], seed: int) -> Iterator[State]:
    """A game, before each action and at the end."""
    state = start(game, seeded(game, seed=seed))
    yield state
    while state.table.outcome is None:
        seen = view(state, state.table.to_move)
        move = team[state.table.to_move].act(seen)
        assert move.action in legal_actions(seen)
        state, _ = apply(state, move.action)
        yield state


@pytest.mark.parametrize("part", range(3))
def test_any_game_with_anybody(part: int) -> None:
    rng = chance(f"partner {part}")
    for number in range(12):
        game = random_options(rng)
        team: list[Bot] = [PartnerBot(rng.choice(LEVELS)) for _ in range(game.players)]
        stranger = rng.choice((RandomBot(number), SilentBot(), CautiousBot(), PartnerBot()))
        team[rng.randrange(game.players)] = stranger
        *_, last = moments(game, team, rng.randrange(1 << 30))
        assert last.table.outcome is not None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_is_kept_is_what_can_be_rebuilt(players: int, level: int) -> None:
    team = [PartnerBot(level) for _ in range(players)]
    game = parse_options("wild10+black+tiles+noempty", players)
    for number, state in enumerate(moments(game, list(team), seed=level)):
        if number % EVERY:
            continue
        for seat in range(players):
            seen = view(state, Seat(seat))
            kept, fresh = team[seat].track(seen), PartnerBot(level).track(seen)
            assert (kept.possible, kept.believed, kept.gotten) == (
                fresh.possible,
                fresh.believed,
                fresh.gotten,
            )
            assert (kept.clued, kept.finessed, kept.pending) == (
                fresh.clued,
                fresh.finessed,
                fresh.pending,
            )


def test_silence_means_nothing_from_somebody_who_never_spoke() -> None:
    """Beside a teammate that never saves anything, nothing is played that nobody pointed at."""
    for seed in range(12):
        game = parse_options("base", 2)
        team: list[Bot] = [PartnerBot(), SilentBot()]
        state = start(game, seeded(game, seed))
        while state.table.outcome is None:
            seen = view(state, state.table.to_move)
            move = team[seen.seat].act(seen)
            if isinstance(move.action, Play) and seen.seat == 0:
                memory = PartnerBot().track(seen)
                card = move.action.card
                certain = not memory.possible[card] & ~memory.needs.playable
                late = seen.table.turns_after is not None
                assert certain or late or card in memory.gotten
            state, _ = apply(state, move.action)


def test_moves_taken_back_are_forgotten() -> None:
    game = parse_options("base", 2)
    bot, states = PartnerBot(), list(moments(game, [PartnerBot(), PartnerBot()], seed=4))
    for state in (states[20], states[12], states[16]):
        seen = view(state, Seat(0))
        assert bot.track(seen).believed == PartnerBot().track(seen).believed
        assert bot.track(view(state, Seat(1))).me == 1, "and so is another seat"


def test_what_is_certain_stays_true() -> None:
    """Readings may be wrong; what the clues say by themselves and counting are not."""
    for players in (2, 4):
        game = parse_options("own5+black+noempty", players)
        team: list[Bot] = [RandomBot(1), *(PartnerBot() for _ in range(players - 1))]
        for state in moments(game, team, seed=players):
            memory = PartnerBot().track(view(state, Seat(1)))
            for card, faces in memory.possible.items():
                assert faces >> memory.deck.number[state.faces[card]] & 1


@pytest.mark.parametrize(
    ("variant", "players", "floor"),
    [
        ("base+noempty", 2, 22.2),
        ("base+noempty", 3, 22.7),
        ("base+noempty", 4, 22.5),
        ("base+noempty", 5, 21.4),
        ("wild10", 3, 25.5),
        ("black", 3, 21.5),
        ("base+mistakes=1", 4, 19.0),
    ],
)
def test_it_plays_well(variant: str, players: int, floor: float) -> None:
    game, scores = parse_options(variant, players), []
    for seed in range(16):
        *_, last = moments(game, [PartnerBot() for _ in range(players)], seed)
        scores.append(score(last.table))
    assert mean(scores) > floor
