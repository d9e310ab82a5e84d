"""Games between bots: one played to its end, and a few in a row, as a worker does them."""

import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath
from time import monotonic

from tamaya import deals
from tamaya.arena.players import called, seat_player
from tamaya.arena.seeds import bot_seed, deal_seed
from tamaya.arena.tally import Tally
from tamaya.arena.teams import Team
from tamaya.bots import Move
from tamaya.formats import replay
from tamaya.formats.game import Game, initial_state
from tamaya.rules import Action, IllegalAction, Result, Seat, apply, parse_options, result, score

PATIENCE = 1.0  # seconds after which a worker gives back what it has not begun


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played by whom, from which seed."""

    team: Team
    variant: str
    seed: int

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.team.bots)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A few games in a row: what a worker is given."""

    setting: Setting
    first: int
    after: int  # the first game that is not played any more
    keep: bool = False  # give the games back too, to be saved


@dataclass(frozen=True, slots=True)
class Failure:
    """A bot that raised an error or acted against the rules."""

    setting: Setting
    game: int
    seat: Seat
    move: int  # its number in the game, from 1
    error: str
    replay: str  # the game until then

    @property
    def bot(self) -> str:
        """The name of the one that failed."""
        return self.setting.team.seated(self.game)[self.seat]


@dataclass(frozen=True, slots=True)
class Report:
    """What a worker gives back."""

    tally: Tally
    after: int  # the first game that it did not play
    replays: tuple[tuple[int, str], ...] = ()  # game by game, if they are kept
    failure: Failure | None = None


class Match:
    """One game between bots."""

    def __init__(self, setting: Setting, game: int) -> None:
        self.setting = setting
        self.number = game
        chosen = parse_options(setting.variant, setting.players)
        deal = deals.seeded(chosen, deal_seed(setting.seed, game))
        self.bots = setting.team.seated(game)
        self.game = Game(chosen, deal, tuple(map(called, self.bots)))
        self.state = initial_state(self.game)
        self.actions: list[Action] = []
        self.seconds = 0.0

    def play(self) -> Failure | None:
        """Play to the end, or to the first move that cannot be made."""
        seat = Seat(0)
        try:
            for seat in self._moves():  # noqa: B007 - whose turn it was when something went wrong
                pass
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a bot does wrong
            move = len(self.actions) + 1
            return Failure(self.setting, self.number, seat, move, _told(error), self.replay)
        return None

    def _moves(self) -> Iterator[Seat]:
        """Move by move; yields the seat whose bot is to be made or to move next."""
        players = []
        for index, name in enumerate(self.bots):
            seat = Seat(index)
            yield seat
            players.append(seat_player(name, bot_seed(self.setting.seed, self.number, seat)))
        while self.state.table.outcome is None:
            seat = self.state.table.to_move
            yield seat
            move, seconds = players[seat](self.state)
            self.state, _ = apply(self.state, _checked(move))
            self.actions.append(move.action)
            self.seconds += seconds

    @property
    def tally(self) -> Tally:
        """This game, counted."""
        ended = result(self.state.table)
        return Tally(
            {score(self.state.table): 1},
            perfect=int(ended is Result.WON),
            lost=int(ended is Result.LOST),
            moves=len(self.actions),
            seconds=self.seconds,
        )

    @property
    def replay(self) -> str:
        """The game so far, as a replay file holds it."""
        return replay.encode(replace(self.game, actions=tuple(self.actions)))


def play_chunk(chunk: Chunk) -> Report:
    """Play a few games: until one fails, or until it has taken long enough."""
    tally, replays, begin = Tally(), list[tuple[int, str]](), monotonic()
    for number in range(chunk.first, chunk.after):
        match = Match(chunk.setting, number)
        failure = match.play()
        if failure is not None:
            return Report(tally, number, tuple(replays), failure)
        tally += match.tally
        if chunk.keep:
            replays.append((number, match.replay))
        if monotonic() - begin > PATIENCE:
            return Report(tally, number + 1, tuple(replays))
    return Report(tally, chunk.after, tuple(replays))


def _checked(move: object) -> Action:
    """The action of a move, if it is one at all."""
    if not isinstance(move, Move):
        raise TypeError(f"it returned {move!a:.60}, which is no Move")
    if not isinstance(move.action, Action):
        raise TypeError(f"its move holds {move.action!a:.60}, which is no action")
    return move.action


def _told(error: BaseException) -> str:
    """An error in one line: what, and where in the bot."""
    if isinstance(error, IllegalAction):
        return f"illegal action: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({PurePath(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
