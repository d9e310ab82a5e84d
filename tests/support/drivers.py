"""Drivers: ways to play random games to their end, and deals that lead somewhere.

`uniform` plays any legal action; `lucky` sees the faces, as no player may, and mostly plays what
fits, so that its games reach wins, tiles and last rounds; `late` is lucky until the deck runs low
and uniform from there. `patient` and `hesitant` look for what happens on an empty deck. `Met`
counts what was met on the way.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from support.met import Item, Met
from support.option_sets import option_sets, random_options
from tamaya.deals import seeded
from tamaya.rules import (
    Action,
    CardId,
    ColourClue,
    Deal,
    Discard,
    Event,
    Face,
    Forgo,
    Options,
    Play,
    Seat,
    State,
    Table,
    ValueClue,
    apply,
    indispensable,
    legal_actions,
    start,
    view,
)
from tamaya.rules.options import TILES
from tamaya.rules.state import PLACES
from tamaya.rules.table import fits

__all__ = [
    "DRIVERS",
    "Driver",
    "Item",
    "Met",
    "arranged",
    "chance",
    "completing_first",
    "completing_last",
    "hesitant",
    "late",
    "lucky",
    "new_game",
    "option_sets",
    "patient",
    "played_until",
    "random_options",
    "redrawn",
    "run",
    "uniform",
]

Driver = Callable[[State, random.Random], Action]


def uniform(state: State, rng: random.Random) -> Action:
    """Any legal action."""
    return rng.choice(legal_actions(view(state, state.table.to_move)))


def lucky(state: State, rng: random.Random, luck: float = 0.9) -> Action:
    """Mostly what fits; otherwise a clue or a discard that loses nothing indispensable."""
    table = state.table
    legal = legal_actions(view(state, table.to_move))
    if table.tile is not None:
        return Forgo() if Forgo() in legal and rng.random() < 0.5 else rng.choice(legal)
    hand = table.hands[table.to_move]
    good = [card for card in hand if fits(table, state.faces[card])]
    if good and rng.random() < luck:
        return _play(state, rng.choice(good), rng)
    harmless = [action for action in legal if _is_harmless(state, action)]
    return rng.choice(harmless or legal)


def late(state: State, rng: random.Random) -> Action:
    """Lucky until the deck runs low, uniform from there."""
    near_the_end = state.table.deck_left <= state.table.options.players
    return (uniform if near_the_end else lucky)(state, rng)


def patient(state: State, rng: random.Random) -> Action:
    """Completes no firework before the deck is empty, and discards a lot until then."""
    table, last = state.table, state.table.options.values - 1
    if table.tile is not None or table.deck_left == 0:
        return lucky(state, rng)
    action = lucky(state, rng, luck=0.7)
    if isinstance(action, Play):
        early = table.options.step[state.faces[action.card]] == last
        return _idle(state, rng) if early else action
    return _idle(state, rng)


def hesitant(state: State, rng: random.Random) -> Action:
    """Patient; on an empty deck it clues if it can, and else throws away what nobody needs."""
    table = state.table
    if table.tile is not None or table.deck_left:
        return patient(state, rng)
    legal = legal_actions(view(state, table.to_move))
    clues = [action for action in legal if isinstance(action, (ColourClue, ValueClue))]
    if clues and rng.random() < 0.8:
        return rng.choice(clues)
    useless = [card for card in table.hands[table.to_move] if _is_harmless(state, Discard(card))]
    return Play(rng.choice(useless)) if useless else lucky(state, rng)


DRIVERS: dict[str, Driver] = {"uniform": uniform, "lucky": lucky, "late": late}


def _idle(state: State, rng: random.Random) -> Action:
    """A discard that loses nothing if there is one, else a clue, else anything."""
    legal = legal_actions(view(state, state.table.to_move))
    harmless = [action for action in legal if _is_harmless(state, action)]
    spare = [action for action in harmless if isinstance(action, Discard)]
    return rng.choice(spare or harmless or legal)


def _play(state: State, card: CardId, rng: random.Random) -> Play:
    """Play a card; where it is allowed, announce it often, and now and then wrongly."""
    options = state.table.options
    if not options.announce or rng.random() < 0.4:
        return Play(card)
    wrong = rng.random() < 0.08
    return Play(card, rng.randrange(len(options.suits)) if wrong else state.faces[card].suit)


def _is_harmless(state: State, action: Action) -> bool:
    """Whether an action is a clue, or a discard of a card with another copy left."""
    if isinstance(action, Discard):
        return state.faces[action.card] not in indispensable(state.table)
    return isinstance(action, (ColourClue, ValueClue))


# deals


def arranged(options: Options, rng: random.Random, key: Callable[[Face], float]) -> Deal:
    """A deal whose cards come in the order of a key, ties by chance; tiles and place by chance."""
    cards, tiles = list(options.deck), list(TILES if options.tiles else ())
    rng.shuffle(cards)
    rng.shuffle(tiles)
    return Deal(tuple(sorted(cards, key=key)), tuple(tiles), rng.randrange(PLACES))


def completing_first(options: Options, rng: random.Random) -> Deal:
    """Firework after firework comes up, so that the first are complete with a big deck left."""
    suits = list(range(len(options.suits)))
    rng.shuffle(suits)
    return arranged(options, rng, lambda face: suits[face.suit] + 0.3 * rng.random())


def completing_last(options: Options, rng: random.Random) -> Deal:
    """The cards that complete fireworks lie at the bottom: they are placed on an empty deck."""
    last = options.values - 1
    return arranged(options, rng, lambda face: options.step[face] == last)


# what is hidden


def redrawn(state: State, rng: random.Random, seat: Seat | None = None) -> State:
    """The same game with all that this seat cannot see drawn anew; or that nobody can see."""
    hidden = list(range(state.table.drawn, len(state.faces)))
    for holder, hand in enumerate(state.table.hands):
        if seat in (None, holder):
            hidden += hand
    faces, tiles = list(state.faces), list(state.tiles)
    for place, other in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
        faces[place] = state.faces[other]
    rng.shuffle(tiles)
    return replace(state, faces=tuple(faces), tiles=tuple(tiles), place=rng.randrange(PLACES))


# games


def chance(seed: str) -> random.Random:
    """A generator that gives the same games on every run."""
    return random.Random(seed)  # noqa: S311 - games, not secrets


def new_game(options: Options, rng: random.Random) -> State:
    """A game from a seeded deal, any seat first."""
    deal = seeded(options, rng.randrange(1 << 64))
    return start(options, deal, Seat(rng.randrange(options.players)))


def run(
    state: State, driver: Driver, rng: random.Random
) -> Iterator[tuple[State, Action, State, tuple[Event, ...]]]:
    """Play to the end: before, action, after, what everybody saw."""
    while state.table.outcome is None:
        action = driver(state, rng)
        before = state
        state, events = apply(before, action)
        yield before, action, state, events


def played_until(
    state: State, driver: Driver, rng: random.Random, enough: Callable[[Table], bool]
) -> State:
    """The first state that is enough, or the last one."""
    while not enough(state.table) and state.table.outcome is None:
        state, _ = apply(state, driver(state, rng))
    return state
