"""What is known of the own hand, beside what the rules say of it."""

from collections import Counter

import numpy as np
import pytest

from support.drivers import DRIVERS, chance
from support.option_sets import any_options
from support.search.twin_games import TwinGames, mix_of, mover_view
from tamaya.kernel.feature_space import shared_feature_space
from tamaya.kernel.game.layout import face_number
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.own_hands import NO_CARD, face_numbers, number_of_faces, own_hand_arrays
from tamaya.kernel.positions import PositionReader
from tamaya.kernel.run.cpu import Cpu
from tamaya.kernel.vector_games import VectorGames
from tamaya.rules import Face, View, knowledge_from_clues, parse_options, possible_faces

OPTION_SETS = 12  # for each driver
GAMES = 2
MOVES = 40


def unseen_copies(seen: View) -> Counter[Face]:
    """The copies of each face that a seat sees nowhere, counted from its view."""
    table = seen.table
    left = Counter(table.options.copies)
    left.subtract(table.discard_pile)
    left.subtract(seen.faces.values())
    for index, (suit, height) in enumerate(zip(table.options.suits, table.fireworks, strict=True)):
        left.subtract(Face(index, value) for value in suit.order[:height])
    return left


def possible_by_rules(seen: View) -> list[int]:
    """For each place of the own hand the faces that clues and counting allow, as bits."""
    options, left = seen.table.options, unseen_copies(seen)
    said = knowledge_from_clues(seen.table, seen.history)
    bits = [
        sum(1 << face_number(options, f) for f in possible_faces(options, said[card]) if left[f])
        for card in seen.hand
    ]
    return bits + [0] * (options.hand_size - len(bits))


@pytest.mark.parametrize("name", DRIVERS)
def test_clues_and_counting_allow_what_the_rules_say(name: str) -> None:
    rng, movers = chance(f"own hands {name}"), Counter[int]()
    for _ in range(OPTION_SETS):
        options = any_options(rng.choice)
        games = TwinGames(mix_of(options), [rng.randrange(1 << 64) for _ in range(GAMES)])
        reader, places = PositionReader(games.mix, Cpu()), np.arange(GAMES)
        numbers = face_numbers(games.mix, [suit.name for suit in options.suits])
        true = own_hand_arrays(GAMES, options.hand_size, number_of_faces(options), Cpu())
        for _ in range(MOVES):
            games.vector.observe_own_hands(numbers, true)
            known = reader.own_hands(reader.from_games(games.vector, places))
            for place, state in enumerate(games.states):
                seen = mover_view(state)
                left = unseen_copies(seen)
                assert known.possible[place].tolist() == possible_by_rules(seen)
                assert known.unseen[place].tolist() == [left[f] for f in sorted(options.copies)]
                faces = [face_number(options, state.faces[card]) for card in seen.hand]
                missing = options.hand_size - len(faces)
                assert true.faces[place].tolist() == faces + [NO_CARD] * missing
                for face, possible in zip(faces, known.possible[place], strict=False):
                    assert possible >> face & 1, "the true card is always possible"
                movers[seen.seat] += 1
            assert true.possible.tolist() == known.possible.tolist()
            assert true.unseen.tolist() == known.unseen.tolist()
            games.step(DRIVERS[name], rng)
    assert all(movers[seat] >= 10 for seat in range(5))


def test_option_sets_side_by_side_number_their_faces_alike() -> None:
    """Black 5 has one number, whether or not a multicolour suit comes before it."""
    sets = tuple(parse_options(variant, 3) for variant in ("base", "black", "wild10+black"))
    suits = [suit.name for suit in sets[-1].suits]
    mix = OptionMix(sets, 4, shared_feature_space(3, 4), shows_options=True)
    games, cpu = VectorGames(mix, len(sets)), Cpu()
    games.start_from_seeds(np.array([3, 4, 5], np.uint64))
    out = own_hand_arrays(len(sets), 5, 5 * len(suits), cpu)
    games.observe_own_hands(face_numbers(mix, suits), out)
    for row, options in enumerate(sets):
        names = {suit.name for suit in options.suits}
        there = [suits[face // 5] in names for face in range(5 * len(suits))]
        assert int(out.unseen[row].sum()) == len(options.deck) - 2 * 5
        assert not out.unseen[row][~np.array(there)].any()
        assert {int(bits) for bits in out.possible[row]} == {
            sum(1 << face for face in range(len(there)) if out.unseen[row][face])
        }
        assert all(out.possible[row][place] >> out.faces[row][place] & 1 for place in range(5))
    black = suits.index("black") * 5
    assert (out.unseen[1][black : black + 5] > 0).any()
    assert out.unseen[1][black : black + 5].sum() > out.unseen[0][black : black + 5].sum() == 0
