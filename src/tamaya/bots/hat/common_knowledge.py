"""What everybody knows about every card: the same for all seats."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from tamaya.bots.hat.channel import Channel
from tamaya.bots.hat.public_snapshot import Public
from tamaya.bots.hat.questions import Question, talk
from tamaya.bots.inference.face_sets import count_off, cut, is_single, weights
from tamaya.bots.inference.history_tracker import Follower
from tamaya.rules import CardId, Clue, Event, Options, Seat
from tamaya.rules.events import Clued, Discarded, Drew

LAST = 4  # cards left to draw, from which on the end is worked out


class Hats(NamedTuple):
    """The sum of the numbers of some hands, and what they tell of each."""

    number: int
    may: dict[int, list[int]]


class Memory(Follower):
    """The public tables, as one seat keeps them."""

    def __init__(self, options: Options, me: Seat, first: Seat) -> None:
        super().__init__(options, me, first)
        self._public: Public | None = None

    def before(self, event: Event) -> None:
        if isinstance(event, Clued):
            self._clued(event)
        elif isinstance(event, Discarded):
            self._what_a_discard_tells(event)

    def after(self, event: Event) -> None:
        if isinstance(event, Drew):
            self.may[event.card] = self.unknown()
            count_off(self.may, self.left)
        self._public = None

    def is_late(self) -> bool:
        """Whether so few cards are left to draw that the end is worked out."""
        return self.table.deck_left <= LAST and not self.table.options.bouquet

    def public(self) -> Public:
        """What everybody knows of the cards that are left, until the next event."""
        if self._public is None:
            left = list(self.left)
            for faces in self.may.values():
                if is_single(faces):
                    left[faces.bit_length() - 1] -= 1
            self._public = Public(self.deck, self.board, self.last(), weights(left))
        return self._public

    # hats

    def channel(self, giver: int) -> Channel:
        return Channel(self.table, self.may, self.others(giver), self.public())

    def hats(self, giver: int, numbers: int) -> Hats:
        """The numbers of all hands that both this seat and the giver see."""
        public, total, known = self.public(), 0, {}
        for seat in self.others(giver):
            if seat == self.me:
                continue
            hand = self.table.hands[seat]
            known[seat] = may = [self.may[card] for card in hand]
            faces = [self.faces[card] for card in hand]
            total += talk(may, public, numbers, partial(Question.answer, hand=faces))
        return Hats(total % numbers, known)

    def own(self, number: int, numbers: int) -> list[int]:
        """What this seat's own number tells about its hand."""
        may = [self.may[card] for card in self.table.hands[self.me]]
        rest = number

        def answer(question: Question) -> int:
            nonlocal rest
            rest, got = divmod(rest, question.answers)
            return got

        talk(may, self.public(), numbers, answer)
        return may

    def spread(self, giver: int, number: int, numbers: int) -> dict[CardId, int]:
        """What a number that everybody heard tells about all hands but the giver's."""
        hats = self.hats(giver, numbers)
        learned: dict[CardId, int] = {}
        for seat, may in hats.may.items():
            learned |= zip(self.table.hands[seat], may, strict=True)
        if giver != self.me and self.table.hands[self.me]:
            mine = self.own((number - hats.number) % numbers, numbers)
            learned |= zip(self.table.hands[self.me], mine, strict=True)
        return learned

    def _clued(self, event: Clued) -> None:
        if not event.free:
            channel = self.channel(event.seat)
            number = channel.number(event.clue, event.cards)
            self._learn(self.spread(event.seat, number, channel.numbers))
        self._literally(event.clue, event.cards)
        count_off(self.may, self.left)

    def _learn(self, learned: dict[CardId, int]) -> None:
        for card, faces in learned.items():
            if faces:
                self.may[card] = faces

    def _literally(self, clue: Clue, cards: Iterable[CardId]) -> None:
        mask, pointed = self.deck.touched(clue), set(cards)
        for card in self.table.hands[clue.to]:
            faces = self.may[card]
            self.may[card] = cut(faces, mask, pointed=card in pointed) or faces

    # discards

    def useless(self, seat: int) -> list[CardId]:
        """The cards of a hand of which everybody knows that they are useless."""
        dead = self.board.useless
        return [card for card in self.table.hands[seat] if not self.may[card] & ~dead]

    def knows_a_play(self, seat: int, fitting: int) -> bool:
        """Whether everybody knows that somebody knows a card that fits."""
        return any(not self.may[card] & ~fitting for card in self.table.hands[seat])

    def _what_a_discard_tells(self, event: Discarded) -> None:
        """Which useless card goes is a number too; and nobody waited for a clue.

        The last is wrong when the number that was due could not be told, which is rare.
        """
        fitting = self.board.fitting
        idle = [s for s in self.others(event.seat) if not self.knows_a_play(s, fitting)]
        useless = self.useless(event.seat)
        if len(useless) > 1 and event.card in useless:
            number = useless.index(event.card)
            self._learn(self.spread(event.seat, number, len(useless)))
        if self.table.clue_tokens > 0 and not self.is_late():
            for seat in idle:
                for card in self.table.hands[seat]:
                    self.may[card] = self.may[card] & ~fitting or self.may[card]
        count_off(self.may, self.left)
