"""A room: one table and its game, as a pure function of its log.

`decide` says which rows a visitor's message brings, or refuses it; `fold` takes a row in. There is
no socket, clock, lock or chance in here: the shell commits the rows before it shows them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from tamaya.bots import BOTS, names
from tamaya.formats.fields import LONGEST_NAME, is_plain
from tamaya.formats.text import face_text, parse_face
from tamaya.rules import (
    Deal,
    IllegalAction,
    Options,
    OptionsError,
    Seat,
    State,
    apply,
    notation,
    options,
    start,
    stop,
)
from tamaya.server import messages, rows, wire


class Why(StrEnum):
    """Why a message is refused, beyond the reasons of the rules."""

    NOT_HOST = "not-host"
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_TAKEN = "seat-taken"
    SEATED_ALREADY = "seated-already"
    NOT_SEATED = "not-seated"
    NOT_YOUR_TURN = "not-your-turn"
    SEATS_OPEN = "seats-open"
    GAME_ON = "game-on"
    NO_GAME = "no-game"
    STALE = "stale"
    BAD_NAME = "bad-name"
    BAD_SETTINGS = "bad-settings"
    NO_SUCH_BOT = "no-such-bot"


WORDS = {
    Why.NOT_HOST: "only the host can do that",
    Why.NO_SUCH_SEAT: "there is no such seat",
    Why.SEAT_TAKEN: "somebody sits there",
    Why.SEATED_ALREADY: "you have a seat already",
    Why.NOT_SEATED: "you have no seat at this table",
    Why.NOT_YOUR_TURN: "it is another player's turn",
    Why.SEATS_OPEN: "a seat is still free",
    Why.GAME_ON: "a game is on",
    Why.NO_GAME: "no game is on",
    Why.STALE: "the table has changed meanwhile",
    Why.BAD_NAME: f"a name has 1 to {LONGEST_NAME} visible characters",
    Why.BAD_SETTINGS: "this cannot be played",
    Why.NO_SUCH_BOT: "there is no such bot",
}


FromHost = (
    messages.SeatBot
    | messages.Clear
    | messages.Change
    | messages.HandOver
    | messages.Begin
    | messages.End
)


class Refused(Exception):
    """A message that changes nothing."""

    def __init__(self, reason: str, words: str) -> None:
        super().__init__(words)
        self.reason = reason
        self.words = words


@dataclass(frozen=True, slots=True)
class Chance:
    """All the chance a room needs, given from outside."""

    deal: Callable[[Options], Deal]
    below: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody on a seat: a visitor or a bot."""

    name: str
    who: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """One table at one moment."""

    settings: rows.Settings
    host: str
    seats: tuple[Sitter | None, ...]
    version: int = 1  # rows so far
    game: State | None = None
    dealt: rows.Dealt | None = None
    games: int = 0  # dealt at this table

    @property
    def playing(self) -> bool:
        """Whether a game is on."""
        return self.game is not None and self.game.table.outcome is None

    def seat_of(self, who: str) -> Seat | None:
        """The seat of a visitor."""
        found = (n for n, sitter in enumerate(self.seats) if sitter and sitter.who == who)
        return next((Seat(seat) for seat in found), None)


# what rows do


def fold(room: Room | None, row: rows.Row) -> Room:
    """The room after one more row of its log."""
    if room is None:
        assert isinstance(row, rows.Opened), "a log begins with the opening of its table"
        return Room(row.settings, row.host, (None,) * row.settings.players)
    room = replace(room, version=room.version + 1)
    match row:
        case rows.Opened():
            raise AssertionError("a table is opened once")
        case rows.Changed(settings):
            kept = room.seats[: settings.players]
            free = (None,) * (settings.players - len(kept))
            return replace(room, settings=settings, seats=kept + free, game=None, dealt=None)
        case rows.Seated(seat, name, who, bot):
            return _with_sitter(room, seat, Sitter(name, who, bot))
        case rows.Left(seat):
            return _with_sitter(room, seat, None)
        case rows.HostIs(who):
            return replace(room, host=who)
        case rows.Dealt():
            begun = _begun(room.settings, row)
            return replace(room, dealt=row, game=begun, games=room.games + 1)
        case rows.Acted(_, action):
            return replace(room, game=apply(_game(room), wire.to_rules(action))[0])
        case _:
            return replace(room, game=stop(_game(room))[0])


def _with_sitter(room: Room, seat: int, sitter: Sitter | None) -> Room:
    seats = list(room.seats)
    seats[seat] = sitter
    return replace(room, seats=tuple(seats))


def _begun(settings: rows.Settings, dealt: rows.Dealt) -> State:
    game = options(settings.variant, settings.players)
    cards = tuple(parse_face(game, word) for word in dealt.cards.split())
    return start(game, Deal(cards, dealt.tiles, dealt.place), Seat(dealt.first))


def _game(room: Room) -> State:
    if room.game is None:
        raise _refusal(Why.NO_GAME)
    return room.game


# what messages bring


def opened(host: str, settings: rows.Settings) -> rows.Opened:
    """The first row of a table's log."""
    return rows.Opened(host, _checked(settings))


def decide(
    room: Room, who: str, message: messages.FromClient, chance: Chance
) -> tuple[rows.Row, ...]:
    """The rows that a visitor's message brings; refused if it may not be."""
    match message:
        case messages.Sit(seat, name):
            return _sit(room, who, seat, name)
        case messages.Stand():
            return _stand(room, who)
        case messages.Act(version, action):
            return _act(room, who, version, action)
        case _ if who != room.host:
            raise _refusal(Why.NOT_HOST)
        case _:
            return _host_decides(room, message, chance)


def _host_decides(room: Room, message: FromHost, chance: Chance) -> tuple[rows.Row, ...]:
    match message:
        case messages.SeatBot(seat, bot):
            return _seat_bot(room, seat, bot)
        case messages.Clear(seat):
            return _clear(room, seat)
        case messages.Change(settings):
            return _change(room, settings)
        case messages.HandOver(seat):
            return _hand_over(room, seat)
        case messages.Begin(same_deal):
            return _begin(room, same_deal, chance)
        case _:
            return _end(room, message.version)


def _refusal(why: Why) -> Refused:
    return Refused(why.value, WORDS[why])


def _sit(room: Room, who: str, seat: int, name: str) -> tuple[rows.Row, ...]:
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_NAME or not all(map(is_plain, name)):
        raise _refusal(Why.BAD_NAME)
    if room.seat_of(who) is not None:
        raise _refusal(Why.SEATED_ALREADY)
    if _sitter(room, seat) is not None:
        raise _refusal(Why.SEAT_TAKEN)
    return (rows.Seated(seat, name, who=who),)


def _sitter(room: Room, seat: int) -> Sitter | None:
    if not 0 <= seat < len(room.seats):
        raise _refusal(Why.NO_SUCH_SEAT)
    return room.seats[seat]


def _stand(room: Room, who: str) -> tuple[rows.Row, ...]:
    seat = room.seat_of(who)
    if seat is None:
        raise _refusal(Why.NOT_SEATED)
    if room.playing:
        raise _refusal(Why.GAME_ON)
    return (rows.Left(seat),)


def _seat_bot(room: Room, seat: int, bot: str) -> tuple[rows.Row, ...]:
    if bot not in BOTS:
        raise _refusal(Why.NO_SUCH_BOT)
    _sitter(room, seat)
    name = next(names(sitter.name for sitter in room.seats if sitter))
    return (rows.Seated(seat, name, bot=bot),)


def _clear(room: Room, seat: int) -> tuple[rows.Row, ...]:
    if room.playing:
        raise _refusal(Why.GAME_ON)
    return (rows.Left(seat),) if _sitter(room, seat) else ()


def _change(room: Room, settings: rows.Settings) -> tuple[rows.Row, ...]:
    if room.playing:
        raise _refusal(Why.GAME_ON)
    return (rows.Changed(_checked(settings)),)


def _checked(settings: rows.Settings) -> rows.Settings:
    """Settings that can be played, the variant in its canonical words."""
    try:
        game = options(settings.variant, settings.players)
    except OptionsError as wrong:
        raise Refused(Why.BAD_SETTINGS.value, str(wrong)) from wrong
    if settings.first is not None and not 0 <= settings.first < settings.players:
        raise _refusal(Why.NO_SUCH_SEAT)
    return rows.Settings(
        notation(game), settings.players, settings.first, settings.watch, settings.listed
    )


def _hand_over(room: Room, seat: int) -> tuple[rows.Row, ...]:
    sitter = _sitter(room, seat)
    if sitter is None or sitter.who is None:
        raise _refusal(Why.NOT_SEATED)
    return (rows.HostIs(sitter.who),)


def _begin(room: Room, same_deal: bool, chance: Chance) -> tuple[rows.Row, ...]:
    if room.playing:
        raise _refusal(Why.GAME_ON)
    if None in room.seats:
        raise _refusal(Why.SEATS_OPEN)
    if same_deal:
        if room.dealt is None:
            raise _refusal(Why.NO_GAME)
        return (room.dealt,)
    game = options(room.settings.variant, room.settings.players)
    deal, first = chance.deal(game), room.settings.first
    return (
        rows.Dealt(
            " ".join(face_text(game, face) for face in deal.cards),
            chance.below(game.players) if first is None else first,
            chance.below(1 << 32),
            deal.tiles,
            deal.place,
        ),
    )


def _end(room: Room, version: int) -> tuple[rows.Row, ...]:
    if not room.playing:
        raise _refusal(Why.NO_GAME)
    if version != room.version:
        raise _refusal(Why.STALE)
    return (rows.Ended(),)


def _act(room: Room, who: str, version: int, action: wire.Action) -> tuple[rows.Row, ...]:
    seat = room.seat_of(who)
    if seat is None:
        raise _refusal(Why.NOT_SEATED)
    if not room.playing:
        raise _refusal(Why.NO_GAME)
    if version != room.version:
        raise _refusal(Why.STALE)
    return acted(room, seat, action)


def acted(room: Room, seat: Seat, action: wire.Action) -> tuple[rows.Row, ...]:
    """The row for an action of a seat, a visitor's or a bot's; refused if the rules forbid it."""
    game = _game(room)
    if seat != game.table.to_move:
        raise _refusal(Why.NOT_YOUR_TURN)
    try:
        apply(game, wire.to_rules(action))
    except IllegalAction as illegal:
        raise Refused(illegal.reason.value, str(illegal)) from illegal
    return (rows.Acted(seat, action),)


def bot_to_move(room: Room) -> tuple[Seat, str, int] | None:
    """The bot that is to move: its seat, its name and its seed."""
    if room.game is None or room.dealt is None or not room.playing:
        return None
    seat = room.game.table.to_move
    sitter = room.seats[seat]
    if sitter is None or sitter.bot is None:
        return None
    return seat, sitter.bot, room.dealt.bot_seed + seat
