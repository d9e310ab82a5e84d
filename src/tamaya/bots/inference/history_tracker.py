"""Following a game event by event: public knowledge, rebuilt from the history alone."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Self, TypeVar

from tamaya.bots.inference.face_sets import FaceSet, available, deck_faces
from tamaya.bots.inference.needs import firework_needs
from tamaya.rules import CardId, Event, Options, Seat, View
from tamaya.rules.events import Clued, Discarded, PlacedFromPile, Played, ShuffledBack
from tamaya.rules.table import laid_out

CHANGES_THE_NEEDS = (Played, Discarded, ShuffledBack, PlacedFromPile)


class HistoryTracker(ABC):
    """One seat's memory of a game, kept from turn to turn. It sees all hands but its own."""

    def __init__(self, options: Options, me: Seat, first: Seat) -> None:
        self.deck = deck_faces(options)
        self.me = me
        self.table = laid_out(options, first)
        self.copies_left = list(self.deck.copies)  # that do not lie face up; kept for speed
        self.needs = firework_needs(self.deck, self.table, self.copies_left)
        # what each card in a hand can be, as everybody knows
        self.possible: dict[CardId, FaceSet] = {
            card: self.deck.every for hand in self.table.hands for card in hand
        }
        self.faces: dict[CardId, int] = {}  # numbers of the faces that this seat has seen
        self.history: tuple[Event, ...] = ()

    def is_continued_by(self, view: View) -> bool:
        """Whether a view shows the same game to the same seat, no earlier than the last one."""
        count, options = len(self.history), view.table.options
        same = view.seat == self.me and options == self.table.options
        return same and view.history[:count] == self.history

    def observe(self, view: View) -> Self:
        """Take in everything that has happened since the last view."""
        number = self.deck.number
        new = view.history[len(self.history) :]
        self.faces |= {card: number[face] for card, face in view.faces.items()}
        self.faces |= {
            event.card: number[event.face] for event in new if isinstance(event, Played | Discarded)
        }
        for event in new:
            self.before_event(event)
            self._count(event)
            self.table = event.on(self.table)
            if isinstance(event, CHANGES_THE_NEEDS):
                self.needs = firework_needs(self.deck, self.table, self.copies_left)
            self.after_event(event)
        self.history = view.history
        return self

    def _count(self, event: Event) -> None:
        """Keep count of the copies left, and of the cards that are still in hands."""
        if isinstance(event, Played | Discarded):
            self.copies_left[self.deck.number[event.face]] -= 1
            del self.possible[event.card]
        elif isinstance(event, ShuffledBack):
            self.copies_left[self.deck.number[event.face]] += 1

    @abstractmethod
    def before_event(self, event: Event) -> None:
        """Draw conclusions from an event, with the table as it was before."""

    @abstractmethod
    def after_event(self, event: Event) -> None:
        """Draw conclusions from an event, with the table as it is after it."""

    def other_holders(self, seat: int) -> list[int]:
        """The other seats that hold cards, the next in turn first."""
        hands = self.table.hands
        players = len(hands)
        return [s for n in range(1, players) if hands[s := (seat + n) % players]]

    def drawable(self) -> FaceSet:
        """The faces that a card just drawn can have."""
        return available(self.copies_left)


Tracker = TypeVar("Tracker", bound=HistoryTracker)


def bring_up_to_date(
    tracker: Tracker | None, view: View, new: Callable[[Options, Seat, Seat], Tracker]
) -> Tracker:
    """Go on with a tracker, or build a new one from the history if it followed another game."""
    if tracker is None or not tracker.is_continued_by(view):
        tracker = new(view.table.options, view.seat, first_seat(view))
    return tracker.observe(view)


def first_seat(view: View) -> Seat:
    """The seat that had the first turn."""
    for event in view.history:
        if isinstance(event, Clued | Played | Discarded):
            return event.seat
    return view.table.to_move
