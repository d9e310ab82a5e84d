"""Following a game: what everybody sees of it, rebuilt from the history alone."""

from abc import ABC, abstractmethod

from tamaya.bots.inference.face_sets import board, deck
from tamaya.rules import CardId, Event, Options, Seat, View
from tamaya.rules.events import Clued, Discarded, PlacedFromPile, Played, ShuffledBack
from tamaya.rules.table import laid_out

CHANGES_THE_BOARD = (Played, Discarded, ShuffledBack, PlacedFromPile)


class Follower(ABC):
    """One seat's memory of a game: it sees all hands but its own."""

    def __init__(self, options: Options, me: Seat, first: Seat) -> None:
        self.deck = deck(options)
        self.me = me
        self.table = laid_out(options, first)
        self.board = board(self.deck, self.table)
        self.left = list(self.deck.copies)  # copies that do not lie face up on the table
        self.may = {card: self.deck.every for hand in self.table.hands for card in hand}
        self.faces: dict[CardId, int] = {}  # numbers of the faces that this seat has seen
        self.seen: tuple[Event, ...] = ()

    def follows(self, view: View) -> bool:
        """Whether a view is of the same game and no earlier than what was seen last."""
        count, options = len(self.seen), view.table.options
        same = view.seat == self.me and options == self.table.options
        return same and view.history[:count] == self.seen

    def observe(self, view: View) -> None:
        """All that has happened since the last time."""
        number = self.deck.number
        new = view.history[len(self.seen) :]
        self.faces |= {card: number[face] for card, face in view.faces.items()}
        self.faces |= {
            event.card: number[event.face] for event in new if isinstance(event, Played | Discarded)
        }
        for event in new:
            self.before(event)
            self._count(event)
            self.table = event.on(self.table)
            if isinstance(event, CHANGES_THE_BOARD):
                self.board = board(self.deck, self.table)
            self.after(event)
        self.seen = view.history

    def _count(self, event: Event) -> None:
        """The copies left, and the cards that are still in hands."""
        if isinstance(event, Played | Discarded):
            self.left[self.deck.number[event.face]] -= 1
            del self.may[event.card]
        elif isinstance(event, ShuffledBack):
            self.left[self.deck.number[event.face]] += 1

    @abstractmethod
    def before(self, event: Event) -> None:
        """Think about an event, with the table as it was."""

    @abstractmethod
    def after(self, event: Event) -> None:
        """Think about an event, with the table as it is now."""

    def others(self, seat: int) -> list[int]:
        """The others who hold cards, the next in turn first."""
        hands = self.table.hands
        players = len(hands)
        return [s for n in range(1, players) if hands[s := (seat + n) % players]]

    def last(self) -> int:
        """The faces that are needed and of which one copy is left."""
        once = sum(1 << n for n, left in enumerate(self.left) if left == 1)
        return once & ~self.board.useless

    def unknown(self) -> int:
        """The faces that a card just drawn can have."""
        return sum(1 << n for n, left in enumerate(self.left) if left)


def begun_by(view: View) -> Seat:
    """The seat that had the first turn."""
    for event in view.history:
        if isinstance(event, Clued | Played | Discarded):
            return event.seat
    return view.table.to_move
