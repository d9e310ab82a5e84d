"""Frames as text: a command, a blank, JSON. Both ways, for the server and for clients."""

from typing import Any, get_args

import msgspec

from tamaya.hanablive import commands, frames, game_frames
from tamaya.hanablive.spelling import command_of

FromServer = (
    frames.Welcome
    | frames.User
    | frames.UserLeft
    | frames.Table
    | frames.TableGone
    | frames.TableProgress
    | frames.Chat
    | frames.ChatList
    | frames.Warned
    | frames.Failed
    | frames.Joined
    | frames.Left
    | frames.Spectators
    | frames.Game
    | frames.TableStart
    | game_frames.Init
    | game_frames.GameActionList
    | game_frames.GameAction
    | game_frames.Connected
    | game_frames.Clock
    | game_frames.NoteListPlayer
    | game_frames.VoteChange
    | game_frames.CardIdentities
    | game_frames.FinishOngoingGame
    | game_frames.DatabaseId
)
LISTS: dict[str, Any] = {"userList": tuple[frames.User, ...], "tableList": tuple[frames.Table, ...]}
MOST_BYTES = 8192  # of a frame from a client


class NotUnderstood(ValueError):
    """A frame that makes no sense; the words say why."""


SERVER_KINDS = {command_of(kind): kind for kind in get_args(FromServer)} | LISTS


def _decoders(kinds: dict[str, Any]) -> dict[str, "msgspec.json.Decoder[Any]"]:
    return {command: msgspec.json.Decoder(kind) for command, kind in kinds.items()}


FROM_CLIENT = _decoders({command_of(kind): kind for kind in get_args(commands.FromClient)})


def encode(frame: msgspec.Struct) -> str:
    """A frame as it is sent."""
    return encode_as(command_of(type(frame)), frame)


def encode_as(command: str, body: object) -> str:
    """A frame whose body is a list."""
    return f"{command} {msgspec.json.encode(body).decode()}"


def from_client(text: str) -> commands.FromClient | None:
    """What a client asks for; nothing if that has no meaning here."""
    command, body = _parts(text)
    if command in commands.IGNORED:
        return None
    if command not in FROM_CLIENT:
        raise NotUnderstood(f"there is no command {command[:40]!a}")
    asked: commands.FromClient = _decoded(FROM_CLIENT[command], command, body)
    return asked


def _parts(text: str) -> tuple[str, str]:
    command, blank, body = text.partition(" ")
    if not command or not blank:
        raise NotUnderstood("a frame is a command, a blank and JSON")
    return command, body


def _decoded(decoder: "msgspec.json.Decoder[Any]", command: str, body: str) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError) as wrong:
        raise NotUnderstood(f"{command}: {wrong}") from wrong
