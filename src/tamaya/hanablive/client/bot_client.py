"""A bot of ours as a client: frames come in, frames go out."""

import asyncio
from collections.abc import Awaitable, Callable
from secrets import randbelow
from typing import Any

from msgspec import Struct

from tamaya.bots import make
from tamaya.hanablive.client.frame_reader import ActionIs, ActionsAre
from tamaya.hanablive.client.game_tracker import Board, known
from tamaya.hanablive.client.private_messages import Talker
from tamaya.hanablive.protocol import commands, frames, game_frames
from tamaya.hanablive.protocol.game_actions import TurnAction
from tamaya.hanablive.protocol.variants import UnsupportedRules
from tamaya.rules import Action, IllegalAction, View, refusal

Send = Callable[[Struct], Awaitable[None]]
Say = Callable[[str], None]
FALLBACK = "cautious"  # takes the place of a bot that fails, as on our own server


class BotClient:
    """One bot over one connection; it may play several games at once."""

    def __init__(self, bot: str, send: Send, say: Say) -> None:
        self.bot = bot
        self.send = send
        self.say = say  # to whoever runs the bot
        self.talker = Talker()
        self.boards: dict[int, Board] = {}
        self.sent_away = False
        self._failed = set[int]()  # tables where the bot did
        self._thoughts = set[asyncio.Task[None]]()

    def close(self) -> None:
        """Think no more."""
        for thought in self._thoughts:
            thought.cancel()

    async def take(self, frame: Any) -> None:  # noqa: C901, PLR0912 - one case for each frame
        """A frame has come."""
        match frame:
            case frames.WelcomeFrame(username=name, playing_at_tables=playing):
                self.talker.name = name
                for table in playing:
                    await self.send(commands.TableReattendCommand(table))
            case frames.TableFrame():
                self.talker.tables[frame.id] = frame
            case frames.TableGoneFrame(table):
                self.talker.tables.pop(table, None)
            case frames.ChatFrame(room="", recipient=to, who=who) if to == self.talker.name != who:
                for answer in self.talker.answer(frame):
                    await self.send(answer)
            case frames.JoinedFrame(table):
                self.talker.at = table
            case frames.LeftFrame(table) if self.talker.at == table:
                self.talker.at = None
            case frames.TableStartFrame(table):
                await self.send(commands.GetGameInfo1Command(table))
            case game_frames.InitFrame() | ActionsAre() | ActionIs():
                await self._follow(frame)
            case game_frames.FinishOngoingGameFrame(table):
                self.boards.pop(table, None)
                self._failed.discard(table)
                await self.send(commands.TableUnattendCommand(table))
            case frames.WarningFrame(words):
                self.say(f"the server warns: {words}")
            case frames.ErrorFrame(words):
                self.sent_away = True
                self.say(f"the server says: {words}")
            case tuple():
                for one in frame:
                    await self.take(one)
            case _:
                pass

    # games

    async def _follow(self, frame: game_frames.InitFrame | ActionsAre | ActionIs) -> None:
        """Something of a game; one that we cannot follow is left, and the others go on."""
        try:
            match frame:
                case ActionsAre(table, actions):
                    await self._catch_up(table, [known(action) for action in actions])
                case ActionIs(table, action):
                    await self._go_on(table, known(action))
                case init:
                    self.boards[init.table_id] = Board(init)
                    await self.send(commands.GetGameInfo2Command(init.table_id))
        except UnsupportedRules as wrong:
            await self._leave(frame.table_id, str(wrong))
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as wrong:
            await self._leave(frame.table_id, _told(wrong))

    async def _leave(self, table: int, why: str) -> None:
        self.say(f"cannot play at table {table}: {why}")
        self.boards.pop(table, None)
        await self.send(commands.TableUnattendCommand(table))

    async def _catch_up(self, table: int, actions: list[Any]) -> None:
        board = self.boards.get(table)
        if board is None:
            return
        for action in actions:
            if action is not None:
                board.take(action)
        await self.send(commands.LoadedCommand(table))
        self._move_if_asked(board)

    async def _go_on(self, table: int, action: Any) -> None:
        board = self.boards.get(table)
        if board is None or action is None:
            return
        board.take(action)
        if isinstance(action, TurnAction):
            self._move_if_asked(board)

    def _move_if_asked(self, board: Board) -> None:
        if not board.our_turn:
            return
        thought = asyncio.create_task(self._move(board, board.view()))
        self._thoughts.add(thought)
        thought.add_done_callback(self._thoughts.discard)

    async def _move(self, board: Board, seen: View) -> None:
        action = await self._thought(board, seen)
        if action is None:
            await self._leave(board.number, "no bot knows what to do")
        elif board.our_turn and board.table.turns == seen.table.turns:
            await self.send(board.order(action))

    async def _thought(self, board: Board, seen: View) -> Action | None:
        """What the bot does; if it fails once, another plays on for it in this game."""
        if board.number not in self._failed:
            try:
                return await asyncio.to_thread(think, self.bot, seen)
            except Exception as wrong:  # noqa: BLE001 - whatever is wrong with a bot
                self._failed.add(board.number)
                self.say(
                    f"{self.bot} failed at table {board.number}: {_told(wrong)}; "
                    f"{FALLBACK} plays on for it there"
                )
        try:
            return await asyncio.to_thread(think, FALLBACK, seen)
        except Exception as wrong:  # noqa: BLE001 - likewise
            self.say(f"{FALLBACK} failed, too: {_told(wrong)}")
            return None


def think(bot: str, seen: View) -> Action:
    """A bot's move; one that the rules forbid is none."""
    action = make(bot, randbelow(1 << 32)).act(seen).action
    if (why := refusal(seen, action)) is not None:
        raise IllegalAction(why)
    return action


def _told(wrong: Exception) -> str:
    return f"{type(wrong).__name__}: {wrong}"
