"""Frames as text, in both directions: a command word, a space and a JSON body."""

from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from tamaya.hanablive.protocol import commands, frames, game_frames
from tamaya.hanablive.protocol.wire_names import wire_name

AnyFrame = (
    frames.WelcomeFrame
    | frames.UserFrame
    | frames.UserLeftFrame
    | frames.TableFrame
    | frames.TableGoneFrame
    | frames.TableProgressFrame
    | frames.ChatFrame
    | frames.ChatListFrame
    | frames.WarningFrame
    | frames.ErrorFrame
    | frames.JoinedFrame
    | frames.LeftFrame
    | frames.SpectatorsFrame
    | frames.GameFrame
    | frames.TableStartFrame
    | game_frames.InitFrame
    | game_frames.GameActionListFrame
    | game_frames.GameActionFrame
    | game_frames.ConnectedFrame
    | game_frames.ClockFrame
    | game_frames.NoteListPlayerFrame
    | game_frames.VoteChangeFrame
    | game_frames.CardIdentitiesFrame
    | game_frames.FinishOngoingGameFrame
    | game_frames.DatabaseIdFrame
)
LIST_FRAMES: dict[str, Any] = {
    "userList": tuple[frames.UserFrame, ...],
    "tableList": tuple[frames.TableFrame, ...],
}
MAX_COMMAND_BYTES = 8192


class MalformedCommand(ValueError):
    """A frame from a client that cannot be decoded; the message says why."""


FRAME_TYPES = {wire_name(kind): kind for kind in get_args(AnyFrame)} | LIST_FRAMES


def _decoders(kinds: dict[str, Any]) -> dict[str, "msgspec.json.Decoder[Any]"]:
    return {command: msgspec.json.Decoder(kind) for command, kind in kinds.items()}


COMMAND_DECODERS = _decoders({wire_name(kind): kind for kind in get_args(commands.AnyCommand)})


def encode(frame: msgspec.Struct) -> str:
    """Return the text of a frame or command."""
    return _join(wire_name(type(frame)), frame)


def encode_list(command: str, body: Sequence[msgspec.Struct]) -> str:
    """Return the text of a frame whose body is a list, such as `userList`."""
    return _join(command, body)


def _join(command: str, body: object) -> str:
    return f"{command} {msgspec.json.encode(body).decode()}"


def decode_command(text: str) -> commands.AnyCommand | None:
    """Decode a command from a client; None if it is one that this server ignores."""
    command, body = _split(text)
    if command in commands.IGNORED_COMMANDS:
        return None
    if command not in COMMAND_DECODERS:
        raise MalformedCommand(f"there is no command {command[:40]!a}")
    decoded: commands.AnyCommand = _decode(COMMAND_DECODERS[command], command, body)
    return decoded


def _split(text: str) -> tuple[str, str]:
    command, space, body = text.partition(" ")
    if not command or not space:
        raise MalformedCommand("a frame is a command, a blank and JSON")
    return command, body


def _decode(decoder: "msgspec.json.Decoder[Any]", command: str, body: str) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError) as error:
        raise MalformedCommand(f"{command}: {error}") from error
