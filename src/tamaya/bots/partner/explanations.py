"""Why the partner does things: what it told whom, and what it understood."""

from tamaya.bots.api import Explanation
from tamaya.bots.inference.hand_odds import Own
from tamaya.bots.partner.clue_values import Worth
from tamaya.bots.partner.convention_tracker import Memory
from tamaya.bots.partner.teammates import Teammates
from tamaya.rules import CardId, Clue


class Reasons:
    """Reasons for what can be done on one turn."""

    def __init__(self, memory: Memory, own: Own, mates: Teammates) -> None:
        self.memory, self.own, self.mates = memory, own, mates

    def play(self, card: CardId) -> Explanation:
        """A card that fits: because that is certain, or because somebody's clue says so."""
        memory, said = self.memory, self.memory.said.get(card)
        certain = not memory.may[card] & ~memory.board.fitting
        if certain or said is None or not self._by_convention(card):
            return Explanation("knows-it-fits", {"card": card})
        code = "was-called" if card in memory.called else "was-told"
        return Explanation(code, {"card": card, "by": said.giver})

    def _by_convention(self, card: CardId) -> bool:
        """Whether it takes a reading of clues to know that a card fits."""
        return not self.memory.think[card] & ~self.memory.board.fitting

    def gamble(self, card: CardId) -> Explanation:
        return Explanation("nothing-to-lose", {"card": card})

    def discard(self, card: CardId) -> Explanation:
        """A card that goes."""
        useless = self.memory.board.useless
        if not self.own.hand[card] & ~useless:
            return Explanation("useless", {"card": card})
        if card in self.memory.said:
            return Explanation("least-risk", {"card": card})
        return Explanation("never-told", {"card": card})

    def clue(self, clue: Clue, worth: Worth) -> Explanation:
        """What a clue is meant to tell."""
        about: dict[str, int | str] = {"seat": clue.to}
        if worth.read is None:
            return Explanation("nothing-better", about)
        focus, plays, saves, links = worth.read
        face = self.memory.deck.faces[self.mates.faces[focus]]
        bit = 1 << self.mates.faces[focus]
        about |= {"card": focus, "suit": face.suit, "value": face.value}
        if bit & plays:
            return Explanation("play-clue", about)
        if links.get(bit):
            first = links[bit][0]
            code = "finesse-clue" if first.blind else "prompt-clue"
            return Explanation(code, {**about, "by": first.holder})
        if worth.fixes:
            return Explanation("fix-clue", {"seat": clue.to})
        if bit & saves:
            return Explanation("save-clue", about)
        return Explanation("tells-most", {"seat": clue.to})
