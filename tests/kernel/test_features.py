"""What a learner sees is what the rules let its seat know, and nothing else."""

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from support.drivers import DRIVERS, chance, new_game, random_options, redrawn
from support.kernel.lockstep import Lockstep, uncompiled
from support.kernel.observed_game import DEPTH, Watched
from tamaya.kernel.game import layout
from tamaya.kernel.observe import memory
from tamaya.kernel.observe.encode import action_length, observation_length
from tamaya.kernel.run.cpu import CPU
from tamaya.rules import (
    OPTION_SETS,
    CardId,
    Face,
    Options,
    Seat,
    State,
    knowledge_from_clues,
    parse_options,
    possible_faces,
)
from tamaya.rules.scoring import copies_left, reachable_heights

GAMES = 25  # of each driver


def with_faces(game: Lockstep, state: State, seat: int) -> npt.NDArray[np.int64]:
    """The words of a game in which a seat holds what it holds in another state."""
    words, options = game.w.copy(), game.options
    hand, lane = layout.SEATS + layout.SEAT_WORDS * seat, int(game.t[layout.LANE])
    words[hand + layout.FACES] = words[hand + layout.CLUES_TOUCHING] = 0
    for place, card in enumerate(state.table.hands[seat]):
        face = layout.face_number(options, state.faces[card])
        words[hand + layout.FACES] |= face << layout.FACE_BITS * place
        words[hand + layout.CLUES_TOUCHING] |= (
            int(game.t[layout.CLUES_TOUCHING_FACE + face]) << lane * place
        )
    return words


def redrawn_unnoticed(kind: Options, name: str, rng: Random) -> int:
    """Redraw what a seat cannot see, after every move: how often that changed a word, and no bit.

    It is the own hand: of the deck and the tiles to come there are no words.
    """
    changed, game = 0, Watched(uncompiled, new_game(kind, rng))
    while game.state.table.outcome is None:
        game.do(DRIVERS[name](game.state, rng))
        seat = rng.randrange(kind.players)
        before, words = game.seen(seat), game.game.w
        game.game.w = with_faces(game.game, redrawn(game.state, rng, Seat(seat)), seat)
        changed += not np.array_equal(words, game.game.w)
        assert np.array_equal(before, game.seen(seat))
        game.game.w = words
    return changed


@pytest.mark.parametrize("name", DRIVERS)
def test_what_a_seat_cannot_see_changes_nothing(name: str) -> None:
    rng = chance(f"features {name}")
    changed = sum(redrawn_unnoticed(random_options(rng), name, rng) for _ in range(GAMES))
    assert changed > 100


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", OPTION_SETS)
def test_what_a_seat_cannot_see_changes_nothing_in_any_box(variant: str, players: int) -> None:
    rng = chance(f"features {variant} {players}")
    assert redrawn_unnoticed(parse_options(variant, players), "lucky", rng) > 10


@pytest.mark.parametrize("name", DRIVERS)
def test_it_says_what_the_rules_say(name: str) -> None:
    rng = chance(f"reference {name}")
    for _ in range(GAMES):
        game = Watched(uncompiled, new_game(random_options(rng), rng))
        while game.state.table.outcome is None:
            game.do(DRIVERS[name](game.state, rng))
            seat = rng.randrange(game.game.options.players)
            seen, at = game.seen(seat), observation_length(game.game.options)
            assert np.array_equal(seen[:at], game.game.seen(seat))
            end = len(seen) - (DEPTH - 1) * action_length(game.game.options)
            assert seen[at:end].tolist() == expected(game, seat)


@pytest.mark.parametrize("players", [2, 5])
def test_actions_are_remembered_in_order(players: int) -> None:
    """The part that told of the last action tells of it again, one place further each time."""
    rng = chance(f"actions {players}")
    game = Watched(uncompiled, new_game(Options(players, tiles=True, announce=True), rng))
    options = game.game.options
    size, first = action_length(options), observation_length(options) - action_length(options)
    first -= players * options.hand_size * (25 + 10) + 12
    lasts: list[list[int]] = []
    while game.state.table.outcome is None:
        game.do(DRIVERS["lucky"](game.state, rng))
        seen = game.seen(0)
        lasts.insert(0, seen[first : first + size].tolist())
        older = seen[len(seen) - (DEPTH - 1) * size :].reshape(DEPTH - 1, size).tolist()
        known = lasts[1:DEPTH]
        assert older == known + [[0] * size] * (DEPTH - 1 - len(known))
    assert len(lasts) > DEPTH


def test_compiled_it_is_the_same() -> None:
    rng = chance("compiled features")
    kernel = CPU.compile
    for _ in range(GAMES):
        start = new_game(random_options(rng), rng)
        slow, fast = Watched(uncompiled, start), Watched(kernel, start)
        while slow.state.table.outcome is None:
            action = DRIVERS["lucky"](slow.state, rng)
            slow.do(action)
            fast.do(action)
            assert np.array_equal(slow.m, fast.m)
            seat = rng.randrange(slow.game.options.players)
            assert np.array_equal(slow.seen(seat), fast.seen(seat))


# the same from the rules


def expected(game: Watched, seat: int) -> list[int]:
    """The part between the vector and the older actions, made of what the rules say."""
    table, options = game.state.table, game.game.options
    order = [(seat + offset) % options.players for offset in range(options.players)]
    bits: list[int] = []
    for other in order[1:]:
        for face in padded([game.state.faces[card] for card in table.hands[other]], options):
            bits += [0] * 3 if face is None else about(game.state, face)
    others = [game.state.faces[card] for other in order[1:] for card in table.hands[other]]
    for card in padded(list(table.hands[seat]), options):
        bits += own(game, card, [*open_cards(game.state), *others])
    for other in order:
        for card in padded(list(table.hands[other]), options):
            if card is None:
                bits += [0] * (3 + 2 * memory.LONG_AGO)
                continue
            bits += sure(game.state, left(game, card, open_cards(game.state)))
            for ago in (game.drawn[card], game.touched[card]):
                bits += [int(ago == number) for number in range(memory.LONG_AGO)]
    return bits


def padded(items: list[Any], options: Options) -> list[Any]:
    return [*items, *[None] * (options.hand_size - len(items))]


def open_cards(state: State) -> list[Face]:
    """What lies in the pile and on the fireworks."""
    table = state.table
    placed = [
        Face(suit, value)
        for suit, height in enumerate(table.fireworks)
        for value in table.options.suits[suit].order[:height]
    ]
    return [*table.discard_pile, *placed]


def fits(state: State, face: Face) -> bool:
    return state.table.options.step[face] == state.table.fireworks[face.suit]


def useless(state: State, face: Face) -> bool:
    step = state.table.options.step[face]
    heights = reachable_heights(state.table)
    return step < state.table.fireworks[face.suit] or step >= heights[face.suit]


def about(state: State, face: Face) -> list[int]:
    last = not useless(state, face) and copies_left(state.table, face) == 1
    return [int(fits(state, face)), int(useless(state, face)), int(last)]


def left(game: Watched, card: CardId, visible: list[Face]) -> set[Face]:
    """The faces that a card may have after clues and counting."""
    options = game.game.options
    allowed = possible_faces(
        options, knowledge_from_clues(game.state.table, game.state.history)[card]
    )
    return {face for face in allowed if visible.count(face) < options.copies[face]}


def sure(state: State, faces: set[Face]) -> list[int]:
    if not faces:
        return [0, 0, 0]
    return [
        int(all(fits(state, face) for face in faces)),
        int(all(useless(state, face) for face in faces)),
        int(len(faces) == 1),
    ]


def own(game: Watched, card: CardId | None, visible: list[Face]) -> list[int]:
    options = game.game.options
    if card is None:
        return [0] * (len(options.copies) + 4)
    faces, state = left(game, card, visible), game.state
    one_left = any(about(state, face)[2] for face in faces)
    return [int(face in faces) for face in sorted(options.copies)] + [
        *sure(state, faces),
        int(one_left),
    ]
