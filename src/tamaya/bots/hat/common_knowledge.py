"""What is common knowledge about every card: the same tables for all seats."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from tamaya.bots.hat.channel import Channel
from tamaya.bots.hat.public_snapshot import PublicSnapshot
from tamaya.bots.hat.questions import Question, ask_all
from tamaya.bots.inference.face_sets import (
    FaceSet,
    copy_counts,
    eliminate_by_count,
    is_single,
    narrow_by_clue,
)
from tamaya.bots.inference.history_tracker import HistoryTracker
from tamaya.bots.inference.needs import is_last_mistake
from tamaya.rules import CardId, Clue, Event, Options, Seat
from tamaya.rules.events import Clued, Discarded, Drew

ENDGAME = 5  # solve the endgame exactly once this few cards are left to draw


class HatSum(NamedTuple):
    """The sum of the hats of some hands, and what those hats tell about each hand."""

    number: int
    possible: dict[int, list[FaceSet]]


class CommonKnowledge(HistoryTracker):
    """The public tables, as one seat keeps them."""

    def __init__(self, options: Options, me: Seat, first: Seat) -> None:
        super().__init__(options, me, first)
        self._public: PublicSnapshot | None = None

    def before_event(self, event: Event) -> None:
        if isinstance(event, Clued):
            self._learn_from_clue(event)
        elif isinstance(event, Discarded):
            self._learn_from_discard(event)

    def after_event(self, event: Event) -> None:
        if isinstance(event, Drew):
            self.possible[event.card] = self.drawable()
            eliminate_by_count(self.possible, self.copies_left)
        self._public = None

    def is_endgame(self) -> bool:
        """Whether so few cards are left to draw that the endgame is solved."""
        return self.table.deck_left <= ENDGAME and not self.table.options.bouquet

    def public(self) -> PublicSnapshot:
        """What everybody knows of the cards that are left, until the next event."""
        if self._public is None:
            left = list(self.copies_left)
            for faces in self.possible.values():
                if is_single(faces):
                    left[faces.bit_length() - 1] -= 1
            players = self.table.options.players
            self._public = PublicSnapshot(self.deck, self.needs, copy_counts(left), players)
        return self._public

    # hats

    def channel(self, giver: int) -> Channel:
        return Channel(self.table, self.possible, self.other_holders(giver), self.public())

    def hat_sum(self, giver: int, modulus: int) -> HatSum:
        """The sum of the hats that both this seat and the giver see."""
        public, total, learned = self.public(), 0, {}
        for seat in self.other_holders(giver):
            if seat == self.me:
                continue
            hand = self.table.hands[seat]
            learned[seat] = possible = [self.possible[card] for card in hand]
            faces = [self.faces[card] for card in hand]
            total += ask_all(possible, public, modulus, partial(Question.answer, hand=faces))
        return HatSum(total % modulus, learned)

    def _decode_own_hat(self, hat: int, modulus: int) -> list[FaceSet]:
        """What this seat's own hat tells about its hand."""
        possible = [self.possible[card] for card in self.table.hands[self.me]]
        rest = hat

        def answer(question: Question) -> int:
            nonlocal rest
            rest, got = divmod(rest, question.answers)
            return got

        ask_all(possible, self.public(), modulus, answer)
        return possible

    def _decode(self, giver: int, number: int, modulus: int) -> dict[CardId, FaceSet]:
        """What a number that everybody received tells about all hands but the giver's."""
        hats = self.hat_sum(giver, modulus)
        learned: dict[CardId, FaceSet] = {}
        for seat, possible in hats.possible.items():
            learned |= zip(self.table.hands[seat], possible, strict=True)
        if giver != self.me and self.table.hands[self.me]:
            own = self._decode_own_hat((number - hats.number) % modulus, modulus)
            learned |= zip(self.table.hands[self.me], own, strict=True)
        return learned

    def _learn_from_clue(self, event: Clued) -> None:
        if not event.free:
            channel = self.channel(event.seat)
            number = channel.number(event.clue, event.cards)
            self._learn(self._decode(event.seat, number, channel.size))
        self._take_literally(event.clue, event.cards)
        eliminate_by_count(self.possible, self.copies_left)

    def _learn(self, learned: dict[CardId, FaceSet]) -> None:
        for card, faces in learned.items():
            if faces:
                self.possible[card] = faces

    def _take_literally(self, clue: Clue, cards: Iterable[CardId]) -> None:
        clue_faces, touched = self.deck.touched(clue), set(cards)
        for card in self.table.hands[clue.to]:
            faces = self.possible[card]
            self.possible[card] = (
                narrow_by_clue(faces, clue_faces, touched=card in touched) or faces
            )

    # discards

    def known_trash(self, seat: int) -> list[CardId]:
        """The cards of a hand that everybody knows to be trash."""
        trash = self.needs.trash
        return [card for card in self.table.hands[seat] if not self.possible[card] & ~trash]

    def knows_a_play(self, seat: int) -> bool:
        """Whether everybody knows that a seat knows a playable card."""
        playable = self.needs.playable
        return any(not self.possible[card] & ~playable for card in self.table.hands[seat])

    def _learn_from_discard(self, event: Discarded) -> None:
        """Which trash card goes is a number too; and a giver who discards saw nothing to play.

        The second is not concluded once mistakes were made and the next one ends the game: then a
        giver who cannot express the number that is due discards. Before, it plays the card instead.
        """
        playable = self.needs.playable
        idle = [s for s in self.other_holders(event.seat) if not self.knows_a_play(s)]
        trash = self.known_trash(event.seat)
        if len(trash) > 1 and event.card in trash:
            self._learn(self._decode(event.seat, trash.index(event.card), len(trash)))
        careful = self.table.mistakes > 0 and is_last_mistake(self.table)
        if self.table.clue_tokens > 0 and not self.is_endgame() and not careful:
            for seat in idle:
                for card in self.table.hands[seat]:
                    self.possible[card] = self.possible[card] & ~playable or self.possible[card]
        eliminate_by_count(self.possible, self.copies_left)
