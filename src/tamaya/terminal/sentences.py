"""Events as sentences."""

from collections.abc import Iterable

from tamaya.rules import CardId, Event, Seat, Table, Tile
from tamaya.rules.events import (
    Clued,
    Discarded,
    Drew,
    Ended,
    MistakeForgiven,
    PlacedFromPile,
    Played,
    ShuffledBack,
    TileGone,
    TileRevealed,
    TokenBack,
    TokenSource,
    TurnPassed,
)
from tamaya.terminal.phrases import People, card_words, clue_words

_TileEvent = TileRevealed | MistakeForgiven | ShuffledBack | PlacedFromPile
_PlainEvent = Clued | Discarded | Played | TokenBack | Drew | TurnPassed | Ended
TILE_WORDS = {
    Tile.TOKEN: "a clue token back",
    Tile.FORGIVE: "a mistake forgiven and a clue token back",
    Tile.COLOUR_CLUE: "a free colour clue",
    Tile.VALUE_CLUE: "a free value clue",
    Tile.SHUFFLE_BACK: "a card of the discard pile for the deck",
    Tile.PLACE: "a card of the discard pile for its firework",
}
NO_MISTAKE = "no mistake to forgive, and a clue token back"
NO_DECK = "the deck is empty, so a card of the discard pile for its firework"


def describe_events(people: People, before: Table, events: Iterable[Event]) -> str:
    """The events of one action in sentences; `before` is the table before it."""
    sentences, table, last = [], before, None
    for event in events:
        after = event.on(table)
        if isinstance(event, TileGone):
            sentences.append(_tile_gone(event, at_once=isinstance(last, TileRevealed)))
        else:
            sentences.append(_sentence(people, table, event, after))
        table, last = after, event
    return " ".join(sentence for sentence in sentences if sentence)


def _sentence(people: People, table: Table, event: _PlainEvent | _TileEvent, after: Table) -> str:
    options = table.options
    match event:
        case Clued():
            return _clued(people, table, event)
        case Discarded(seat, card, face):
            where = f"card {_place(table, seat, card)}, the {card_words(options, face)}"
            return f"{people.does(seat, 'discard')} {where}: a clue token back."
        case Played():
            return _played(people, table, event, after)
        case TokenBack():
            return _token(event)
        case Drew():
            return _drew(after)
        case TurnPassed() | Ended():
            return ""
        case _:
            return _tile(event, after)


def _tile_gone(event: TileGone, *, at_once: bool) -> str:
    if event.used:
        return ""
    if at_once:
        return "There is nothing to choose: it is lost."
    return f"Bonus tile {event.tile.value} is left unused."


def _revealed(tile: Tile, after: Table) -> str:
    words = TILE_WORDS[tile]
    if tile is Tile.FORGIVE and after.mistakes == 0:
        words = NO_MISTAKE
    if tile is Tile.SHUFFLE_BACK and after.deck_left == 0:
        words = NO_DECK
    return f"Bonus tile {tile.value}: {words}."


def _tile(event: _TileEvent, after: Table) -> str:
    match event:
        case TileRevealed(tile):
            return _revealed(tile, after)
        case MistakeForgiven():
            return f"One mistake is forgiven: {after.mistakes} of {after.options.mistakes}."
        case ShuffledBack(face):
            return f"The {card_words(after.options, face)} is shuffled back into the deck."
        case PlacedFromPile(face):
            return f"The {card_words(after.options, face)} comes back and lights up its firework."


def _clued(people: People, table: Table, event: Clued) -> str:
    clue = event.clue
    places = [str(_place(table, clue.to, card)) for card in event.cards]
    what = clue_words(table.options, clue, len(places))
    where = f" ({', '.join(places)})" if places else ""
    return f"{people.does(event.seat, 'tell')} {people.object(clue.to)}: {what}{where}."


def _played(people: People, table: Table, event: Played, after: Table) -> str:
    options = table.options
    what = f"card {_place(table, event.seat, event.card)}, the {card_words(options, event.face)}"
    begin = f"{people.does(event.seat, 'play')} {what}"
    if event.announced is not None:
        begin += f", as {options.suits[event.announced].name}"
    if event.placed:
        return f"{begin}: it lights up."
    wrong = event.announced not in (None, event.face.suit)
    why = "the wrong colour" if wrong else "it does not fit"
    return f"{begin}: {why}. Mistake {after.mistakes} of {options.mistakes}."


def _token(event: TokenBack) -> str:
    if event.why is TokenSource.TILE and event.kept:  # the sentence about the tile has sentences so
        return ""
    back = "One clue token back." if event.kept else "All clue tokens are there already."
    return f"The firework is complete. {back}" if event.why is TokenSource.COMPLETED else back


def _drew(after: Table) -> str:
    if after.deck_left:
        return ""
    if after.options.bouquet:
        return "The deck is empty. The game goes on with the cards in hand."
    return "The deck is empty. Everybody has one more turn."


def _place(table: Table, seat: Seat, card: CardId) -> int:
    """The place of a card in a hand, counted from the oldest."""
    return table.hands[seat].index(card) + 1
