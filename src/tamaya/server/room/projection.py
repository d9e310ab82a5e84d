"""What one viewer may see of a room.

Faces of cards are added where the viewer may see them. They are never removed from a full view.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from tamaya.rules import (
    CardId,
    ClueKnowledge,
    Face,
    Options,
    Seat,
    State,
    Table,
    band,
    dead_fireworks,
    knowledge_from_clues,
    legal_actions,
    max_score,
    mention,
    points_on_table,
    possible_suits,
    possible_values,
    reachable,
    score,
    view,
)
from tamaya.rules.clue_knowledge import EarlierClues
from tamaya.server.room import guests, messages, wire
from tamaya.server.room.decisions import NO_VISITORS, may_come_back, take_back_refusal
from tamaya.server.room.refusals import MOST_TAKEN_BACK
from tamaya.server.room.room import Arrangement, Room, Sitter

NO_NOTES: Mapping[int, str] = {}
AS_DRAWN = Arrangement((), ())


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected: seated visitors who are away, onlookers, and who sees all hands."""

    away: frozenset[str] = NO_VISITORS
    onlookers: int = 0
    watchers: messages.Watchers | None = None


ALL_PRESENT = Presence()


class AlreadySent(NamedTuple):
    """How many events and lines a viewer has received already."""

    events: int = 0
    lines: int = 0


NOTHING_SENT = AlreadySent()


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """From where a game is seen: from a seat, or by an onlooker who may see all hands."""

    seat: Seat | None = None
    hands: bool = False


def project(
    room: Room,
    visitor_id: str,
    has: AlreadySent = NOTHING_SENT,
    presence: Presence = ALL_PRESENT,
    known: messages.GameView | None = None,
) -> messages.TableView | messages.PasswordNeeded:
    """Return the table as a visitor may see it, with the events and lines not sent yet.

    `known` is the result of `public_view` for this game, if it was computed already.
    """
    if not room.may_enter(visitor_id):
        return messages.PasswordNeeded()
    seat = room.seat_of(visitor_id)
    lines_from = max(has.lines, room.first_line)
    return messages.TableView(
        version=room.version,
        settings=room.settings,
        locked=room.lock is not None,
        host=room.acts_as_host(visitor_id, presence.away),
        you=seat,
        kept=may_come_back(room, visitor_id),
        seats=tuple(
            _seat_view(room, n, visitor_id, seat, presence.away) for n in range(len(room.seats))
        ),
        onlookers=presence.onlookers,
        playing=room.playing,
        deal_set=room.dealt is not None,
        known_deal=room.known_deal,
        asking=_take_back_request_view(room, visitor_id),
        may_take_back=room.playing and take_back_refusal(room, visitor_id) is None,
        take_backs_left=max(0, MOST_TAKEN_BACK - room.taken_back),
        lines=room.lines[lines_from - room.first_line :],
        lines_from=lines_from,
        play=_game_view(room, visitor_id, has.events, known),
        watchers=UNSET if presence.watchers is None else presence.watchers,
    )


def _seat_view(
    room: Room, seat: int, visitor_id: str, you: Seat | None, away: frozenset[str]
) -> messages.SeatView | None:
    sitter: Sitter | None = room.seats[seat]
    if sitter is None:
        return None
    return messages.SeatView(
        sitter.name,
        sitter.bot,
        you=seat == you,
        also_you=sitter.visitor_id == visitor_id and seat != you,
        host=sitter.visitor_id == room.host,
        away=sitter.visitor_id in away,
        guest=guests.is_guest(sitter.visitor_id),
    )


def _take_back_request_view(room: Room, visitor_id: str) -> messages.TakeBackRequestView | None:
    asking = room.take_back_request
    if asking is None:
        return None
    waits = bool(room.seats_of(visitor_id)) and asking.seat not in room.seats_of(visitor_id)
    actions = len(room.actions) - asking.keep
    return messages.TakeBackRequestView(
        asking.seat, actions, waits and visitor_id not in asking.agreed
    )


def _game_view(
    room: Room, visitor_id: str, events_from: int, known: messages.GameView | None
) -> messages.GameView | None:
    """Return the game as a visitor may see it, if at all."""
    game, sees = room.game, viewpoint_of(room, visitor_id)
    if game is None or sees is None:
        return None
    known = known or public_view(game, room.arrangements)
    notes, on_all = notes_of(room, visitor_id), notes_on_all_hands(room, sees)
    shown = private_view(sees, known, game, notes, on_all=on_all)
    return replace(
        shown,
        game=room.games_dealt,
        taken_back=room.taken_back,
        events=game_events(game, _reasons(room), events_from),
        events_from=events_from,
        address=room.dealt.id or None if shown.over and room.dealt else None,
    )


def _reasons(room: Room) -> Mapping[int, wire.MoveReason]:
    """Return the reasons of bots' moves by event: public ones, and their own after the game."""
    return room.public_reasons if room.playing else {**room.public_reasons, **room.private_reasons}


def is_onlooker(room: Room, visitor_id: str) -> bool:
    """Whether a visitor is an onlooker without a view of their own: all such see the same."""
    return visitor_id not in distinct_visitors(room)


def distinct_visitors(room: Room) -> frozenset[str]:
    """Return the visitors with a view of their own: the host, players, and writers of notes."""
    return frozenset((room.host, *room.members(), *(visitor_id for visitor_id, _ in room.notes)))


def sees_all_hands(room: Room, visitor_id: str) -> bool:
    """Whether a visitor without a seat sees all hands of the running game."""
    sees = viewpoint_of(room, visitor_id) if room.playing and room.may_enter(visitor_id) else None
    return sees is not None and sees.hands


def viewpoint_of(room: Room, visitor_id: str) -> Viewpoint | None:
    """Return from where a visitor sees the game; none if the visitor may not see it."""
    watch, seat = room.settings.watch, room.seat_of(visitor_id)
    if seat is not None:
        return Viewpoint(seat)
    if watch == "nothing" and room.playing:
        return None
    may_come_back_to_game = bool(room.lost_seats_of(visitor_id))  # and may not know the hands
    return Viewpoint(hands=watch == "hands" and not may_come_back_to_game)


def notes_of(room: Room, visitor_id: str) -> Mapping[int, str]:
    """Return a visitor's own notes by card."""
    return {card: text for (one, card), text in room.notes.items() if one == visitor_id}


def notes_on_all_hands(room: Room, viewpoint: Viewpoint) -> bool:
    """Whether a player reads their own notes on every hand; on a shared device only on theirs."""
    return viewpoint.seat is not None and not room.settings.hot_seat


def game_events(
    game: State, reasons: Mapping[int, wire.MoveReason], begin: int = 0
) -> tuple[dict[str, Any], ...]:
    """Return the public events from number `begin` on, with the reasons of bots' moves."""
    encoded = [wire.encode_event(event) for event in game.history[begin:]]
    for place, why in reasons.items():
        if place >= begin:
            encoded[place - begin]["why"] = why
    return tuple(encoded)


Hands = tuple[tuple[messages.CardView, ...], ...]


class PublicMoment(NamedTuple):
    """The public part of a game at one moment, made once for all viewers."""

    game: State
    arrangements: Mapping[int, Arrangement]
    clue_knowledge: Mapping[CardId, ClueKnowledge]
    view: messages.GameView


def public_moment(
    game: State, arranged: Mapping[int, Arrangement], before: PublicMoment | None = None
) -> PublicMoment:
    """Return the public part of a game, reusing what has not changed since `before`."""
    heard = before and EarlierClues(
        len(before.game.history), before.game.table.drawn, before.clue_knowledge
    )
    said = knowledge_from_clues(game.table, game.history, heard)
    hands = tuple(
        before.view.hands[seat]
        if before is not None and _is_hand_unchanged(before, seat, game, arranged, said)
        else _face_down_hand(game.table, seat, arranged, said)
        for seat in range(len(game.table.hands))
    )
    return PublicMoment(game, arranged, said, _make_public_view(game, hands))


def _is_hand_unchanged(
    before: PublicMoment,
    seat: int,
    game: State,
    arranged: Mapping[int, Arrangement],
    said: Mapping[CardId, ClueKnowledge],
) -> bool:
    """Whether a hand has the same cards in the same order and received no new clue."""
    hand = game.table.hands[seat]
    return (
        hand == before.game.table.hands[seat]
        and arranged.get(seat) == before.arrangements.get(seat)
        and all(said[card] is before.clue_knowledge[card] for card in hand)
    )


def public_view(game: State, arranged: Mapping[int, Arrangement]) -> messages.GameView:
    """Return what everybody may see of a game, without events."""
    return public_moment(game, arranged).view


def _make_public_view(game: State, hands: Hands) -> messages.GameView:
    table, options = game.table, game.table.options
    return messages.GameView(
        game=1,
        taken_back=0,
        suits=_suits(options),
        colours=options.colours,
        values=options.values,
        hands=hands,
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
        legal=(),
        events=(),
        events_from=0,
        over=_final_result(table),
        address=None,
    )


def private_view(
    viewpoint: Viewpoint,
    known: messages.GameView,
    game: State,
    notes: Mapping[int, str] = NO_NOTES,
    *,
    on_all: bool = False,
) -> messages.GameView:
    """Add what only this viewpoint sees: faces (all of them at the end), legal actions and notes.

    Notes are shown on the cards of the viewpoint's own hand, or `on_all` cards.
    """
    faces: Mapping[CardId, Face] = {}
    legal: tuple[wire.Action, ...] = ()
    if viewpoint.seat is not None:
        own_view = view(game, viewpoint.seat)
        faces = own_view.faces
        legal = tuple([wire.from_rules(action) for action in legal_actions(own_view)])
    if viewpoint.hands or game.table.outcome is not None:
        faces = {card: game.faces[card] for hand in game.table.hands for card in hand}
    own = () if viewpoint.seat is None else game.table.hands[viewpoint.seat]

    def with_private_parts(card: messages.CardView) -> messages.CardView:
        face = faces.get(CardId(card.id))
        if face is not None:
            card = replace(card, suit=face.suit, value=face.value)
        noted = card.id in notes and (on_all or card.id in own)
        return replace(card, note=notes[card.id]) if noted else card

    hands = tuple([tuple([with_private_parts(card) for card in hand]) for hand in known.hands])
    return replace(known, hands=hands, legal=legal)


@lru_cache(maxsize=64)
def _suits(options: Options) -> tuple[messages.SuitView, ...]:
    return tuple(
        messages.SuitView(
            messages.SuitName(suit.name),
            suit.letter,
            suit.order,
            suit.copies,
            tuple(n for n, touches in enumerate(options.touches) if touches[index]),
        )
        for index, suit in enumerate(options.suits)
    )


def _face_down_hand(
    table: Table,
    seat: int,
    arranged: Mapping[int, Arrangement],
    said: Mapping[CardId, ClueKnowledge],
) -> tuple[messages.CardView, ...]:
    options, keeps = table.options, arranged.get(seat, AS_DRAWN)
    return tuple(
        messages.CardView(
            card,
            suits=tuple(possible_suits(options, said[card])),
            values=tuple(possible_values(options, said[card])),
            pointed_at=bool(said[card].yes),
            turned=card in keeps.turned,
        )
        for card in arranged_hand(table.hands[seat], keeps.order)
    )


def arranged_hand(hand: tuple[CardId, ...], order: tuple[int, ...]) -> tuple[CardId, ...]:
    """Return a hand in the order its holder chose; cards drawn since then come last."""
    return tuple(CardId(card) for card in order if card in hand) + tuple(
        card for card in hand if card not in order
    )


def _final_result(table: Table) -> messages.FinalResult | None:
    if table.outcome is None:
        return None
    return messages.FinalResult(
        table.outcome.result,
        table.outcome.reason,
        score(table),
        points_on_table(table),
        band(table),
        mention(table),
    )
