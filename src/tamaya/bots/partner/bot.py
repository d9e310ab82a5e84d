"""The partner at the table: keeps track of the game at its level, and decides."""

from functools import partial

from tamaya.bots.api import Move
from tamaya.bots.inference.history_tracker import bring_up_to_date
from tamaya.bots.partner.connections import MOST_CONNECTIONS
from tamaya.bots.partner.convention_tracker import ConventionTracker
from tamaya.bots.partner.decision import PartnerDecision
from tamaya.rules import View

BEST_LEVEL = 2  # higher levels cause more misunderstandings


class PartnerBot:
    """Plays the conventions that people know, up to a level.

    Level 1: play clues and save clues. Level 2: also prompts and finesses. Level 3: also finesses
    through two cards, and self-finesses.
    """

    def __init__(self, level: int = BEST_LEVEL) -> None:
        if level not in MOST_CONNECTIONS:
            raise ValueError(f"there is no level {level}; levels are 1 to {max(MOST_CONNECTIONS)}")
        self.level = level
        self._tracker: ConventionTracker | None = None

    def act(self, view: View) -> Move:
        """Take in what has happened, then decide."""
        return PartnerDecision(view, self.track(view)).move()

    def track(self, view: View) -> ConventionTracker:
        """What everybody believes now; rebuilt from the history where that is necessary."""
        new = partial(ConventionTracker, level=self.level)
        self._tracker = bring_up_to_date(self._tracker, view, new)
        return self._tracker
