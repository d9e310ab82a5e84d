"""A drop-in replacement for `hanabi_learning_environment.pyhanabi`."""

from tamaya.envs.hle.cards import (
    COLOR_CHAR,
    HanabiCard,
    HanabiCardKnowledge,
    color_char_to_idx,
    color_idx_to_char,
)
from tamaya.envs.hle.config import AgentObservationType
from tamaya.envs.hle.encoder import ObservationEncoder, ObservationEncoderType
from tamaya.envs.hle.game import HanabiGame, HanabiState
from tamaya.envs.hle.moves import CHANCE_PLAYER_ID, HanabiHistoryItem, HanabiMove, HanabiMoveType
from tamaya.envs.hle.observation import HanabiObservation
from tamaya.envs.hle.position import HanabiEndOfGameType

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
    """Return True: HLE reads a C header here, of which there is none."""
    return True


def try_load(*_: object, **__: object) -> bool:
    """Return True: HLE loads its C++ library here, of which there is none."""
    return True


def cdef_loaded() -> bool:
    """Return True, because nothing has to be loaded."""
    return True


def lib_loaded() -> bool:
    """Return True, because nothing has to be loaded."""
    return True
