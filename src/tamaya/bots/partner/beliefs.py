"""What everybody believes: for each card, what its holder takes it to be."""

from copy import copy
from typing import NamedTuple, Self

from tamaya.bots.inference.face_sets import FaceSet, eliminate_by_count, is_single
from tamaya.bots.inference.history_tracker import HistoryTracker
from tamaya.rules import CardId, Options, Seat

RIGHT_PER_WRONG = 4  # readings of a giver's clues that must be right for each that was wrong
PROVEN = 3  # readings that must be right for a giver's silence to mean something too


class PendingConnection(NamedTuple):
    """A focus that has a certain face if another card, played first, has another."""

    holder: int  # of the card that is played first
    card: CardId
    face: FaceSet  # that this card must have
    focus: CardId
    focus_face: FaceSet  # that the focus has in this case
    blind: bool  # whether the first card was never clued: a finesse, else a prompt


class Gotten(NamedTuple):
    """When a card was gotten, by whom, and what was trash then."""

    turn: int
    giver: int
    trash: FaceSet
    exempt: FaceSet = 0  # faces placed since, which it may have all the same


class GottenCard(NamedTuple):
    """A card that was gotten, with its face."""

    holder: int
    card: CardId
    seen: FaceSet  # the face as others see it; empty for this seat's own, if it is not known
    known: FaceSet  # the face if the holder knows it, else empty


class Beliefs(HistoryTracker):
    """Public facts, and how clues have been read."""

    def __init__(self, options: Options, me: Seat, first: Seat) -> None:
        super().__init__(options, me, first)
        self.believed = dict(self.possible)  # what the holder takes a card to be
        self.clued: set[CardId] = set()
        self.finessed: set[CardId] = set()  # never clued, and yet expected to be played
        self.gotten: dict[CardId, Gotten] = {}  # those that were clued or finessed
        self.unsaved: dict[CardId, FaceSet] = {}  # what a chop cannot be, as nobody saved it
        self.pending: list[PendingConnection] = []
        self.right = [0] * options.players  # by giver: cards that were playable as clues were read
        self.wrong = [0] * options.players  # … and that were not

    def trusts(self, giver: int) -> bool:
        """Whether a giver's clues follow the conventions: they mostly did so far."""
        return self.right[giver] >= RIGHT_PER_WRONG * self.wrong[giver]

    def trusts_silence(self, giver: int) -> bool:
        """Whether the clues that a giver did not give can also be relied on."""
        return self.right[giver] >= PROVEN and self.trusts(giver)

    def fork(self) -> Self:
        """A copy to try a clue on."""
        other = copy(self)
        other.possible, other.believed = self.possible.copy(), self.believed.copy()
        other.gotten = self.gotten.copy()
        other.clued, other.finessed = self.clued.copy(), self.finessed.copy()
        other.pending = self.pending.copy()
        return other

    # places in a hand

    def chop(self, seat: int) -> CardId | None:
        """The card that is discarded next if nothing else is known: the oldest not gotten."""
        return next((card for card in self.table.hands[seat] if card not in self.gotten), None)

    def finesse_position(self, seat: int, used: set[CardId]) -> CardId | None:
        """The newest card that is not gotten: the one to be played blindly."""
        hand = reversed(self.table.hands[seat])
        return next((card for card in hand if card not in self.gotten and card not in used), None)

    def believed_unsaved(self, card: CardId) -> FaceSet:
        """What a card is believed to be, also because nobody saved it when it was the chop."""
        believed = self.believed[card]
        return believed & ~self.unsaved.get(card, 0) or believed

    # fireworks to come

    def playable_on(self, heights: list[int]) -> FaceSet:
        """The faces that would be playable on fireworks of these heights."""
        faces = 0
        for firework, height in zip(self.deck.firework, heights, strict=True):
            if height < len(firework):
                faces |= firework[height]
        return faces & ~self.needs.trash

    def playable_up_to(self, heights: list[int]) -> FaceSet:
        """The faces that are playable now or on the way to fireworks of these heights."""
        faces = 0
        for firework, low, high in zip(
            self.deck.firework, self.table.fireworks, heights, strict=True
        ):
            for face in firework[low : high + 1]:
                faces |= face
        return faces & ~self.needs.trash

    def expected_heights(self, *observers: int, without: CardId | None = None) -> list[int]:
        """The fireworks once all have played what they believe to be playable.

        A card counts if all observers and this seat see it, or if its holder knows it.
        """
        heights = list(self.table.fireworks)
        waiting = [
            (card, holder)
            for holder, hand in enumerate(self.table.hands)
            for card in hand
            if card in self.gotten and card != without
        ]
        playable = self.playable_on(heights)  # now or by then
        again = True
        while again:
            again = False
            for one in waiting:
                card, holder = one
                if self.believed[card] & ~playable:
                    continue
                face = self._face(card, holder, observers)
                if face is not None and heights[self.deck.faces[face].suit] == self.deck.step[face]:
                    heights[self.deck.faces[face].suit] += 1
                    playable |= self.playable_on(heights)
                    waiting.remove(one)
                    again = True
                    break
        return heights

    def _face(self, card: CardId, holder: int, observers: tuple[int, ...]) -> int | None:
        """The face number of a card, if all observers and this seat see it, or if it is known."""
        if holder != self.me and holder not in observers:
            return self.faces[card]
        believed = self.believed[card]
        return believed.bit_length() - 1 if is_single(believed) else None

    # deductions

    def deduce(self) -> None:
        """Count copies, then apply good touch: gotten cards are no trash and no duplicates."""
        eliminate_by_count(self.possible, self.copies_left)
        while self._good_touch():
            pass

    def _good_touch(self) -> bool:
        """Whether a card became known because others cannot be the same."""
        placed = 0
        for firework, height in zip(self.deck.firework, self.table.fireworks, strict=True):
            placed |= sum(firework[:height])
        cards, found = self._gotten_cards(), False
        for one in cards:
            believed = self.believed[one.card]
            if is_single(believed):
                continue
            gotten = self.gotten[one.card]
            excluded = (placed | gotten.trash) & ~gotten.exempt
            for other in cards:
                if other.card != one.card:
                    excluded |= self._excluded_by(one, other)
            rest = believed & ~excluded or believed & ~placed or believed
            self.believed[one.card] = rest
            found = found or is_single(rest)
        return found

    def _gotten_cards(self) -> list[GottenCard]:
        cards = []
        for holder, hand in enumerate(self.table.hands):
            for card in hand:
                believed = self._consistent_belief(card)
                if card in self.gotten:
                    known = believed if is_single(believed) else 0
                    seen = known if holder == self.me else 1 << self.faces[card]
                    cards.append(GottenCard(holder, card, seen, known))
        return cards

    def _consistent_belief(self, card: CardId) -> FaceSet:
        """What a card is believed to be; a belief that proved impossible is dropped."""
        believed = self.believed[card] & self.possible[card]
        if not believed:
            believed = self.possible[card]
            if card in self.finessed:
                self.cancel_finesse(card)
        self.believed[card] = believed
        return believed

    def _excluded_by(self, one: GottenCard, other: GottenCard) -> FaceSet:
        """The face that a card cannot have because the other one has it."""
        if one.holder == other.holder:
            return other.known
        mine, theirs = self.gotten[one.card], self.gotten[other.card]
        later = mine.giver if mine.turn > theirs.turn else theirs.giver
        if later == other.holder:
            return other.known  # who gave the later clue did not see that card
        return 0 if later == one.holder else other.seen

    def cancel_finesse(self, card: CardId) -> None:
        """Nobody expects a card to be played blindly any more."""
        self.finessed.discard(card)
        del self.gotten[card]
