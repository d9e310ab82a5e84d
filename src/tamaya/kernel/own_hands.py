"""The hand of the seat to move, which it cannot see, and what it knows of it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tamaya.kernel.game.layout import MAX_FACES, Words, face_number
from tamaya.kernel.loops import position_loops
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.run.device import ComputeDevice
from tamaya.rules import Options

NO_CARD = position_loops.NO_CARD


class OwnHands(NamedTuple):
    """Arrays with a row for each game: the hand of the seat to move."""

    faces: Any  # of each card, or NO_CARD
    possible: Any  # for each card the faces that clues and counting allow, as bits
    unseen: Any  # for each face how many copies the seat does not see


def own_hand_arrays(count: int, hand_size: int, faces: int, device: ComputeDevice) -> OwnHands:
    """Room for so many hands."""
    places = count, hand_size
    return OwnHands(
        device.zeros(places, np.int64),
        device.zeros(places, np.int64),
        device.zeros((count, faces), np.uint8),
    )


def number_of_faces(options: Options) -> int:
    """How many faces a game has."""
    return len(options.suits) * options.values


def face_numbers(mix: OptionMix, suits: Sequence[str]) -> Words:
    """For each option set of a mix its faces' numbers among those of all these suits."""
    numbers = np.zeros((len(mix.option_sets), MAX_FACES), np.int64)
    for row, game in zip(numbers, mix.option_sets, strict=True):
        for face in game.copies:
            first = suits.index(game.suits[face.suit].name) * game.values
            row[face_number(game, face)] = first + face.value - 1
    return numbers
