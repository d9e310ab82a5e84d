"""Games between bots: one played to its end, and a chunk of them, as a worker plays it."""

import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath
from time import monotonic

from tamaya import deals
from tamaya.arena.matchups import Matchup
from tamaya.arena.players import display_name, make_player
from tamaya.arena.seeds import bot_seed, deal_seed
from tamaya.arena.tally import ScoreTally
from tamaya.bots import Move
from tamaya.formats import replay
from tamaya.formats.game import Game, initial_state
from tamaya.rules import Action, IllegalAction, Result, Seat, apply, parse_options, result, score

TIME_SLICE = 1.0  # seconds after which a worker returns the games that it has not begun


@dataclass(frozen=True, slots=True)
class GameChunk:
    """A few games in a row: a task for a worker."""

    matchup: Matchup
    first: int
    after: int  # the first game after the chunk
    keep: bool = False  # whether the report holds replays


@dataclass(frozen=True, slots=True)
class BotFailure:
    """A bot raised an error or made an illegal move."""

    matchup: Matchup
    game: int
    seat: Seat
    move: int  # its number in the game, from 1
    error: str
    replay: str  # the game up to that move

    @property
    def bot(self) -> str:
        """The name of the bot that failed."""
        return self.matchup.team.seated(self.game)[self.seat]


@dataclass(frozen=True, slots=True)
class ChunkReport:
    """The games of a chunk that were played."""

    tally: ScoreTally
    after: int  # the first game that was not played
    replays: tuple[tuple[int, str], ...] = ()  # number and text of each game, if they are kept
    failure: BotFailure | None = None


class Match:
    """One game between bots."""

    def __init__(self, matchup: Matchup, game: int) -> None:
        self.matchup = matchup
        self.number = game
        chosen = parse_options(matchup.variant, matchup.players)
        deal = deals.seeded(chosen, deal_seed(matchup.seed, game))
        self.bots = matchup.team.seated(game)
        self.game = Game(chosen, deal, tuple(map(display_name, self.bots)))
        self.state = initial_state(self.game)
        self.actions: list[Action] = []
        self.seconds = 0.0

    def play(self) -> BotFailure | None:
        """Play to the end, or to the first move that cannot be made."""
        seat = Seat(0)
        try:
            for seat in self._moves():  # noqa: B007 - whose turn it was when something went wrong
                pass
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a bot does wrong
            move = len(self.actions) + 1
            return BotFailure(self.matchup, self.number, seat, move, _describe(error), self.replay)
        return None

    def _moves(self) -> Iterator[Seat]:
        """Move by move; yields the seat whose bot is to be made or to move next."""
        players = []
        for index, name in enumerate(self.bots):
            seat = Seat(index)
            yield seat
            players.append(make_player(name, bot_seed(self.matchup.seed, self.number, seat)))
        while self.state.table.outcome is None:
            seat = self.state.table.to_move
            yield seat
            move, seconds = players[seat](self.state)
            self.state, _ = apply(self.state, _checked(move))
            self.actions.append(move.action)
            self.seconds += seconds

    @property
    def tally(self) -> ScoreTally:
        """This game, counted."""
        ended = result(self.state.table)
        return ScoreTally(
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


def play_chunk(chunk: GameChunk) -> ChunkReport:
    """Play a chunk until a bot fails or the time slice is over."""
    tally, replays, begin = ScoreTally(), list[tuple[int, str]](), monotonic()
    for number in range(chunk.first, chunk.after):
        match = Match(chunk.matchup, number)
        failure = match.play()
        if failure is not None:
            return ChunkReport(tally, number, tuple(replays), failure)
        tally += match.tally
        if chunk.keep:
            replays.append((number, match.replay))
        if monotonic() - begin > TIME_SLICE:
            return ChunkReport(tally, number + 1, tuple(replays))
    return ChunkReport(tally, chunk.after, tuple(replays))


def _checked(move: object) -> Action:
    """The action of a move; a `TypeError` if a bot returned something else."""
    if not isinstance(move, Move):
        raise TypeError(f"it returned {move!a:.60}, which is no Move")
    if not isinstance(move.action, Action):
        raise TypeError(f"its move holds {move.action!a:.60}, which is no action")
    return move.action


def _describe(error: BaseException) -> str:
    """An error with its place in the bot."""
    if isinstance(error, IllegalAction):
        return f"illegal action: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({PurePath(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
