"""Games on record, and which cards of their deals nobody could have seen at a moment."""

import random
from dataclasses import dataclass, replace

from support.drivers import Driver, run
from tamaya.rules import Action, Deal, Event, Seat, State
from tamaya.rules.events import ShuffledBack


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played: `states[n]` comes before `actions[n]`."""

    deal: Deal
    states: list[State]
    actions: list[Action]
    events: list[tuple[Event, ...]]


def record(state: State, driver: Driver, rng: random.Random) -> Record:
    """Play a game to its end."""
    deal = Deal(state.faces, tuple(map(int, state.tiles)), state.place)
    game = Record(deal, [state], [], [])
    for _, action, after, events in run(state, driver, rng):
        game.actions.append(action)
        game.states.append(after)
        game.events.append(events)
    return game


def places_in_deal(game: Record, now: int) -> list[int | None]:
    """For every face of a state, where it lay in the deal; none for a card shuffled back."""
    places: list[int | None] = list(range(len(game.deal.cards)))
    for before, events in zip(game.states[:now], game.events[:now], strict=True):
        if any(isinstance(event, ShuffledBack) for event in events):
            table = before.table
            places.insert(table.drawn + (game.deal.place * (table.deck_left + 1) >> 32), None)
    return places


def unseen(game: Record, now: int, seat: Seat | None) -> tuple[list[int], list[int]]:
    """Places in the deal of the cards in this seat's hand and in the deck: never seen by it.
    An onlooker, who has no seat, sees no hand at all."""
    places, table = places_in_deal(game, now), game.states[now].table
    hands = table.hands if seat is None else [table.hands[seat]]
    hand = [places[card] for cards in hands for card in cards]
    deck = places[table.drawn :]
    return [p for p in hand if p is not None], [p for p in deck if p is not None]


def swapped(deal: Deal, one: int, other: int) -> Deal:
    """The deal with two cards exchanged."""
    cards = list(deal.cards)
    cards[one], cards[other] = cards[other], cards[one]
    return replace(deal, cards=tuple(cards))


def reshuffled(state: State, seat: Seat, rng: random.Random) -> State:
    """The same game with all that this seat cannot see dealt anew."""
    own = state.table.hands[seat]
    hidden = [*own, *range(state.table.drawn, len(state.faces))]
    faces, pool = list(state.faces), [state.faces[card] for card in hidden]
    rng.shuffle(pool)
    for card, face in zip(hidden, pool, strict=True):
        faces[card] = face
    tiles = list(state.tiles)
    rng.shuffle(tiles)
    return replace(state, faces=tuple(faces), tiles=tuple(tiles), place=rng.randrange(1 << 32))
