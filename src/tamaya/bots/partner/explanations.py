"""Why the partner makes its moves: what a clue is meant to say, and what it understood."""

from tamaya.bots.api import Explanation
from tamaya.bots.inference.hand_odds import HandOdds
from tamaya.bots.partner.clue_values import ClueValue
from tamaya.bots.partner.convention_tracker import ConventionTracker
from tamaya.bots.partner.teammates import Teammates
from tamaya.rules import CardId, Clue


class MoveExplainer:
    """Explains what can be done on one turn."""

    def __init__(self, tracker: ConventionTracker, odds: HandOdds, mates: Teammates) -> None:
        self.tracker, self.odds, self.mates = tracker, odds, mates

    def play(self, card: CardId) -> Explanation:
        """A playable card: because that is certain, or because somebody's clue says so."""
        tracker, gotten = self.tracker, self.tracker.gotten.get(card)
        certain = not tracker.possible[card] & ~tracker.needs.playable
        if certain or gotten is None or not self._by_convention(card):
            return Explanation("knows-it-fits", {"card": card})
        code = "was-called" if card in tracker.finessed else "was-told"
        return Explanation(code, {"card": card, "by": gotten.giver})

    def _by_convention(self, card: CardId) -> bool:
        """Whether a card is playable only by the way clues are read."""
        return not self.tracker.believed[card] & ~self.tracker.needs.playable

    def gamble(self, card: CardId) -> Explanation:
        return Explanation("nothing-to-lose", {"card": card})

    def discard(self, card: CardId) -> Explanation:
        """Why a card is discarded."""
        if not self.odds.hand[card] & ~self.tracker.needs.trash:
            return Explanation("useless", {"card": card})
        if card in self.tracker.gotten:
            return Explanation("least-risk", {"card": card})
        return Explanation("never-told", {"card": card})

    def clue(self, clue: Clue, value: ClueValue) -> Explanation:
        """What a clue is meant to say."""
        about: dict[str, int | str] = {"seat": clue.to}
        if value.reading is None:
            return Explanation("nothing-better", about)
        focus, plays, saves, connections = value.reading
        number = self.mates.faces[focus]
        face, bit = self.tracker.deck.faces[number], 1 << number
        about |= {"card": focus, "suit": face.suit, "value": face.value}
        if bit & plays:
            return Explanation("play-clue", about)
        if connections.get(bit):
            first = connections[bit][0]
            code = "finesse-clue" if first.blind else "prompt-clue"
            return Explanation(code, {**about, "by": first.holder})
        if value.fixes:
            return Explanation("fix-clue", {"seat": clue.to})
        if bit & saves:
            return Explanation("save-clue", about)
        return Explanation("tells-most", {"seat": clue.to})
