"""What all states of a game share: options, cards and moves by number, the kernel's game."""

from tamaya.envs.hle.cards import HanabiCard
from tamaya.envs.hle.config import AgentObservationType
from tamaya.envs.hle.moves import all_moves
from tamaya.kernel.observe.encode import observation_length
from tamaya.kernel.research_game import ResearchGame
from tamaya.rules import Options


class GameSpec:
    """The options of a game and its tables of cards and moves."""

    def __init__(self, options: Options, observation_type: AgentObservationType) -> None:
        self.options, self.observation_type = options, observation_type
        self.copies = tuple(options.copies.values())  # of each card
        self.cards = [HanabiCard(suit, value - 1) for suit, value in options.copies]
        self.moves = all_moves(options)
        self.uids = {move: uid for uid, move in enumerate(self.moves)}
        self.game = ResearchGame(options)
        hints = len(options.suits) + options.values
        knowledge = options.players * options.hand_size * (len(self.cards) + hints)
        minimal = observation_type == AgentObservationType.MINIMAL
        self.length = observation_length(options) - (knowledge if minimal else 0)

    def face(self, color: int, rank: int) -> int | None:
        """Return the number of a card; None if there is no such card."""
        ranks = self.options.values
        exists = 0 <= color < len(self.options.suits) and 0 <= rank < ranks
        return color * ranks + rank if exists else None
