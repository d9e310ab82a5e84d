"""The encoder that turns observations into vectors."""

from enum import IntEnum

from tamaya.envs.hle.game import HanabiGame
from tamaya.envs.hle.observation import HanabiObservation


class ObservationEncoderType(IntEnum):
    """The encodings of observations; HLE has only one."""

    CANONICAL = 0


class ObservationEncoder:
    """Encodes observations as vectors of 0 and 1."""

    def __init__(
        self,
        game: HanabiGame,
        enc_type: ObservationEncoderType = ObservationEncoderType.CANONICAL,
    ) -> None:
        if enc_type != ObservationEncoderType.CANONICAL:
            raise ValueError(f"there is only the canonical vector, not {enc_type!r}")
        self._length = game.spec.length

    def shape(self) -> list[int]:
        """Return the shape of a vector: its length."""
        return [self._length]

    def encode(self, observation: HanabiObservation) -> list[int]:
        """Return the vector of an observation."""
        return observation.vector()
