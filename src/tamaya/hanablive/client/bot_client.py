"""One of our bots as a client: handles the frames of a server and sends commands."""

import asyncio
from collections.abc import Awaitable, Callable
from secrets import randbelow
from typing import Any

from msgspec import Struct

from tamaya.bots import make
from tamaya.bots.bot_tasks import FALLBACK_BOT, submit_move
from tamaya.hanablive.client.frame_reader import RawGameActionFrame, RawGameActionListFrame
from tamaya.hanablive.client.game_tracker import GameTracker, decode_action
from tamaya.hanablive.client.private_messages import PrivateMessages
from tamaya.hanablive.protocol import commands, frames, game_frames
from tamaya.hanablive.protocol.game_actions import TurnAction
from tamaya.hanablive.protocol.variants import UnsupportedRules
from tamaya.rules import Action, IllegalAction, View, refusal
from tamaya.worker_pool import TaskError, WorkerPool

Send = Callable[[Struct], Awaitable[None]]
Report = Callable[[str], None]


class BotClient:
    """One bot on one connection; it may play several games at once."""

    def __init__(self, bot: str, workers: WorkerPool, send: Send, report: Report) -> None:
        self.bot = bot
        self.workers = workers
        self.send = send
        self.report = report  # tells whoever runs the bot
        self.private_messages = PrivateMessages()
        self.games: dict[int, GameTracker] = {}
        self.was_dismissed = False
        self._failed = set[int]()  # tables where the bot has failed
        self._moves = set[asyncio.Task[None]]()

    def close(self) -> None:
        """Cancel the moves that are being computed."""
        for move in self._moves:
            move.cancel()

    async def handle(self, frame: Any) -> None:  # noqa: C901, PLR0912 - one case for each frame
        """Handle a frame, or a tuple of frames, from the server."""
        match frame:
            case frames.WelcomeFrame(username=name, playing_at_tables=playing):
                self.private_messages.name = name
                for table in playing:
                    await self.send(commands.TableReattendCommand(table))
            case frames.TableFrame():
                self.private_messages.tables[frame.id] = frame
            case frames.TableGoneFrame(table):
                self.private_messages.tables.pop(table, None)
            case frames.ChatFrame(room="", recipient=to, who=who) if (
                to == self.private_messages.name != who
            ):
                for answer in self.private_messages.answer(frame):
                    await self.send(answer)
            case frames.JoinedFrame(table):
                self.private_messages.at = table
            case frames.LeftFrame(table) if self.private_messages.at == table:
                self.private_messages.at = None
            case frames.TableStartFrame(table):
                await self.send(commands.GetGameInfo1Command(table))
            case game_frames.InitFrame() | RawGameActionListFrame() | RawGameActionFrame():
                await self._handle_game(frame)
            case game_frames.FinishOngoingGameFrame(table):
                self.games.pop(table, None)
                self._failed.discard(table)
                await self.send(commands.TableUnattendCommand(table))
            case frames.WarningFrame(text):
                self.report(f"the server warns: {text}")
            case frames.ErrorFrame(text):
                self.was_dismissed = True
                self.report(f"the server says: {text}")
            case tuple():
                for one in frame:
                    await self.handle(one)
            case _:
                pass

    # games

    async def _handle_game(
        self, frame: game_frames.InitFrame | RawGameActionListFrame | RawGameActionFrame
    ) -> None:
        """Handle a frame of a game; leave a game that we cannot follow, and go on with others."""
        try:
            match frame:
                case RawGameActionListFrame(table, actions):
                    await self._load_game(table, [decode_action(action) for action in actions])
                case RawGameActionFrame(table, action):
                    await self._apply_action(table, decode_action(action))
                case init:
                    self.games[init.table_id] = GameTracker(init)
                    await self.send(commands.GetGameInfo2Command(init.table_id))
        except UnsupportedRules as error:
            await self._leave(frame.table_id, str(error))
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
            await self._leave(frame.table_id, _describe(error))

    async def _leave(self, table: int, reason: str) -> None:
        self.report(f"cannot play at table {table}: {reason}")
        self.games.pop(table, None)
        await self.send(commands.TableUnattendCommand(table))

    async def _load_game(self, table: int, actions: list[Any]) -> None:
        game = self.games.get(table)
        if game is None:
            return
        for action in actions:
            if action is not None:
                game.apply(action)
        await self.send(commands.LoadedCommand(table))
        self._move_if_our_turn(game)

    async def _apply_action(self, table: int, action: Any) -> None:
        game = self.games.get(table)
        if game is None or action is None:
            return
        game.apply(action)
        if isinstance(action, TurnAction):
            self._move_if_our_turn(game)

    def _move_if_our_turn(self, game: GameTracker) -> None:
        if not game.is_our_turn:
            return
        move = asyncio.create_task(self._move(game, game.view()))
        self._moves.add(move)
        move.add_done_callback(self._moves.discard)

    async def _move(self, game: GameTracker, view: View) -> None:
        action = await self._choose(game, view)
        if action is None:
            await self._leave(game.table_number, "no bot knows what to do")
        elif game.is_our_turn and game.table.turns == view.table.turns:
            await self.send(game.action_command(action))

    async def _choose(self, game: GameTracker, view: View) -> Action | None:
        """Return the bot's move; once it fails, `FALLBACK_BOT` plays the rest of this game."""
        if game.table_number not in self._failed:
            try:
                return await self._ask(self.bot, view)
            except TaskError as error:
                self._failed.add(game.table_number)
                self.report(
                    f"{self.bot} failed at table {game.table_number}: {error}; "
                    f"{FALLBACK_BOT} plays on for it there"
                )
        try:
            return await self._ask(FALLBACK_BOT, view)
        except TaskError as error:
            self.report(f"{FALLBACK_BOT} failed, too: {error}")
            return None

    async def _ask(self, bot: str, view: View) -> Action:
        return await asyncio.wrap_future(submit_move(self.workers, choose_action, bot, view))


def choose_action(bot: str, view: View) -> Action:
    """Return a bot's move, or raise `IllegalAction` if the rules forbid it."""
    action = make(bot, randbelow(1 << 32)).act(view).action
    if (reason := refusal(view, action)) is not None:
        raise IllegalAction(reason)
    return action


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
