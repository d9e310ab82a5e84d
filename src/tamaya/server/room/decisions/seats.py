"""Seats: sitting down, leaving, coming back; bots and guests that the host seats."""

from collections.abc import Iterator, Sequence

from tamaya.bots import BOTS, free_bot_names
from tamaya.rules import Seat
from tamaya.server.room import guests, log_rows
from tamaya.server.room.decisions.inputs import Rows
from tamaya.server.room.decisions.settings import check_guests_know
from tamaya.server.room.refusals import Refusal, RefusalReason
from tamaya.server.room.room import Room, Sitter
from tamaya.text.names import is_good_name, is_plain, lookalike_keys, tidy_name


def sit(room: Room, visitor_id: str, seat: int, name: str) -> Rows:
    """Seat a visitor on a free seat, or give them another name on their own; not during a game."""
    name = checked_name(name)
    if seat in room.seats_of(visitor_id) and not room.playing:
        return _rename(room, visitor_id, seat, name)
    if room.seats_of(visitor_id) and not room.settings.hot_seat:
        raise Refusal(RefusalReason.SEATED_ALREADY)
    if _sitter_on(room, seat) is not None:
        raise Refusal(RefusalReason.SEAT_TAKEN)
    if room.playing and _saw_cards(room, visitor_id, seat):
        raise Refusal(RefusalReason.SAW_CARDS)
    if lookalike_keys(name) & _lookalikes_taken(room, visitor_id):
        raise Refusal(RefusalReason.NAME_TAKEN)
    return (log_rows.Seated(seat, name, who=visitor_id),)


def _rename(room: Room, visitor_id: str, seat: int, name: str) -> Rows:
    if lookalike_keys(name) & _lookalikes_taken(room, visitor_id, besides=seat):
        raise Refusal(RefusalReason.NAME_TAKEN)
    return (log_rows.Seated(seat, name, who=visitor_id),)


def _lookalikes_taken(room: Room, visitor_id: str, *, besides: int | None = None) -> frozenset[str]:
    """Return the lookalike keys of all names that are taken, also by those who may come back."""
    kept = (lost for lost in room.lost_seats.values() if lost.visitor_id != visitor_id)
    sitters = (sitter for seat, sitter in enumerate(room.seats) if seat != besides)
    taken = (lookalike_keys(sitter.name) for sitter in (*sitters, *kept) if sitter)
    return frozenset[str]().union(*taken)


def come_back(room: Room, visitor_id: str, seat: int) -> Rows:
    """Give a visitor a seat back that was lost while away."""
    _sitter_on(room, seat)
    if seat not in may_come_back(room, visitor_id):
        raise Refusal(
            RefusalReason.SEATED_ALREADY if room.seats_of(visitor_id) else RefusalReason.SEAT_TAKEN
        )
    return (log_rows.Seated(seat, room.lost_seats[seat].name, who=visitor_id),)


def may_come_back(room: Room, visitor_id: str) -> tuple[Seat, ...]:
    """Return the seats that a visitor lost while away and may take back now."""
    if room.seats_of(visitor_id) and not room.settings.hot_seat:
        return ()
    kept = room.lost_seats_of(visitor_id)
    return tuple(seat for seat in kept if not (room.playing and _saw_cards(room, visitor_id, seat)))


def _saw_cards(room: Room, visitor_id: str, seat: int) -> bool:
    """Whether a visitor saw this hand in this game, from another seat or as an onlooker."""
    if room.settings.hot_seat and room.seats_of(visitor_id):
        return False  # whoever shares a device sees all its hands anyway
    if room.settings.watch == "hands" and not room.lost_seats_of(visitor_id):
        return True
    held = {at for one, at in room.seats_held if one == visitor_id}
    return bool(held) and seat not in held


def _sitter_on(room: Room, seat: int) -> Sitter | None:
    if not 0 <= seat < len(room.seats):
        raise Refusal(RefusalReason.NO_SUCH_SEAT)
    return room.seats[seat]


def stand(room: Room, visitor_id: str) -> Rows:
    """Free all seats of a visitor; not during a game."""
    if not room.seats_of(visitor_id):
        raise Refusal(RefusalReason.NOT_SEATED)
    if room.playing:
        raise Refusal(RefusalReason.GAME_ON)
    return tuple(log_rows.SeatLeft(seat) for seat in room.seats_of(visitor_id))


def seat_bot(room: Room, seat: int, bot: str, away: frozenset[str]) -> Rows:
    """Put a bot on a seat that is free or whose player is away."""
    bot = checked_bot(bot)
    _check_absent(room, _sitter_on(room, seat), away)
    return (log_rows.Seated(seat, _bot_name(room), bot=bot),)


def invite(room: Room, seat: int, guest: str, away: frozenset[str]) -> Rows:
    """Put a connected guest on a seat that is free or whose player is away."""
    visitor_id = guests.guest_id(guest)
    check_guests_know(room.settings)
    _check_absent(room, _sitter_on(room, seat), away)
    if room.seats_of(visitor_id):
        raise Refusal(RefusalReason.SEATED_ALREADY)
    if room.playing and _saw_cards(room, visitor_id, seat):
        raise Refusal(RefusalReason.SAW_CARDS)
    if lookalike_keys(guest) & _lookalikes_taken(room, visitor_id):
        raise Refusal(RefusalReason.NAME_TAKEN)
    return (log_rows.Seated(seat, checked_name(guest), who=visitor_id),)


def _bot_name(room: Room) -> str:
    """Return a name that nobody here has; players who are away give way if all names are taken."""
    taken = [sitter.name for sitter in room.seats if sitter]
    kept = [sitter.name for sitter in room.lost_seats.values()]
    return next(_unlike_names(taken + kept), None) or next(_unlike_names(taken))


def _unlike_names(taken: Sequence[str]) -> Iterator[str]:
    """Yield names for bots that cannot be confused with these."""
    used = frozenset[str]().union(*map(lookalike_keys, taken))
    return (name for name in free_bot_names(taken) if used.isdisjoint(lookalike_keys(name)))


def clear(room: Room, seat: int, away: frozenset[str]) -> Rows:
    """Free a seat; during a game only if its player is away."""
    sitter = _sitter_on(room, seat)
    _check_absent(room, sitter, away)
    return (log_rows.SeatLeft(seat),) if sitter else ()


def _check_absent(room: Room, sitter: Sitter | None, away: frozenset[str]) -> None:
    """Raise `Refusal` if a seat would be taken from a player who is present during a game."""
    if room.playing and sitter and sitter.visitor_id is not None and sitter.visitor_id not in away:
        raise Refusal(RefusalReason.PRESENT)


def hand_over(room: Room, seat: int) -> Rows:
    """Make the visitor on a seat the host."""
    sitter = _sitter_on(room, seat)
    if sitter is None or sitter.visitor_id is None:
        raise Refusal(RefusalReason.NOT_SEATED)
    return (log_rows.HostChanged(sitter.visitor_id),)


def checked_name(name: str) -> str:
    """Return a name in its tidy form, or raise `Refusal`."""
    tidy = tidy_name(name)
    if not all(map(is_plain, name.strip())) or not is_good_name(tidy):
        raise Refusal(RefusalReason.BAD_NAME)
    return tidy


def checked_bot(bot: str) -> str:
    """Return the name of a bot that exists, or raise `Refusal`."""
    if bot not in BOTS:
        raise Refusal(RefusalReason.NO_SUCH_BOT)
    return bot
