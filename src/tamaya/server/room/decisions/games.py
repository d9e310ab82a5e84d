"""Games: dealing, acting and ending; and what players do with their own hands."""

from msgspec.structs import replace

from tamaya.bots import public_reason
from tamaya.formats.game import KnownDeal
from tamaya.rules import Deal, IllegalAction, Options, Seat, view
from tamaya.rules.legality import refusal as rules_refusal
from tamaya.server.room import guests, log_rows, wire
from tamaya.server.room.decisions.inputs import Randomness, Rows, game_at
from tamaya.server.room.decisions.settings import check_guests_know
from tamaya.server.room.refusals import LONGEST_NOTE, Refusal, RefusalReason
from tamaya.server.room.room import Room, options_of
from tamaya.text.labels import face_text
from tamaya.text.names import is_plain


def begin(room: Room, same_deal: bool, chance: Randomness) -> Rows:
    """Deal a new game, or the last deal again."""
    if room.playing:
        raise Refusal(RefusalReason.GAME_ON)
    if None in room.seats:
        raise Refusal(RefusalReason.SEATS_OPEN)
    if any(map(guests.is_guest, room.seated_visitors())):
        check_guests_know(room.settings)
    if same_deal:
        if room.dealt is None:
            raise Refusal(RefusalReason.NO_GAME)
        known = room.dealt.known or "replayed"
        return (replace(room.dealt, id=chance.token(), known=known),)
    game = options_of(room.settings.variant, room.settings.players)
    first = room.settings.first
    return (
        deal_row(
            game,
            chance.deal(game),
            chance.below(game.players) if first is None else first,
            chance,
        ),
    )


def deal_row(
    game: Options, deal: Deal, first: int, chance: Randomness, known: KnownDeal | None = None
) -> log_rows.Dealt:
    """Return the row of a deal with a new address and a new seed for bots."""
    cards, seed = " ".join(face_text(game, face) for face in deal.cards), chance.below(1 << 32)
    return log_rows.Dealt(cards, first, seed, deal.tiles, deal.place, chance.token(), known)


def end(room: Room, visitor_id: str, version: int) -> Rows:
    """End the game before its natural end."""
    if not room.playing:
        raise Refusal(RefusalReason.NO_GAME)
    if version < room.game_version or version > room.version:
        raise Refusal(RefusalReason.STALE)
    return (log_rows.GameEnded(room.seat_of(visitor_id)),)


def decide_action(
    room: Room, seat: Seat, action: wire.Action, why: wire.MoveReason | None = None
) -> Rows:
    """Return the row for an action of a player or a bot, or raise `Refusal` if it is illegal.

    `why` is a bot's own explanation. It stays private until the game is over.
    """
    game = game_at(room)
    if seat != game.table.to_move:
        raise Refusal(RefusalReason.NOT_YOUR_TURN)
    reason = rules_refusal(view(game, seat), wire.to_rules(action))
    if reason is not None:
        raise Refusal(reason.value, str(IllegalAction(reason)))
    return (log_rows.Acted(seat, action, why, _public_reason(room, seat, action)),)


def _public_reason(room: Room, seat: Seat, action: wire.Action) -> wire.MoveReason | None:
    """Return what anybody can tell about a bot's move from public information alone."""
    game, sitter = game_at(room), room.seats[seat]
    if sitter is None or sitter.bot is None:
        return None
    why = public_reason(game.table, game.history, wire.to_rules(action))
    return None if why is None else wire.MoveReason(why.code, why.about)


def arrange(room: Room, seat: Seat, order: tuple[int, ...], turned: tuple[int, ...]) -> Rows:
    """Rearrange the cards of a player's own hand."""
    hand = set(game_at(room).table.hands[seat])
    once = len(set(order)) == len(order) and len(set(turned)) == len(turned)
    if set(order) != hand or not set(turned) <= hand or not once:
        raise Refusal(RefusalReason.BAD_ARRANGEMENT)
    return (log_rows.Arranged(seat, order, turned),)


def write_note(room: Room, visitor_id: str, seat: Seat, card: int, text: str) -> Rows:
    """Write a private note on a card; an empty text deletes it.

    On a shared device only on an own card: whoever has the device next reads the notes on theirs.
    """
    table = game_at(room).table
    allowed = any(card in hand for hand in table.hands)
    if room.settings.hot_seat:
        allowed = card in table.hands[seat]
    if guests.is_guest(visitor_id):  # hanab.live also has notes on cards that were played
        allowed = 0 <= card < table.drawn
    if not allowed or len(text) > LONGEST_NOTE or not all(map(is_plain, text)):
        raise Refusal(RefusalReason.BAD_NOTE)
    unchanged = room.notes.get((visitor_id, card), "") == text
    return () if unchanged else (log_rows.Noted(seat, card, text),)
