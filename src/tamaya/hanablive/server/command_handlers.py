"""Carries out clients' commands, as messages to our tables like those of any other visitor."""

from collections.abc import Sequence

from msgspec.structs import replace

from tamaya.formats.hanablive.vocabulary import suit_order
from tamaya.hanablive.protocol import commands
from tamaya.hanablive.protocol.frames import LeftFrame
from tamaya.hanablive.protocol.variants import UnsupportedRules
from tamaya.hanablive.server import refusals
from tamaya.hanablive.server.chat import send_private, send_to_lobby, send_to_room
from tamaya.hanablive.server.gateway import Gateway
from tamaya.hanablive.server.refusals import CommandRefused
from tamaya.hanablive.server.table_list import may_know
from tamaya.hanablive.server.table_session import TableSession
from tamaya.hanablive.server.table_settings import (
    PLAYERS,
    change_variant,
    new_settings,
    table_options,
)
from tamaya.hanablive.server.user import User
from tamaya.rules import Options
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.limits.quotas import PROGRAMS_TABLES, LimitExceeded
from tamaya.server.room import messages, wire
from tamaya.server.room.projection import viewpoint_of
from tamaya.server.room.refusals import LONGEST_NOTE, LONGEST_PASSWORD, Refusal, RefusalReason

MAX_TABLE_NAME = 40  # characters
MAX_TABLE_NUMBER = 9  # digits
REFUSALS = (CommandRefused, Refusal, UnsupportedRules)  # that `handle_command` may raise


async def handle_command(gateway: Gateway, user: User, command: commands.AnyCommand) -> None:
    """Carry out a user's command, or raise one of `REFUSALS`."""
    match command:
        case commands.TableCreateCommand():
            await _create(gateway, user, command)
        case commands.ChatCommand(text, room) if not room.startswith("table"):
            send_to_lobby(gateway, user, text)
        case commands.ChatCommand(text, room):
            number = table_number_in(room)
            live = await _find_table(gateway, user, number)
            if _is_outdated(gateway, user, live, number):
                raise CommandRefused(refusals.NO_GAME)
            await send_to_room(gateway, user, _session(user, live), text)
        case commands.ChatPmCommand(text, recipient):
            send_private(gateway, user, text, recipient)
        case _:
            live = await _find_table(gateway, user, command.table_id)
            if _is_outdated(gateway, user, live, command.table_id):
                await _handle_outdated(gateway, user, live, command)
                return
            if live.id in user.sessions:
                loaded = isinstance(command, commands.LoadedCommand | commands.ActionCommand)
                user.sessions[live.id].heard(loaded=loaded)
            await _handle_at_table(gateway, user, live, command)


def table_number_in(room: str) -> int:
    """Return the number in the name of a chat room such as `table12`; 0 if there is none."""
    digits = room.removeprefix("table")
    return int(digits) if digits.isdecimal() and len(digits) <= MAX_TABLE_NUMBER else 0


def _is_outdated(gateway: Gateway, user: User, live: LiveTable, number: int) -> bool:
    """Return whether the table has gone on to another game since it had this number."""
    session = user.sessions.get(live.id)
    if session is not None and session.has_joined:
        return number != session.table_number
    return gateway.directory.numbers.is_outdated(number, live.room)


async def _handle_outdated(
    gateway: Gateway, user: User, live: LiveTable, command: commands.TableCommand
) -> None:
    """Handle a command about an earlier game, which must not affect the current one."""
    match command:
        case commands.TableJoinCommand(_, password):
            await _join(gateway, user, live, password or "")
        case (
            commands.TableLeaveCommand()
            | commands.TableUnattendCommand()
            | commands.LoadedCommand()
        ):
            pass  # the user has left that game already
        case _:
            raise CommandRefused(refusals.NO_GAME)


async def _handle_at_table(  # noqa: C901, PLR0912 - one case for each command
    gateway: Gateway, user: User, live: LiveTable, command: commands.TableCommand
) -> None:
    match command:
        case commands.TableJoinCommand(_, password):
            await _join(gateway, user, live, password or "")
        case commands.TableLeaveCommand():
            await _leave(gateway, user, live)
        case commands.TableUnattendCommand():
            _unattend(gateway, user, live)
        case commands.TableReattendCommand():
            _reattend(gateway, user, live)
        case commands.TableSpectateCommand():
            _spectate(gateway, user, live, command.shadowing_player_index)
        case commands.TableSetVariantCommand(_, options):
            settings = change_variant(live.room.settings, options)
            await gateway.send_to_table(user, live, messages.Change(settings))
        case commands.TableStartCommand() | commands.TableRestartCommand():
            await _start(gateway, user, live)
        case commands.TableTerminateCommand() | commands.ActionCommand(type=commands.END_GAME):
            await gateway.send_to_table(user, live, messages.End(live.room.version))
        case commands.GetGameInfo1Command():
            user.send(_game_session(user, live).init_frame())
        case commands.GetGameInfo2Command():
            for frame in _game_session(user, live).whole_game():
                user.send(frame)
        case commands.ActionCommand():
            await _act(gateway, user, live, command)
        case commands.NoteCommand(_, card, note):
            note = " ".join(note.split())[:LONGEST_NOTE]
            await gateway.send_to_table(user, live, messages.Note(card, note))
        case _:  # `loaded`: send what has happened since the client asked for the game
            gateway.updates.send_session(user, _session(user, live))


async def _find_table(gateway: Gateway, user: User, number: int) -> LiveTable:
    """Return the table with a number if the user may know of it: numbers are easily guessed."""
    live = await gateway.find_table(gateway.directory.numbers.table_of(number) or "")
    if live is None or not may_know(user, live):
        raise CommandRefused(refusals.NO_SUCH_TABLE)
    return live


def _session(user: User, live: LiveTable) -> TableSession:
    if live.id not in user.sessions:
        raise CommandRefused(refusals.NOT_AT_TABLE)
    return user.sessions[live.id]


def _game_session(user: User, live: LiveTable) -> TableSession:
    session = _session(user, live)
    if live.room.game is None or not _may_see(user, live):
        raise CommandRefused(refusals.NO_GAME)
    return session


def _may_see(user: User, live: LiveTable) -> bool:
    """Return whether a user may see the game at a table."""
    return viewpoint_of(live.room, user.player_id) is not None and live.room.may_enter(
        user.player_id
    )


# tables


async def _create(gateway: Gateway, user: User, command: commands.TableCreateCommand) -> None:
    settings = new_settings(command.options, command.max_players or PLAYERS[-1])
    if len(command.password or "") > LONGEST_PASSWORD:
        raise Refusal(RefusalReason.BAD_PASSWORD)
    try:
        await gateway.tables.quotas.charge(PROGRAMS_TABLES, user.player_id, user.address)
    except LimitExceeded as error:
        raise CommandRefused(refusals.TOO_MANY_TABLES) from error
    live = await gateway.tables.open(user.player_id, settings)
    name = " ".join((command.name or "").split())[:MAX_TABLE_NAME]
    gateway.directory.set_table_name(live, name)
    if command.password:
        await gateway.send_to_table(user, live, messages.Lock(command.password))
    await _join(gateway, user, live, "")


async def _join(gateway: Gateway, user: User, live: LiveTable, password: str) -> None:
    table_options(live.room.settings)
    if not live.room.seats_of(user.player_id):
        await _sit(gateway, user, live, password)
    gateway.sessions.leave_finished_tables(user, live)
    session = gateway.sessions.open(user, live)
    session.heard()
    user.send(session.join())
    gateway.updates.send_session(user, session)
    gateway.updates.send_all(user)


async def _sit(gateway: Gateway, user: User, live: LiveTable, password: str) -> None:
    if live.room.lock is not None and not live.room.may_enter(user.player_id):
        knock = messages.Knock(password)
        await gateway.send_to_table(user, live, knock)
    if live.room.playing:
        raise CommandRefused(refusals.GAME_RUNNING)
    if None not in live.room.seats:
        raise CommandRefused(refusals.TABLE_FULL)
    seat = live.room.seats.index(None)
    await gateway.send_to_table(user, live, messages.Sit(seat, user.name))


async def _leave(gateway: Gateway, user: User, live: LiveTable) -> None:
    """Give up the seat; during a game only stop following the table."""
    if live.room.playing or not live.room.seats_of(user.player_id):
        _unattend(gateway, user, live)
        return
    session = user.sessions.get(live.id)
    await gateway.send_to_table(user, live, messages.Stand())
    if session is None:
        user.send(LeftFrame(gateway.directory.table_number(live)))


def _unattend(gateway: Gateway, user: User, live: LiveTable) -> None:
    """Stop following a table. The seat is kept; after a game it is reserved for the next."""
    session = user.sessions.get(live.id)
    if session is None:
        return
    if live.room.playing or session.seat is None:
        user.ignore_game(live)
        gateway.sessions.close(user, session)
    else:
        session.forget_join()


def _reattend(gateway: Gateway, user: User, live: LiveTable) -> None:
    if not live.room.seats_of(user.player_id):
        raise CommandRefused(refusals.NOT_AT_TABLE)
    if not live.room.playing:
        raise CommandRefused(refusals.NO_GAME)
    for frame in gateway.sessions.open(user, live).announce_game():
        user.send(frame)


def _spectate(gateway: Gateway, user: User, live: LiveTable, shadowing: int) -> None:
    table_options(live.room.settings)
    if not live.room.playing or not _may_see(user, live):
        raise CommandRefused(refusals.NO_GAME)
    if shadowing >= 0:
        raise CommandRefused(refusals.NO_SHADOWING)
    if live.room.seats_of(user.player_id):
        raise CommandRefused(refusals.GAME_RUNNING)
    viewer = Viewer(user.player_id, address=user.address)
    if live.id not in user.sessions and not gateway.tables.presence.admit(live, viewer):
        raise CommandRefused(refusals.TOO_MANY_SPECTATORS)
    gateway.updates.send_session(user, gateway.sessions.open(user, live))


# games


async def _start(gateway: Gateway, user: User, live: LiveTable) -> None:
    """Start a game for the players who are seated; free seats are removed first."""
    table_options(live.room.settings)
    seats, settings = live.room.seats, live.room.settings
    seated = sum(sitter is not None for sitter in seats)
    if not live.room.playing and 2 <= seated < len(seats):
        if None in seats[:seated]:
            raise CommandRefused(refusals.FREE_SEAT_BETWEEN)
        fewer = replace(settings, players=seated)
        await gateway.send_to_table(user, live, messages.Change(fewer))
    await gateway.send_to_table(user, live, messages.Begin())


async def _act(
    gateway: Gateway, user: User, live: LiveTable, command: commands.ActionCommand
) -> None:
    if live.room.game is None:
        raise CommandRefused(refusals.NO_GAME)
    action = _wire_action(live.room.game.table.options, command)
    message = messages.Act(live.room.version, action)
    await gateway.send_to_table(user, live, message)


def _wire_action(options: Options, command: commands.ActionCommand) -> wire.Action:
    value = -1 if command.value is None else command.value
    match command.type:
        case commands.PLAY:
            return wire.PlayCard(command.target)
        case commands.DISCARD:
            return wire.DiscardCard(command.target)
        case commands.COLOUR_CLUE:
            return wire.GiveColourClue(
                command.target, _our_colour(suit_order(options).colours, value)
            )
        case commands.RANK_CLUE:
            return wire.GiveValueClue(command.target, value)
        case _:
            raise CommandRefused(f"there is no action of type {command.type}")


def _our_colour(colours: Sequence[int], value: int) -> int:
    """Return our index of one of hanab.live's colours; -1, which is never legal, for others."""
    return colours[value] if 0 <= value < len(colours) else -1
