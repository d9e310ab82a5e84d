"""What a clue is worth: how it will be read, and what comes of that."""

from typing import NamedTuple

from tamaya.bots.inference.face_sets import is_single
from tamaya.bots.partner.beliefs import Mind
from tamaya.bots.partner.clue_reading import Read, read
from tamaya.bots.partner.convention_tracker import Memory
from tamaya.bots.partner.teammates import Teammates
from tamaya.rules import CardId, Clue, touched


class Worth(NamedTuple):
    """A clue weighed."""

    value: float
    mind: Mind  # what everybody thinks after it
    read: Read | None
    fixes: bool  # whether a mistake is prevented


class Clues:
    """Clues weighed against what everybody thinks now."""

    def __init__(self, memory: Memory, mates: Teammates) -> None:
        self.memory, self.mates, self.weights = memory, mates, mates.weights
        self.heights = memory.ahead(mates.me)
        self.before = sum(self.heights)
        self.lies, self.doomed = mates.lies(memory), mates.doomed(memory)

    def worth(self, clue: Clue) -> Worth:
        """Weigh one clue."""
        mates, weights = self.mates, self.weights
        cards = touched(mates.view, clue)
        mind = self.memory.further()
        got = read(mind, mates.me, clue, cards, self.memory.level)
        doomed = mates.doomed(mind) - self.doomed
        value = weights.plays * (sum(mind.ahead(mates.me)) - self.before)
        value -= weights.lie * (mates.lies(mind) - self.lies) + weights.doomed * doomed
        value += self._touches(mind, cards)
        for card in mates.view.faces:
            told = self.memory.think[card].bit_count() - mind.think[card].bit_count()
            if told:
                value += weights.bits * told * self._near(card)
        chop = self.memory.chop(clue.to)
        if chop is not None and chop in cards and mates.last >> mates.faces[chop] & 1:
            value += weights.save
        return Worth(value, mind, got, fixes=doomed < 0)

    def _touches(self, mind: Mind, cards: tuple[CardId, ...]) -> float:
        """Good touch: cards pointed at for the first time should be of use, and not there twice."""
        mates, weights, value = self.mates, self.weights, 0.0
        useless, there = mind.board.useless, self._spoken_of()
        for card in cards:
            face = 1 << mates.faces[card]
            if card in self.memory.clued:
                continue
            if face & useless:
                value -= weights.trash if not mind.think[card] & ~useless else weights.bad
            elif face & there:
                value -= weights.twice
            else:
                value += weights.touch * self._near(card) - weights.mine * self._mine_too(face)
                there |= face
        return value

    def _near(self, card: CardId) -> float:
        """How much a card counts that will be needed only after some others."""
        n = self.mates.faces[card]
        below = self.memory.deck.step[n] - self.heights[self.memory.deck.faces[n].suit]
        return self.weights.far ** max(0, below)

    def _spoken_of(self) -> int:
        """The faces that were pointed at, as far as this seat can tell."""
        there, mates = 0, self.mates
        for card in self.memory.clued:
            if card in mates.view.faces:
                there |= 1 << mates.faces[card]
            elif is_single(mates.own.hand[card]):
                there |= mates.own.hand[card]
        return there

    def _mine_too(self, face: int) -> float:
        """How likely one of one's own cards that were pointed at is the same."""
        own, clued = self.mates.own, self.memory.clued
        return max((own.chance(card, face) for card in own.hand if card in clued), default=0.0)
