"""The hat bot at the table: what it remembers."""

from tamaya.bots.api import Move
from tamaya.bots.hat.common_knowledge import Memory
from tamaya.bots.hat.decision import Turn
from tamaya.bots.inference.history_tracker import begun_by
from tamaya.rules import View


class HatBot:
    """Plays with others of its kind: they understand each other's numbers."""

    def __init__(self) -> None:
        self.memory: Memory | None = None

    def act(self, view: View) -> Move:
        """Take in what happened, then decide."""
        return Turn(view, self.remembers(view)).move()

    def remembers(self, view: View) -> Memory:
        """All that is known now; rebuilt from the history if this bot was not there."""
        if self.memory is None or not self.memory.follows(view):
            self.memory = Memory(view.table.options, view.seat, begun_by(view))
        self.memory.observe(view)
        return self.memory
