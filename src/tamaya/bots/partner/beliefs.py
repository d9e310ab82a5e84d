"""What everybody thinks: of each card, what its holder takes it to be."""

from copy import copy
from typing import NamedTuple, Self

from tamaya.bots.inference.face_sets import count_off, is_single
from tamaya.bots.inference.history_tracker import Follower
from tamaya.rules import CardId, Options, Seat

ENOUGH = 4  # readings that were right for each that was wrong
PROVEN = 3  # readings that were right, for silence to mean something too


class Wait(NamedTuple):
    """A card is taken for something that fits only after somebody else's card."""

    holder: int  # of the card that comes first
    card: CardId
    face: int  # which that card must have, as a bit
    focus: CardId  # the card that waits
    then: int  # the face that it has in this case
    blind: bool  # whether the first card was never pointed at


class Said(NamedTuple):
    """When a card was first spoken of, by whom, and what was useless then."""

    when: int
    giver: int
    dead: int
    kept: int = 0  # faces placed since, which it may have all the same


class Marked(NamedTuple):
    """A card that was spoken of."""

    holder: int
    card: CardId
    seen: int  # its face as others see it, none for this seat's own
    known: int  # its face if the holder knows it


class Mind(Follower):
    """Public facts, and how clues have been read."""

    def __init__(self, options: Options, me: Seat, first: Seat) -> None:
        super().__init__(options, me, first)
        self.think = dict(self.may)  # what the holder takes a card to be
        self.clued: set[CardId] = set()
        self.called: set[CardId] = set()  # never pointed at, and yet expected to be played
        self.said: dict[CardId, Said] = {}  # of those that were clued or called
        self.unsaved: dict[CardId, int] = {}  # last copies that a card is not: it was not saved
        self.waits: list[Wait] = []
        self.right = [0] * options.players  # cards that fitted as somebody's clue was read
        self.wrong = [0] * options.players  # … and that did not

    def trusts(self, giver: int) -> bool:
        """Whether somebody's clues mean what conventions say: they mostly did so far."""
        return self.right[giver] >= ENOUGH * self.wrong[giver]

    def has_proven_right(self, giver: int) -> bool:
        """Whether also what somebody does not say can be relied on."""
        return self.right[giver] >= PROVEN and self.trusts(giver)

    def further(self) -> Self:
        """The same thoughts, to think further with."""
        other = copy(self)
        other.may, other.think, other.said = self.may.copy(), self.think.copy(), self.said.copy()
        other.clued, other.called = self.clued.copy(), self.called.copy()
        other.waits = self.waits.copy()
        return other

    # places in a hand

    def chop(self, seat: int) -> CardId | None:
        """The card that goes next if nothing else is known: the oldest never spoken of."""
        return next((card for card in self.table.hands[seat] if card not in self.said), None)

    def newest(self, seat: int, but: set[CardId]) -> CardId | None:
        """The newest card never spoken of: the one to be played blindly."""
        hand = reversed(self.table.hands[seat])
        return next((card for card in hand if card not in self.said and card not in but), None)

    def going(self, card: CardId) -> int:
        """What a card can be if it is to be discarded."""
        think = self.think[card]
        return think & ~self.unsaved.get(card, 0) or think

    # fireworks to come

    def fitting(self, heights: list[int]) -> int:
        """The faces that would fit on fireworks of these heights."""
        mask = 0
        for suit, height in zip(self.deck.suits, heights, strict=True):
            if height < len(suit):
                mask |= suit[height]
        return mask & ~self.board.useless

    def until(self, heights: list[int]) -> int:
        """The faces that fit now or on the way to fireworks of these heights."""
        mask = 0
        for suit, low, high in zip(self.deck.suits, self.table.fireworks, heights, strict=True):
            for bit in suit[low : high + 1]:
                mask |= bit
        return mask & ~self.board.useless

    def ahead(self, *eyes: int, but: CardId | None = None) -> list[int]:
        """The fireworks once all have played what they take to be playable, in these eyes."""
        heights = list(self.table.fireworks)
        waiting = [
            (card, holder)
            for holder, hand in enumerate(self.table.hands)
            for card in hand
            if card in self.said and card != but
        ]
        fit = self.fitting(heights)  # now or by then
        again = True
        while again:
            again = False
            for one in waiting:
                card, holder = one
                think = self.think[card]
                if think & ~fit:
                    continue
                face = self._face(card, holder, eyes)
                if face is not None and heights[self.deck.faces[face].suit] == self.deck.step[face]:
                    heights[self.deck.faces[face].suit] += 1
                    fit |= self.fitting(heights)
                    waiting.remove(one)
                    again = True
                    break
        return heights

    def _face(self, card: CardId, holder: int, eyes: tuple[int, ...]) -> int | None:
        """The face of a card, if all these seats see it and so do we, or if it is known."""
        if holder != self.me and holder not in eyes:
            return self.faces[card]
        think = self.think[card]
        return think.bit_length() - 1 if is_single(think) else None

    # what follows

    def settle(self) -> None:
        """Counting, then good touch: what was spoken of is of use, and not there twice."""
        count_off(self.may, self.left)
        while self._good_touch():
            pass

    def _good_touch(self) -> bool:
        """Whether a card became known by what is not there twice."""
        placed = 0
        for suit, height in zip(self.deck.suits, self.table.fireworks, strict=True):
            placed |= sum(suit[:height])
        marked, found = self._marked(), False
        for one in marked:
            think = self.think[one.card]
            if is_single(think):
                continue
            said = self.said[one.card]
            gone = (placed | said.dead) & ~said.kept
            for other in marked:
                if other.card != one.card:
                    gone |= self._not_twice(one, other)
            rest = think & ~gone or think & ~placed or think
            self.think[one.card] = rest
            found = found or is_single(rest)
        return found

    def _marked(self) -> list[Marked]:
        marked = []
        for holder, hand in enumerate(self.table.hands):
            for card in hand:
                think = self._repaired(card)
                if card in self.said:
                    known = think if is_single(think) else 0
                    seen = known if holder == self.me else 1 << self.faces[card]
                    marked.append(Marked(holder, card, seen, known))
        return marked

    def _repaired(self, card: CardId) -> int:
        """What a card is taken for; a reading that proved wrong is forgotten."""
        think = self.think[card] & self.may[card]
        if not think:
            think = self.may[card]
            if card in self.called:
                self.uncall(card)
        self.think[card] = think
        return think

    def _not_twice(self, one: Marked, other: Marked) -> int:
        """The face that a card does not have because another one has it."""
        if one.holder == other.holder:
            return other.known
        mine, theirs = self.said[one.card], self.said[other.card]
        later = mine.giver if mine.when > theirs.when else theirs.giver
        if later == other.holder:
            return other.known  # who gave the later clue did not see that card
        return 0 if later == one.holder else other.seen

    def uncall(self, card: CardId) -> None:
        """Nobody expects a card to be played blindly any more."""
        self.called.discard(card)
        del self.said[card]
