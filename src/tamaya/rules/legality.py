"""Legality: what the seat to move may do, decided from its own view and nothing else."""

from functools import cache

from tamaya.rules.actions import (
    Action,
    CardId,
    Clue,
    ColourClue,
    Discard,
    Forgo,
    Play,
    Seat,
    Take,
    ValueClue,
)
from tamaya.rules.errors import Reason
from tamaya.rules.options import Options
from tamaya.rules.suits import Face
from tamaya.rules.table import Table, Tile, fits
from tamaya.rules.views import View

_FREE_CLUE: dict[type[Action], Tile] = {ColourClue: Tile.COLOUR_CLUE, ValueClue: Tile.VALUE_CLUE}


def points_at(options: Options, clue: Clue, face: Face) -> bool:
    """Whether a clue points out a card with this face (R2.1, R4.2 to R4.4)."""
    if isinstance(clue, ValueClue):
        return face.value == clue.value
    return options.touches[clue.colour][face.suit]


def touched(view: View, clue: Clue) -> tuple[CardId, ...]:
    """The cards that a clue to a teammate points out, all of them (R2.1)."""
    options, faces = view.table.options, view.faces
    hand = view.table.hands[clue.to]
    return tuple(card for card in hand if points_at(options, clue, faces[card]))


def refusal(view: View, action: Action) -> Reason | None:
    """Why this seat may not do this now, or None if it may."""
    table = view.table
    if table.outcome is not None:
        return Reason.GAME_OVER
    if view.seat != table.to_move:
        return Reason.NOT_YOUR_TURN
    match action:
        case ColourClue() | ValueClue():
            return _clue_refusal(view, action)
        case Take() | Forgo():
            return _choice_refusal(table, action)
        case _:
            return _card_refusal(view, action)


def _card_refusal(view: View, action: Play | Discard) -> Reason | None:
    table = view.table
    if table.tile is not None:
        return Reason.TILE_FIRST
    if action.card not in view.hand:
        return Reason.NOT_IN_HAND
    if isinstance(action, Discard):
        full = table.clue_tokens == table.options.clue_tokens
        return Reason.CLUE_TOKENS_FULL if full else None
    if action.announced is None:
        return None
    if not table.options.announce:
        return Reason.NO_ANNOUNCING
    known = 0 <= action.announced < len(table.options.suits)
    return None if known else Reason.NO_SUCH_SUIT


def _clue_refusal(view: View, clue: Clue) -> Reason | None:
    table = view.table
    if table.tile is None and table.clue_tokens == 0:
        return Reason.NO_CLUE_TOKEN
    if table.tile is not None and table.tile != _FREE_CLUE[type(clue)]:
        return Reason.NOT_THIS_TILE
    if not 0 <= clue.to < table.options.players:
        return Reason.NO_SUCH_SEAT
    if clue.to == view.seat:
        return Reason.CLUE_TO_ONESELF
    if not table.hands[clue.to]:
        return Reason.HAND_EMPTY
    if isinstance(clue, ColourClue) and not 0 <= clue.colour < len(table.options.colours):
        return Reason.NO_SUCH_COLOUR
    if isinstance(clue, ValueClue) and not 1 <= clue.value <= table.options.values:
        return Reason.NO_SUCH_VALUE
    allowed = table.options.empty_clues or touched(view, clue)
    return None if allowed else Reason.EMPTY_CLUE


def _choice_refusal(table: Table, action: Take | Forgo) -> Reason | None:
    if table.tile is None:
        return Reason.NO_TILE
    if table.tile not in (Tile.SHUFFLE_BACK, Tile.PLACE):
        return Reason.NOT_THIS_TILE
    if isinstance(action, Forgo):
        return None if _may_forgo(table) else Reason.MUST_CHOOSE
    if action.face not in table.discard_pile:
        return Reason.NOT_IN_DISCARD_PILE
    allowed = not _must_fit(table) or fits(table, action.face)
    return None if allowed else Reason.DOES_NOT_FIT


def _must_fit(table: Table) -> bool:
    """Whether the tile puts a card on its firework: tile 6, or tile 5 with no deck left."""
    return table.tile is Tile.PLACE or table.deck_left == 0


def _may_forgo(table: Table) -> bool:
    return table.tile is Tile.SHUFFLE_BACK and table.deck_left == 0


def legal_actions(view: View) -> tuple[Action, ...]:
    """Everything this seat may do now; nothing when it is not its turn."""
    table = view.table
    if table.outcome is not None or view.seat != table.to_move:
        return ()
    if table.tile is not None:
        return _tile_choices(view, table.tile)
    options = table.options
    actions: list[Action] = []
    if table.clue_tokens < options.clue_tokens:
        actions += [Discard(card) for card in view.hand]
    actions += [Play(card) for card in view.hand]
    if table.clue_tokens > 0:
        actions += _colour_clues(view)
        actions += _value_clues(view)
    if options.announce:
        suits = range(len(options.suits))
        actions += [Play(card, suit) for card in view.hand for suit in suits]
    return tuple(actions)


def _tile_choices(view: View, tile: Tile) -> tuple[Action, ...]:
    """What can be done with a revealed tile. A choice with no object is no choice (R4.5)."""
    table = view.table
    if tile is Tile.COLOUR_CLUE:
        return tuple(_colour_clues(view))
    if tile is Tile.VALUE_CLUE:
        return tuple(_value_clues(view))
    must_fit = _must_fit(table)
    takes: list[Action] = [
        Take(face) for face in sorted(set(table.discard_pile)) if not must_fit or fits(table, face)
    ]
    if takes and _may_forgo(table):
        takes.append(Forgo())
    return tuple(takes)


def _colour_clues(view: View) -> list[Clue]:
    options, clues = view.table.options, list[Clue]()
    for to in _teammates(view.table):
        every = _every_colour(to, len(options.colours))
        if options.empty_clues:
            clues += every
        else:
            suits = {view.faces[card].suit for card in view.table.hands[to]}
            clues += (c for c in every if any(options.touches[c.colour][suit] for suit in suits))
    return clues


def _value_clues(view: View) -> list[Clue]:
    options, clues = view.table.options, list[Clue]()
    for to in _teammates(view.table):
        every = _every_value(to, options.values)
        if options.empty_clues:
            clues += every
        else:
            values = {view.faces[card].value for card in view.table.hands[to]}
            clues += (c for c in every if c.value in values)
    return clues


def _teammates(table: Table) -> list[Seat]:
    """The others who hold cards, the next in turn first."""
    players = table.options.players
    others = (Seat((table.to_move + offset) % players) for offset in range(1, players))
    return [seat for seat in others if table.hands[seat]]


@cache
def _every_colour(to: Seat, colours: int) -> tuple[ColourClue, ...]:
    return tuple(ColourClue(to, colour) for colour in range(colours))


@cache
def _every_value(to: Seat, values: int) -> tuple[ValueClue, ...]:
    return tuple(ValueClue(to, value) for value in range(1, values + 1))
