"""What users ask for, done at the tables in the way of every other visitor."""

from collections.abc import Sequence

from msgspec.structs import replace

from tamaya.formats.hanablive.vocabulary import suit_order
from tamaya.hanablive.protocol import commands, frames
from tamaya.hanablive.protocol.variants import UnsupportedRules
from tamaya.hanablive.server.chat import Unwilling, said_at_table, said_to_all, said_to_one
from tamaya.hanablive.server.gateway import Door
from tamaya.hanablive.server.table_session import Attendance
from tamaya.hanablive.server.table_settings import (
    PLAYERS,
    change_variant,
    new_settings,
    table_options,
)
from tamaya.hanablive.server.user import User
from tamaya.rules import Options
from tamaya.server.hub.tables import Live, Viewer
from tamaya.server.limits.quotas import PROGRAMS_TABLES, TooMuch
from tamaya.server.room import messages, wire
from tamaya.server.room.decisions import LONGEST_NOTE, LONGEST_PASSWORD, Refused, Why, refusal
from tamaya.server.room.projection import eyes

LONGEST_TABLE_NAME = 40
LONGEST_NUMBER = 9  # digits


NO_TABLE = "there is no such table"
NOT_THERE = "you are not at this table"
NO_GAME = "no game is on at this table"
RUNNING = "the game at this table has begun already"
TOO_MANY = "these were many tables; wait a moment"
FULL = "all seats at this table are taken"
GAP = "somebody sits behind a free seat; fill the seats, or close the gap"
MANY_LOOK_ON = "many people are looking on at this table; try again later"
SEEN_ELSEWHERE = "hands of others are not shown here"


async def obey(door: Door, user: User, order: commands.AnyCommand) -> None:
    """Do what a user asks for, or say why not: `Unwilling`, `Refused` or `UnsupportedRules`."""
    match order:
        case commands.TableCreateCommand():
            await _create(door, user, order)
        case commands.ChatCommand(msg, room) if not room.startswith("table"):
            said_to_all(door, user, msg)
        case commands.ChatCommand(msg, room):
            number = room.removeprefix("table")
            live = await _table(door, user, int(number) if is_number(number) else 0)
            if _is_old(door, user, live, int(number)):
                raise Unwilling(NO_GAME)
            await said_at_table(door, user, _there(user, live), msg)
        case commands.ChatPmCommand(msg, recipient):
            said_to_one(door, user, msg, recipient)
        case _:
            live = await _table(door, user, order.table_id)
            if _is_old(door, user, live, order.table_id):
                await _obey_late(door, user, live, order)
                return
            if live.id in user.at:
                user.at[live.id].woken(
                    loaded=isinstance(order, commands.LoadedCommand | commands.ActionCommand)
                )
            await _obey_at(door, user, live, order)


def is_number(text: str) -> bool:
    """Whether this is a table's number, as far as its form goes."""
    return text.isdecimal() and len(text) <= LONGEST_NUMBER


def _is_old(door: Door, user: User, live: Live, number: int) -> bool:
    """Whether the table has gone on to another game since the user knew it by this number."""
    now = door.numbers.now(live.id, live.room)
    attendance = user.at.get(live.id)
    if attendance is not None and attendance.joined == now:
        return number != now
    return door.numbers.is_old(number, live.room)


async def _obey_late(door: Door, user: User, live: Live, order: commands.TableCommand) -> None:
    """An order about a game of the past must not steer the one that is on now."""
    match order:
        case commands.TableJoinCommand(_, password):
            await _join(door, user, live, password or "")
        case (
            commands.TableLeaveCommand()
            | commands.TableUnattendCommand()
            | commands.LoadedCommand()
        ):
            pass  # there is nothing to leave any more
        case _:
            raise Unwilling(NO_GAME)


async def _obey_at(door: Door, user: User, live: Live, order: commands.TableCommand) -> None:  # noqa: C901, PLR0912 - likewise
    match order:
        case commands.TableJoinCommand(_, password):
            await _join(door, user, live, password or "")
        case commands.TableLeaveCommand():
            await _leave(door, user, live)
        case commands.TableUnattendCommand():
            _unattend(door, user, live)
        case commands.TableReattendCommand():
            _reattend(door, user, live)
        case commands.TableSpectateCommand():
            _spectate(door, user, live, order.shadowing_player_index)
        case commands.TableSetVariantCommand(_, options):
            settings = change_variant(live.room.settings, options)
            await door.tables.handle(live, user.who, messages.Change(settings), user.address)
        case commands.TableStartCommand() | commands.TableRestartCommand():
            await start(door, user, live)
        case commands.TableTerminateCommand():
            await door.tables.handle(live, user.who, messages.End(live.room.version), user.address)
        case commands.GetGameInfo1Command():
            user.send(_at_game(user, live).init())
        case commands.GetGameInfo2Command():
            for frame in _at_game(user, live).whole():
                user.send(frame)
        case commands.ActionCommand(type=commands.END_GAME):
            await door.tables.handle(live, user.who, messages.End(live.room.version), user.address)
        case commands.ActionCommand():
            await _act(door, user, live, order)
        case commands.NoteCommand(_, card, note):
            note = " ".join(note.split())[:LONGEST_NOTE]
            await door.tables.handle(live, user.who, messages.Note(card, note), user.address)
        case _:  # all has arrived: what happened meanwhile can follow
            door.tell(user, _there(user, live))


async def _table(door: Door, user: User, number: int) -> Live:
    """The table with a number, if the user may know of it: numbers are easily guessed."""
    live = await door.found(door.numbers.table(number) or "")
    if live is None or not door.may_know(user, live):
        raise Unwilling(NO_TABLE)
    return live


def _there(user: User, live: Live) -> Attendance:
    if live.id not in user.at:
        raise Unwilling(NOT_THERE)
    return user.at[live.id]


def _at_game(user: User, live: Live) -> Attendance:
    attendance = _there(user, live)
    unseen = eyes(live.room, user.who) is None or not live.room.may_enter(user.who)
    if live.room.game is None or unseen:
        raise Unwilling(NO_GAME)
    return attendance


# coming and going


async def _create(door: Door, user: User, order: commands.TableCreateCommand) -> None:
    settings = new_settings(order.options, order.max_players or PLAYERS[-1])
    if len(order.password or "") > LONGEST_PASSWORD:
        raise refusal(Why.BAD_PASSWORD)
    try:
        await door.tables.quotas.charge(PROGRAMS_TABLES, user.who, user.address)
    except TooMuch as error:
        raise Unwilling(TOO_MANY) from error
    live = await door.tables.open(user.who, settings)
    door.call(live, " ".join((order.name or "").split())[:LONGEST_TABLE_NAME])
    if order.password:
        await door.tables.handle(live, user.who, messages.Lock(order.password), user.address)
    await _join(door, user, live, "")


async def _join(door: Door, user: User, live: Live, password: str) -> None:
    table_options(live.room.settings)
    if not live.room.seats_of(user.who):
        await _sit(door, user, live, password)
    door.stand_elsewhere(user, live)
    attendance = door.attend(user, live)
    attendance.woken()
    user.send(attendance.join())
    door.tell(user, attendance)
    door.refresh(user)


async def _sit(door: Door, user: User, live: Live, password: str) -> None:
    if live.room.lock is not None and not live.room.may_enter(user.who):
        await door.tables.handle(live, user.who, messages.Knock(password), user.address)
    if live.room.playing:
        raise Unwilling(RUNNING)
    if None not in live.room.seats:
        raise Unwilling(FULL)
    seat = live.room.seats.index(None)
    await door.tables.handle(live, user.who, messages.Sit(seat, user.name), user.address)


async def _leave(door: Door, user: User, live: Live) -> None:
    """Give the seat up; during a game only look away."""
    if live.room.playing or not live.room.seats_of(user.who):
        _unattend(door, user, live)
        return
    attendance = user.at.get(live.id)
    await door.tables.handle(live, user.who, messages.Stand(), user.address)
    if attendance is None:
        user.send(frames.LeftFrame(door.numbers.now(live.id, live.room)))


def _unattend(door: Door, user: User, live: Live) -> None:
    """Look away. The seat is kept: after a game, for the next one."""
    attendance = user.at.get(live.id)
    if attendance is None:
        return
    if live.room.playing or attendance.seat is None:
        user.looks_away_from(live)
        door.leave(user, attendance)
    else:
        attendance.joined = None


def _reattend(door: Door, user: User, live: Live) -> None:
    if not live.room.seats_of(user.who):
        raise Unwilling(NOT_THERE)
    if not live.room.playing:
        raise Unwilling(NO_GAME)
    attendance = user.at.get(live.id) or door.attend(user, live)
    for frame in attendance.begin():
        user.send(frame)


def _spectate(door: Door, user: User, live: Live, shadowing: int) -> None:
    table_options(live.room.settings)
    shown = live.room.may_enter(user.who) and eyes(live.room, user.who) is not None
    if not shown or not live.room.playing:
        raise Unwilling(NO_GAME)
    if shadowing >= 0:
        raise Unwilling(SEEN_ELSEWHERE)
    if live.room.seats_of(user.who):
        raise Unwilling(RUNNING)
    if live.id not in user.at and not door.tables.makes_room(
        live, Viewer(user.who, address=user.address)
    ):
        raise Unwilling(MANY_LOOK_ON)
    door.tell(user, door.attend(user, live))


# games


async def start(door: Door, user: User, live: Live) -> None:
    """Deal for those who sit; seats that nobody took are put away first."""
    table_options(live.room.settings)
    seats, settings = live.room.seats, live.room.settings
    sitting = sum(sitter is not None for sitter in seats)
    if not live.room.playing and 2 <= sitting < len(seats):
        if None in seats[:sitting]:
            raise Unwilling(GAP)
        fewer = replace(settings, players=sitting)
        await door.tables.handle(live, user.who, messages.Change(fewer), user.address)
    await door.tables.handle(live, user.who, messages.Begin(), user.address)


async def _act(door: Door, user: User, live: Live, order: commands.ActionCommand) -> None:
    if live.room.game is None:
        raise Unwilling(NO_GAME)
    action = _action(live.room.game.table.options, order)
    await door.tables.handle(live, user.who, messages.Act(live.room.version, action), user.address)


def _action(options: Options, order: commands.ActionCommand) -> wire.Action:
    value = -1 if order.value is None else order.value
    match order.type:
        case commands.PLAY:
            return wire.Play(order.target)
        case commands.DISCARD:
            return wire.Discard(order.target)
        case commands.COLOUR_CLUE:
            return wire.Colour(order.target, _at(suit_order(options).colours, value))
        case commands.RANK_CLUE:
            return wire.Value(order.target, value)
        case _:
            raise Unwilling(f"there is no action of type {order.type}")


def _at(colours: Sequence[int], value: int) -> int:
    """Our colour for the site's; what is none here is none of ours."""
    return colours[value] if 0 <= value < len(colours) else -1


REFUSALS = (Unwilling, Refused, UnsupportedRules)
