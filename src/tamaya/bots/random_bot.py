"""The random bot: any legal action, each equally likely."""

from random import Random

from tamaya.bots.api import Move
from tamaya.rules import View, legal_actions


class RandomBot:
    """Chooses among everything it may do. Useful for tests and as the lowest mark."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)  # noqa: S311 - a game, not a secret

    def act(self, view: View) -> Move:
        """Any legal action, for no reason."""
        return Move(self._chance.choice(legal_actions(view)))
