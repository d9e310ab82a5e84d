"""The board: the kernel's game for one set of options, and its cards and moves by number."""

from tamaya.envs.hle.cards import HanabiCard
from tamaya.envs.hle.moves import every_move
from tamaya.envs.hle.settings import AgentObservationType
from tamaya.kernel.observe.encode import length
from tamaya.kernel.research_game import ResearchGame
from tamaya.rules import Options


class Board:
    """A game's rules and numbers, the same for all its positions."""

    def __init__(self, options: Options, kind: AgentObservationType) -> None:
        self.options, self.kind = options, kind
        self.copies = tuple(options.copies.values())  # of every card
        self.cards = [HanabiCard(suit, value - 1) for suit, value in options.copies]
        self.moves = every_move(options)
        self.uids = {move: uid for uid, move in enumerate(self.moves)}
        self.game = ResearchGame(options)
        names = len(options.suits) + options.values
        said = options.players * options.hand_size * (len(self.cards) + names)
        self.length = length(options) - (said if kind == AgentObservationType.MINIMAL else 0)

    def face(self, color: int, rank: int) -> int | None:
        """The number of a card; none if there is no such card."""
        ranks = self.options.values
        there = 0 <= color < len(self.options.suits) and 0 <= rank < ranks
        return color * ranks + rank if there else None
