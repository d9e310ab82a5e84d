"""The hat bot at the table: keeps track of the game and decides."""

from tamaya.bots.api import Move
from tamaya.bots.hat.common_knowledge import CommonKnowledge
from tamaya.bots.hat.decision import HatDecision
from tamaya.bots.inference.history_tracker import bring_up_to_date
from tamaya.rules import View


class HatBot:
    """Plays with others of its kind: they decode each other's clues."""

    def __init__(self) -> None:
        self._tracker: CommonKnowledge | None = None

    def act(self, view: View) -> Move:
        """Take in what has happened, then decide."""
        return HatDecision(view, self.track(view)).move()

    def track(self, view: View) -> CommonKnowledge:
        """What is common knowledge now; rebuilt from the history where that is necessary."""
        self._tracker = bring_up_to_date(self._tracker, view, CommonKnowledge)
        return self._tracker
