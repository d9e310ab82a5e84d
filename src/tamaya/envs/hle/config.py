"""The config of `HanabiEnv` and `HanabiGame`, parsed and validated."""

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
RANDOM_SEED = -1


class AgentObservationType(IntEnum):
    """What a player observes beside the table: nothing, clue knowledge, or all cards."""

    MINIMAL = 0
    CARD_KNOWLEDGE = 1
    SEER = 2


@dataclass(frozen=True, slots=True)
class HleConfig:
    """The keys of a config, with their defaults."""

    players: int = 2
    observation_type: int = AgentObservationType.CARD_KNOWLEDGE
    colors: int = 5
    ranks: int = 5
    hand_size: int = 0  # 0: the rules' hand size
    max_information_tokens: int = 8
    max_life_tokens: int = 3
    seed: int = RANDOM_SEED
    random_start_player: bool = False

    def options(self) -> Options:
        """Return the options of our rules."""
        copies = (3, *[2] * (self.ranks - 2), 1)[: self.ranks]
        return Options(
            players=self.players,
            suits=tuple(plain(colour, copies) for colour in list(Colour)[: self.colors]),
            empty_clues=False,
            mistakes=self.max_life_tokens,
            clue_tokens=self.max_information_tokens,
            hand=self.hand_size,
        )


KEYS = tuple(field.name for field in fields(HleConfig))
ALLOWED: dict[str, range] = {
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


def parse_config(config: Mapping[str, Any]) -> HleConfig:
    """Validate a config; raise ValueError if anything is wrong with it."""
    if not isinstance(config, Mapping):
        raise ValueError(f"a config is a dict, not {config!r}")  # noqa: TRY004 - one error for all
    for name in config:
        if name not in KEYS:
            near = get_close_matches(str(name), KEYS, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(KEYS)}"
            raise ValueError(f"there is no setting {name!r}{hint}")
    numbers: dict[str, Any] = {name: _number(name, value) for name, value in config.items()}
    if "random_start_player" in numbers:
        numbers["random_start_player"] = bool(numbers["random_start_player"])
    return HleConfig(**numbers)


def _number(name: str, value: object) -> int:
    allowed = ALLOWED[name]
    number = require_integer(value, name)
    if number not in allowed:
        raise ValueError(f"{name} must be {allowed[0]} to {allowed[-1]}, not {number}")
    return number


def require_integer(value: Any, name: str) -> int:
    """Return a Python or NumPy integer as an int, or raise ValueError."""
    try:
        return operator.index(bool(value) if isinstance(value, np.bool_) else value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None
