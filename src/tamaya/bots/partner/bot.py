"""The partner at the table: what it remembers, and at which level it plays."""

from tamaya.bots.api import Move
from tamaya.bots.inference.history_tracker import begun_by
from tamaya.bots.partner.connections import LONGEST
from tamaya.bots.partner.convention_tracker import Memory
from tamaya.bots.partner.decision import Turn
from tamaya.rules import View

BEST_LEVEL = 2  # with more come more misunderstandings


class PartnerBot:
    """Plays the conventions that people know, up to a level.

    Level 1: what to play and what to keep. Level 2: also prompts and finesses. Level 3: also
    finesses through two cards, and of the one who is told.
    """

    def __init__(self, level: int = BEST_LEVEL) -> None:
        if level not in LONGEST:
            raise ValueError(f"there is no level {level}; levels are 1 to {max(LONGEST)}")
        self.level = level
        self.memory: Memory | None = None

    def act(self, view: View) -> Move:
        """Take in what happened, then decide."""
        return Turn(view, self.remembers(view)).move()

    def remembers(self, view: View) -> Memory:
        """All that is known now; rebuilt from the history if this bot was not there."""
        if self.memory is None or not self.memory.follows(view):
            self.memory = Memory(view.table.options, view.seat, begun_by(view), self.level)
        self.memory.observe(view)
        return self.memory
