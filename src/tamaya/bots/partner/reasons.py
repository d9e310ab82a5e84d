"""Why the partner does things: what it told whom, and what it understood."""

from tamaya.bots.base import Why
from tamaya.bots.own import Own
from tamaya.bots.partner.clues import Worth
from tamaya.bots.partner.memory import Memory
from tamaya.bots.partner.table import Teammates
from tamaya.rules import CardId, Clue


class Reasons:
    """Reasons for what can be done on one turn."""

    def __init__(self, memory: Memory, own: Own, mates: Teammates) -> None:
        self.memory, self.own, self.mates = memory, own, mates

    def play(self, card: CardId) -> Why:
        """A card that fits: because that is certain, or because somebody's clue says so."""
        memory, said = self.memory, self.memory.said.get(card)
        certain = not memory.may[card] & ~memory.board.fitting
        if certain or said is None or not self._by_convention(card):
            return Why("knows-it-fits", {"card": card})
        code = "was-called" if card in memory.called else "was-told"
        return Why(code, {"card": card, "by": said.giver})

    def _by_convention(self, card: CardId) -> bool:
        """Whether it takes a reading of clues to know that a card fits."""
        return not self.memory.think[card] & ~self.memory.board.fitting

    def gamble(self, card: CardId) -> Why:
        return Why("nothing-to-lose", {"card": card})

    def discard(self, card: CardId) -> Why:
        """A card that goes."""
        useless = self.memory.board.useless
        if not self.own.hand[card] & ~useless:
            return Why("useless", {"card": card})
        if card in self.memory.said:
            return Why("least-risk", {"card": card})
        return Why("never-told", {"card": card})

    def clue(self, clue: Clue, worth: Worth) -> Why:
        """What a clue is meant to tell."""
        about: dict[str, int | str] = {"seat": clue.to}
        if worth.read is None:
            return Why("nothing-better", about)
        focus, plays, saves, links = worth.read
        face = self.memory.deck.faces[self.mates.faces[focus]]
        bit = 1 << self.mates.faces[focus]
        about |= {"card": focus, "suit": face.suit, "value": face.value}
        if bit & plays:
            return Why("play-clue", about)
        if links.get(bit):
            first = links[bit][0]
            code = "finesse-clue" if first.blind else "prompt-clue"
            return Why(code, {**about, "by": first.holder})
        if worth.fixes:
            return Why("fix-clue", {"seat": clue.to})
        if bit & saves:
            return Why("save-clue", about)
        return Why("tells-most", {"seat": clue.to})
