"""Why the partner does things: what it told whom, and what it understood.

A reason for a clue names the card that it is about, so it stays secret until the game is over.
"""

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
        if not memory.may[card] & ~memory.board.fitting:
            return Why("knows-it-fits", {"card": card})
        if said is None or not self._by_convention(card):
            return Why("knows-it-fits", {"card": card}, secret=True)
        code = "was-called" if card in memory.called else "was-told"
        return Why(code, {"card": card, "by": said.giver}, secret=card in memory.called)

    def _by_convention(self, card: CardId) -> bool:
        """Whether it takes a reading of clues to know that a card fits."""
        return not self.memory.think[card] & ~self.memory.board.fitting

    def gamble(self, card: CardId) -> Why:
        return Why("nothing-to-lose", {"card": card}, secret=True)

    def discard(self, card: CardId) -> Why:
        """A card that goes: aloud if everybody can tell."""
        useless = self.memory.board.useless
        if not self.own.hand[card] & ~useless:
            return Why("useless", {"card": card}, secret=bool(self.memory.may[card] & ~useless))
        if card in self.memory.said:
            return Why("least-risk", {"card": card}, secret=True)
        return Why("never-told", {"card": card})

    def clue(self, clue: Clue, worth: Worth) -> Why:
        """What a clue is meant to tell."""
        about: dict[str, int | str] = {"seat": clue.to}
        if worth.read is None:
            return Why("nothing-better", about, secret=True)
        focus, plays, saves, links = worth.read
        face = self.memory.deck.faces[self.mates.faces[focus]]
        bit = 1 << self.mates.faces[focus]
        about |= {"card": focus, "suit": face.suit, "value": face.value}
        if bit & plays:
            return Why("play-clue", about, secret=True)
        if links.get(bit):
            first = links[bit][0]
            code = "finesse-clue" if first.blind else "prompt-clue"
            return Why(code, {**about, "by": first.holder}, secret=True)
        if worth.fixes:
            return Why("fix-clue", {"seat": clue.to}, secret=True)
        if bit & saves:
            return Why("save-clue", about, secret=True)
        return Why("tells-most", {"seat": clue.to}, secret=True)
