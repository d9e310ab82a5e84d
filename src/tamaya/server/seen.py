"""What one viewer may see of a room. Faces are put in where they may be seen, never taken out."""

from collections.abc import Mapping

from tamaya.rules import (
    CardId,
    Face,
    Options,
    Seat,
    State,
    Table,
    Told,
    band,
    dead_fireworks,
    legal_actions,
    max_score,
    mention,
    points_on_table,
    possible_suits,
    possible_values,
    reachable,
    score,
    told,
    view,
)
from tamaya.server import messages, wire
from tamaya.server.room import Room


def seen(room: Room, who: str, events_from: int = 0) -> messages.TableIs:
    """The table for a visitor, with the events from a place in the history on."""
    seat = room.seat_of(who)
    sitters = tuple(
        messages.Sitter(s.name, s.bot, you=n == seat) if s else None
        for n, s in enumerate(room.seats)
    )
    game = room.game
    if seat is None and room.settings.watch == "nothing" and room.playing:
        game = None
    play = None if game is None else _play(room, game, seat, events_from)
    return messages.TableIs(room.version, room.settings, who == room.host, seat, sitters, play)


def _faces(room: Room, game: State, seat: Seat | None) -> Mapping[CardId, Face]:
    """The faces in hands that a viewer may see; all of them when the game is over."""
    if game.table.outcome is not None or (seat is None and room.settings.watch == "hands"):
        return {card: game.faces[card] for hand in game.table.hands for card in hand}
    return {} if seat is None else view(game, seat).faces


def _play(room: Room, game: State, seat: Seat | None, events_from: int) -> messages.Play:
    table, options = game.table, game.table.options
    legal = () if seat is None else legal_actions(view(game, seat))
    return messages.Play(
        game=room.games,
        suits=_suits(options),
        colours=tuple(colour.value for colour in options.colours),
        values=options.values,
        hands=_hands(game, _faces(room, game, seat)),
        to_move=table.to_move,
        turn=table.turns + 1,
        fireworks=table.fireworks,
        dead=dead_fireworks(table),
        discard_pile=table.discard_pile,
        clue_tokens=table.clue_tokens,
        most_clue_tokens=options.clue_tokens,
        mistakes=table.mistakes,
        most_mistakes=options.mistakes,
        deck_left=table.deck_left,
        turns_after=table.turns_after,
        tile=table.tile,
        tiles_left=table.tiles_left,
        score=score(table),
        max_score=max_score(options),
        reachable=reachable(table),
        legal=tuple(wire.from_rules(action) for action in legal),
        events=tuple(wire.event(event) for event in game.history[events_from:]),
        events_from=events_from,
        over=_over(table),
    )


def _suits(options: Options) -> tuple[messages.Suit, ...]:
    return tuple(
        messages.Suit(
            suit.name,
            suit.letter,
            suit.order,
            suit.copies,
            tuple(n for n, touches in enumerate(options.touches) if touches[index]),
        )
        for index, suit in enumerate(options.suits)
    )


def _hands(game: State, faces: Mapping[CardId, Face]) -> tuple[tuple[messages.Card, ...], ...]:
    said = told(game.table, game.history)
    options = game.table.options
    return tuple(
        tuple(_card(options, card, faces.get(card), said[card]) for card in hand)
        for hand in game.table.hands
    )


def _card(options: Options, card: CardId, face: Face | None, said: Told) -> messages.Card:
    return messages.Card(
        card,
        None if face is None else face.suit,
        None if face is None else face.value,
        tuple(possible_suits(options, said)),
        tuple(possible_values(options, said)),
        pointed_at=bool(said.yes),
    )


def _over(table: Table) -> messages.Over | None:
    if table.outcome is None:
        return None
    return messages.Over(
        table.outcome.result.value,
        table.outcome.reason.value,
        score(table),
        points_on_table(table),
        band(table),
        mention(table),
    )
