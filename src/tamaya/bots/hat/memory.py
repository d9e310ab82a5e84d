"""What everybody knows about every card: the same for all seats, rebuilt from the history alone."""

from collections.abc import Iterable
from functools import partial

from tamaya.bots.hat.channel import Channel
from tamaya.bots.hat.deck import Board, Weights, board, deck, is_single, weights
from tamaya.bots.hat.questions import Question, talk
from tamaya.rules import CardId, Clue, Options, Seat, View
from tamaya.rules.events import Clued, Discarded, Drew, Event, Played, ShuffledBack
from tamaya.rules.table import laid_out


class Memory:
    """The public tables, as one seat keeps them: it sees all hands but its own."""

    def __init__(self, options: Options, me: Seat, first: Seat) -> None:
        self.deck = deck(options)
        self.me = me
        self.table = laid_out(options, first)
        self.left = list(self.deck.copies)  # copies that nobody has seen on the table
        self.may = {card: self.deck.every for hand in self.table.hands for card in hand}
        self.faces: dict[CardId, int] = {}  # numbers of the faces that this seat has seen
        self.seen = 0  # events
        self.told = dict.fromkeys(self.may, 0)  # when a clue last pointed at a card

    def observe(self, view: View) -> None:
        """All that has happened since the last time."""
        new = view.history[self.seen :]
        number = self.deck.number
        for card, face in view.faces.items():
            self.faces[card] = number[face]
        for event in new:
            if isinstance(event, Played | Discarded):
                self.faces[event.card] = number[event.face]
        for event in new:
            self._take_in(event)
        self.seen = len(view.history)

    def _take_in(self, event: Event) -> None:
        match event:
            case Clued():
                self._clued(event)
            case Discarded():
                self._discarded(event)
            case Played(_, card, face):
                self._gone(card, self.deck.number[face])
            case ShuffledBack(face):
                self.left[self.deck.number[face]] += 1
            case _:
                pass
        self.table = event.on(self.table)
        if isinstance(event, Drew):
            self.may[event.card] = sum(1 << n for n, left in enumerate(self.left) if left)
            self.settle()

    def _gone(self, card: CardId, face: int) -> None:
        self.left[face] -= 1
        del self.may[card]

    # what follows from counting

    def settle(self) -> None:
        """A face of which all copies are known to lie elsewhere is not to be found in a card."""
        may = self.may
        while True:
            count = [0] * len(self.left)
            for faces in may.values():
                if faces & (faces - 1) == 0:
                    count[faces.bit_length() - 1] += 1
            full = sum(1 << n for n, left in enumerate(self.left) if count[n] >= left)
            changed = False
            for card, faces in may.items():
                if faces & full and faces & (faces - 1):
                    cut = faces & ~full
                    if cut:
                        may[card] = cut
                        changed = True
            if not changed:
                return

    def weights(self) -> Weights:
        """The copies of each face that may be in cards which are not known."""
        left = list(self.left)
        for faces in self.may.values():
            if is_single(faces):
                left[faces.bit_length() - 1] -= 1
        return weights(left)

    def board(self) -> Board:
        return board(self.deck, self.table)

    # hats

    def others(self, giver: int) -> list[int]:
        """The others who hold cards, the next in turn first."""
        hands = self.table.hands
        players = len(hands)
        return [s for n in range(1, players) if hands[s := (giver + n) % players]]

    def channel(self, giver: int) -> Channel:
        return Channel(self.deck, self.table, self.may, self.others(giver), self.board())

    def hats(self, giver: int, numbers: int) -> dict[int, tuple[int, list[int]]]:
        """The number of every hand that both this seat and the giver see, and what it tells."""
        now, weigh = self.board(), self.weights()
        found = {}
        for seat in self.others(giver):
            if seat == self.me:
                continue
            hand = self.table.hands[seat]
            may = [self.may[card] for card in hand]
            faces = [self.faces[card] for card in hand]
            found[seat] = talk(may, now, weigh, numbers, partial(_answer, faces)), may
        return found

    def own(self, number: int, numbers: int) -> list[int]:
        """What this seat's own number tells about its hand."""
        may = [self.may[card] for card in self.table.hands[self.me]]
        rest = number

        def answer(question: Question) -> int:
            nonlocal rest
            rest, got = divmod(rest, question.answers)
            return got

        talk(may, self.board(), self.weights(), numbers, answer)
        return may

    def spread(self, giver: int, number: int, numbers: int) -> dict[CardId, int]:
        """What a number that everybody heard tells about all hands but the giver's."""
        hats = self.hats(giver, numbers)
        learned: dict[CardId, int] = {}
        for seat, (_, may) in hats.items():
            learned |= zip(self.table.hands[seat], may, strict=True)
        if giver != self.me and self.table.hands[self.me]:
            mine = (number - sum(hat for hat, _ in hats.values())) % numbers
            learned |= zip(self.table.hands[self.me], self.own(mine, numbers), strict=True)
        return learned

    def _clued(self, event: Clued) -> None:
        if not event.free:
            channel = self.channel(event.seat)
            number = channel.number(event.clue, event.cards)
            self._learn(self.spread(event.seat, number, channel.numbers))
        self._literally(event.clue, event.cards)
        self.settle()

    def _learn(self, learned: dict[CardId, int]) -> None:
        for card, faces in learned.items():
            if faces:
                self.may[card] = faces

    def _literally(self, clue: Clue, cards: Iterable[CardId]) -> None:
        touched, pointed = self.deck.touched(clue), set(cards)
        for card in self.table.hands[clue.to]:
            faces = self.may[card] & (touched if card in pointed else ~touched)
            if faces:
                self.may[card] = faces

    def _discarded(self, event: Discarded) -> None:
        self._what_a_discard_tells(event)
        self._gone(event.card, self.deck.number[event.face])

    def useless(self, seat: int) -> list[CardId]:
        """The cards of a hand of which everybody knows that they are useless."""
        dead = self.board().useless
        return [card for card in self.table.hands[seat] if not self.may[card] & ~dead]

    def knows_a_play(self, seat: int, fitting: int) -> bool:
        """Whether everybody knows that somebody knows a card that fits."""
        return any(not self.may[card] & ~fitting for card in self.table.hands[seat])

    def _what_a_discard_tells(self, event: Discarded) -> None:
        """Which useless card goes is a number too; and nobody had anything better to be told."""
        fitting = self.board().fitting
        idle = [s for s in self.others(event.seat) if not self.knows_a_play(s, fitting)]
        useless = self.useless(event.seat)
        if len(useless) > 1 and event.card in useless:
            number = useless.index(event.card)
            self._learn(self.spread(event.seat, number, len(useless)))
        if self.table.clue_tokens > 0:
            for seat in idle:
                for card in self.table.hands[seat]:
                    self.may[card] = self.may[card] & ~fitting or self.may[card]
        self.settle()


def _answer(hand: list[int], question: Question) -> int:
    return question.answer(hand)
