"""A view as the kernel's words: what a net looks at, made of what a seat may know.

The faces of the own cards and of the deck stay 0. No feature depends on them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tamaya.kernel.game.layout import (
    ANNOUNCING,
    COLOUR_TELLING,
    COUNTS,
    DECK_END,
    DISCARDING,
    DRAWN,
    FACE,
    FACES,
    FITS,
    FORGOING,
    HELD,
    LANE,
    LAST_ACTOR,
    LAST_FACE,
    LAST_GAINED,
    LAST_KIND,
    LAST_PLACE,
    LAST_PLACED,
    LAST_TARGET,
    LAST_TOUCHED,
    LAST_WHAT,
    MAY,
    MISTAKES,
    PILE_ALL,
    PILE_BIT,
    PILE_OF,
    PLACED,
    PLAYING,
    SEAT,
    SEATS,
    TAKING,
    TILE,
    TILES_GONE,
    TO_MOVE,
    TOKENS,
    TOLD,
    TOP,
    VALUE_TELLING,
    number,
    words_of,
)
from tamaya.kernel.observe.memory import ACTION, ACTIONS, CARD, LONG_AGO
from tamaya.rules import (
    CardId,
    Clue,
    ColourClue,
    Event,
    Options,
    Seat,
    Table,
    View,
    knowledge_from_clues,
)
from tamaya.rules.clue_knowledge import possible_suits, possible_values
from tamaya.rules.events import (
    Clued,
    Discarded,
    Drew,
    PlacedFromPile,
    Played,
    ShuffledBack,
    TileGone,
    TileRevealed,
    TokenBack,
)


def words(view: View, t: list[int]) -> list[int]:
    """The words of a game as a seat knows it; the last action is left out."""
    table, options = view.table, view.table.options
    w = [0] * words_of(options)
    w[COUNTS] = _counts(table)
    for suit, height in enumerate(table.fireworks):
        order = options.suits[suit].order
        first = suit * options.values - 1
        if height:
            w[TOP] |= 1 << first + order[height - 1]
        if height < options.values:
            w[FITS] |= 1 << first + order[height]
    for card in table.discard_pile:
        face = number(options, card)
        word, every = t[PILE_OF + face], t[PILE_ALL + face]
        w[word] |= ((w[word] & every) << 1 | 1 << t[PILE_BIT + face]) & every
    said = knowledge_from_clues(table, view.history)
    for seat, hand in enumerate(table.hands):
        first = SEATS + SEAT * seat
        for place, card_id in enumerate(hand):
            lane = t[LANE] * place
            if card_id in view.faces:
                face = number(options, view.faces[card_id])
                w[first + FACES] |= face << FACE * place
            suits = possible_suits(options, said[card_id])
            values = possible_values(options, said[card_id])
            may = [*suits, *(len(options.suits) + value - 1 for value in values)]
            w[first + MAY] |= _bits(may) << lane
            named = (_name(options, clue) for clue in said[card_id].yes)
            w[first + TOLD] |= _bits(set(named)) << lane
    return w


def _bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _name(options: Options, clue: Clue) -> int:
    """A colour or value among all that can be named."""
    if isinstance(clue, ColourClue):
        return clue.colour
    return len(options.colours) + clue.value - 1


def _counts(table: Table) -> int:
    gone = 6 - table.tiles_left if table.options.tiles else 0
    parts = {
        TOKENS: table.clue_tokens,
        MISTAKES: table.mistakes,
        TO_MOVE: table.to_move,
        TILE: int(table.tile or 0),
        TILES_GONE: gone,
        PLACED: sum(table.fireworks),
        DRAWN: table.drawn,
        DECK_END: table.drawn + table.deck_left,
    }
    hands = {HELD + 3 * seat: len(hand) for seat, hand in enumerate(table.hands)}
    return sum(count << first for first, count in (parts | hands).items())


@dataclass(slots=True)
class Memory:
    """What has happened, in a game's history: read once, further each time."""

    options: Options
    read: tuple[Event, ...] = ()
    actions: list[int] = field(default_factory=list)  # as the kernel has the last one
    drawn: dict[CardId, int] = field(default_factory=dict)  # after so many actions
    touched: dict[CardId, int] = field(default_factory=dict)
    hands: list[list[CardId]] = field(default_factory=list)
    actor: int = 0

    def follow(self, view: View) -> None:
        """Read what is new; a history that does not begin with what was read is another game."""
        if not self.hands or view.history[: len(self.read)] != self.read:
            self._begin()
        for at in range(len(self.read), len(view.history)):
            self._event(view.history[at], view.history[at - 1] if at else None)
        self.read = view.history

    def _begin(self) -> None:
        """All hands are dealt, the whole hand of seat 0 first."""
        size, players = self.options.hand_size, self.options.players
        self.hands = [[CardId(size * seat + n) for n in range(size)] for seat in range(players)]
        self.read, self.actions = (), []
        self.drawn = {card: 0 for hand in self.hands for card in hand}
        self.touched = {}

    def _event(self, event: Event, before: Event | None) -> None:
        match event:
            case Clued(seat, clue, cards):
                hand = self.hands[clue.to]
                places = _bits(hand.index(card) for card in cards)
                kind = COLOUR_TELLING if isinstance(clue, ColourClue) else VALUE_TELLING
                self._act(kind, seat)
                self.actions[-1] |= clue.to << LAST_TARGET | places << LAST_TOUCHED
                self.actions[-1] |= _name(self.options, clue) << LAST_WHAT
                self.touched |= dict.fromkeys(cards, len(self.actions))
            case Discarded(seat, card, face):
                self._act(DISCARDING, seat)
                self._card(seat, card, number(self.options, face))
            case Played(seat, card, face, placed, announced):
                self._act(PLAYING if announced is None else ANNOUNCING, seat)
                self._card(seat, card, number(self.options, face))
                self.actions[-1] |= placed << LAST_PLACED
            case TokenBack(kept=True) if self.actions[-1] >> LAST_PLACED & 1:
                self.actions[-1] |= 1 << LAST_GAINED
            case ShuffledBack() | PlacedFromPile():
                self._act(TAKING, self.actor)
            case TileGone(used=False) if not isinstance(before, TileRevealed):
                self._act(FORGOING, self.actor)
            case Drew(seat, card):
                self.hands[seat].append(card)
                self.drawn[card] = len(self.actions)
            case _:
                pass

    def _act(self, kind: int, seat: int) -> None:
        self.actor = seat
        self.actions.append((kind + 1) << LAST_KIND | seat << LAST_ACTOR)

    def _card(self, seat: Seat, card: CardId, face: int) -> None:
        place = self.hands[seat].index(card)
        self.actions[-1] |= place << LAST_PLACE | face << LAST_FACE
        self.hands[seat].remove(card)

    def words(self) -> list[int]:
        """As the kernel remembers it."""
        now, m = len(self.actions), []
        for hand in self.hands:
            lanes = (self._ages(card, now) << CARD * place for place, card in enumerate(hand))
            m.append(sum(lanes))
        last = [*reversed(self.actions[-ACTIONS:])]
        last += [0] * (ACTIONS - len(last))
        return m + [last[n] | last[n + 1] << ACTION for n in range(0, ACTIONS, 2)]

    def _ages(self, card: CardId, now: int) -> int:
        touched = now - self.touched[card] if card in self.touched else LONG_AGO
        return min(now - self.drawn[card], LONG_AGO) | min(touched, LONG_AGO) << 4
