"""In place of `hanabi_learning_environment.pyhanabi`."""

from tamaya.envs.hle.cards import (
    COLOR_CHAR,
    HanabiCard,
    HanabiCardKnowledge,
    color_char_to_idx,
    color_idx_to_char,
)
from tamaya.envs.hle.game import HanabiGame, HanabiState
from tamaya.envs.hle.moves import CHANCE_PLAYER_ID, HanabiHistoryItem, HanabiMove, HanabiMoveType
from tamaya.envs.hle.observation import (
    HanabiObservation,
    ObservationEncoder,
    ObservationEncoderType,
)
from tamaya.envs.hle.position import HanabiEndOfGameType
from tamaya.envs.hle.settings import AgentObservationType

__all__ = [
    "CHANCE_PLAYER_ID",
    "COLOR_CHAR",
    "AgentObservationType",
    "HanabiCard",
    "HanabiCardKnowledge",
    "HanabiEndOfGameType",
    "HanabiGame",
    "HanabiHistoryItem",
    "HanabiMove",
    "HanabiMoveType",
    "HanabiObservation",
    "HanabiState",
    "ObservationEncoder",
    "ObservationEncoderType",
    "cdef_loaded",
    "color_char_to_idx",
    "color_idx_to_char",
    "lib_loaded",
    "try_cdef",
    "try_load",
]


def try_cdef(*_: object, **__: object) -> bool:
    """There is no header to read; programs ask all the same."""
    return True


def try_load(*_: object, **__: object) -> bool:
    """There is no library to load."""
    return True


def cdef_loaded() -> bool:
    """Nothing is missing."""
    return True


def lib_loaded() -> bool:
    """Nothing is missing."""
    return True
