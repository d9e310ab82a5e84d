"""The cheater: strong, legal everywhere, blind to the deck, and never among people."""

import random
from dataclasses import replace

import pytest

from support.cli.running import Here
from support.drivers import chance, lucky
from support.option_sets import few_values, random_options
from tamaya import deals
from tamaya.arena import rate
from tamaya.arena.cheater import Cheater, open_hands
from tamaya.bots import BOTS
from tamaya.bots.inference import endgame_solver
from tamaya.bots.inference.endgame_solver import SPARE, EndgameMove, EndgamePosition, EndgameSolver
from tamaya.rules import (
    Play,
    State,
    apply,
    legal_actions,
    parse_options,
    points_on_table,
    start,
    view,
)
from tamaya.rules.table import fits


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_nearly_always_wins(players: int) -> None:
    told = rate("cheater", players=players, variant="base+noempty", games=60)
    assert told.lost == 0
    assert told.mean is not None
    assert told.mean > 24.8  # it reaches 24.93, 24.98, 24.99, 24.98


@pytest.mark.parametrize(
    ("variant", "least"),
    [("wild10+black+tiles", 29.5), ("own5+bouquet", 20), ("base+announce", 24.8)],
)
def test_other_rules_are_no_obstacle(variant: str, least: float) -> None:
    told = rate("cheater", players=3, variant=variant, games=30)
    assert told.mean is not None
    assert told.mean > least


def played(state: State) -> State:
    """A whole game; every action is legal, and no card is played in vain that need not be."""
    while state.table.outcome is None:
        action = Cheater().act(open_hands(state)).action
        legal = legal_actions(view(state, state.table.to_move))
        assert action in legal
        if isinstance(action, Play) and not all(isinstance(other, Play) for other in legal):
            assert fits(state.table, state.faces[action.card])
        state, _ = apply(state, action)
    return state


@pytest.mark.parametrize("part", range(4))
def test_every_option_set_can_be_played(part: int) -> None:
    rng = chance(f"cheater {part}")
    for _ in range(25):
        chosen = random_options(rng)
        played(start(chosen, deals.seeded(chosen, rng.randrange(1 << 64))))


def test_every_tile_that_asks_for_a_choice_is_resolved() -> None:
    rng, met = chance("cheater's tiles"), set()
    for number in range(150):  # somebody else plays, so that needed cards are discarded
        chosen = few_values(rng)
        state = start(chosen, deals.seeded(chosen, number))
        while state.table.outcome is None:
            met.add(state.table.tile)
            cheats = state.table.tile is not None
            action = Cheater().act(open_hands(state)).action if cheats else lucky(state, rng)
            state, _ = apply(state, action)
    assert {tile.value for tile in met if tile is not None} == {3, 4, 5, 6}


def reshuffled(state: State, rng: random.Random) -> State:
    """The same game with the deck, the tiles and the place of tile 5 drawn anew."""
    deck, tiles = list(state.deck), list(state.tiles)
    rng.shuffle(deck)
    rng.shuffle(tiles)
    faces = (*state.faces[: state.table.drawn], *deck)
    return replace(state, faces=faces, tiles=tuple(tiles), place=rng.randrange(1 << 32))


def test_it_does_not_see_the_deck() -> None:
    rng = chance("deck")
    for number in range(8):
        chosen = random_options(rng)
        state = start(chosen, deals.seeded(chosen, number))
        while state.table.outcome is None:
            move = Cheater().act(open_hands(state))
            assert Cheater().act(open_hands(reshuffled(state, rng))) == move
            state, _ = apply(state, move.action)


def test_people_never_meet_it(tamaya: Here) -> None:
    assert "cheater" not in BOTS
    assert "cheater" not in tamaya("bots").out
    ran = tamaya("play", "--bot", "cheater")
    assert ran.status == 2
    assert "there is no bot 'cheater'" in ran.complaint()


# the end, worked out

RED, BLUE = 0, 1
R4, R5, B5 = (RED, 3), (RED, 4), (BLUE, 4)  # a suit, and how many cards lie below
ENDINGS = {
    "one turn each is left, and the next player's card comes first: pass": (
        EndgamePosition(((R5,), (R4,)), (3, 5), 1, (), 0, 1),
        EndgameMove(1.0),
    ),
    "with a card to draw there is time for both": (
        EndgamePosition(((R5,), (R4,)), (3, 5), 1, ((SPARE, 1),), 0, None),
        EndgameMove(2.0),
    ),
    "without a token a useless card goes, and each still has a turn": (
        EndgamePosition(((R5,), (R4,)), (3, 5), 0, ((SPARE, 1),), 0, None),
        EndgameMove(2.0, SPARE),
    ),
    "the card underneath is drawn now or next: only half of the time soon enough": (
        EndgamePosition(((), (R5,)), (3, 5), 0, ((SPARE, 1), (R4, 1)), 0, None),
        EndgameMove(1.5, SPARE),
    ),
    "first the card on which the next player can build": (
        EndgamePosition(((B5, R4), (R5,)), (3, 4), 0, (), 0, 1),
        EndgameMove(2.0, R4, plays=True),
    ),
    "nothing is left to be had": (
        EndgamePosition(((), ()), (5, 5), 3, ((SPARE, 2),), 0, None),
        EndgameMove(0.0),
    ),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_the_end_is_worked_out(name: str) -> None:
    position, choice = ENDINGS[name]
    solver = EndgameSolver(parse_options("base", 2), position.fireworks)
    assert solver.best_move(position) == choice


def test_an_end_that_takes_too_long_is_played_by_habit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame_solver, "MOST_POSITIONS", 2)
    for seed in range(4):
        chosen = parse_options("base", 2 + seed)
        state = played(start(chosen, deals.seeded(chosen, seed)))
        assert points_on_table(state.table) > 20
