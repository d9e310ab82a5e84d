"""What a config may say, read and checked."""

import operator
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from enum import IntEnum
from typing import Any

import numpy as np

from tamaya.rules import Colour, Options
from tamaya.rules.suits import plain

SEEDS = range(-(1 << 31), 1 << 32)
ANY_SEED = -1


class AgentObservationType(IntEnum):
    """How much a player sees: nothing of past clues, or what they said, or all cards."""

    MINIMAL = 0
    CARD_KNOWLEDGE = 1
    SEER = 2


@dataclass(frozen=True, slots=True)
class Settings:
    """A config's keys, with what holds if nothing is said."""

    players: int = 2
    observation_type: int = AgentObservationType.CARD_KNOWLEDGE
    colors: int = 5
    ranks: int = 5
    hand_size: int = 0  # 0: as the rules say
    max_information_tokens: int = 8
    max_life_tokens: int = 3
    seed: int = ANY_SEED
    random_start_player: bool = False

    def options(self) -> Options:
        """The game as the rules know it."""
        copies = (3, *[2] * (self.ranks - 2), 1)[: self.ranks]
        return Options(
            players=self.players,
            suits=tuple(plain(colour, copies) for colour in list(Colour)[: self.colors]),
            empty_clues=False,
            mistakes=self.max_life_tokens,
            clue_tokens=self.max_information_tokens,
            hand=self.hand_size,
        )


NAMES = tuple(field.name for field in fields(Settings))
LEAST_AND_MOST: dict[str, range] = {
    "players": range(2, 6),
    "colors": range(1, 6),
    "ranks": range(1, 6),
    "hand_size": range(1, 8),
    "max_information_tokens": range(32),
    "max_life_tokens": range(1, 16),
    "observation_type": range(3),
    "seed": SEEDS,
    "random_start_player": range(2),
}


def read(config: Mapping[str, Any]) -> Settings:
    """The settings of a config; a ValueError says what is wrong with it."""
    if not isinstance(config, Mapping):
        raise ValueError(f"a config is a dict, not {config!r}")  # noqa: TRY004 - one error for all
    for name in config:
        if name not in NAMES:
            near = get_close_matches(str(name), NAMES, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(NAMES)}"
            raise ValueError(f"there is no setting {name!r}{hint}")
    numbers: dict[str, Any] = {name: _number(name, value) for name, value in config.items()}
    if "random_start_player" in numbers:
        numbers["random_start_player"] = bool(numbers["random_start_player"])
    return Settings(**numbers)


def _number(name: str, value: object) -> int:
    allowed = LEAST_AND_MOST[name]
    number = whole(value, name)
    if number not in allowed:
        raise ValueError(f"{name} must be {allowed[0]} to {allowed[-1]}, not {number}")
    return number


def whole(value: Any, name: str) -> int:
    """A whole number, of Python or of NumPy."""
    try:
        return operator.index(bool(value) if isinstance(value, np.bool_) else value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None
