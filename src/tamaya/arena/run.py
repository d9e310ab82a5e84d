"""A run of the arena: all games of all matchups in chunks, tallied as they come back."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import replace

from tamaya.arena.games import BotFailure, ChunkReport, GameChunk
from tamaya.arena.matchups import Matchup
from tamaya.arena.results import TeamResult, team_result
from tamaya.arena.tally import ScoreTally
from tamaya.arena.workers import GameWorkers

CHUNK = 10  # games; few, so that progress shows and little is lost with a worker
TRIES = 4  # for each chunk
POLL = 2.0  # seconds without a report after which to check that the workers are still there

Receive = Callable[[GameChunk, ChunkReport], None]


class GamesLost(Exception):
    """Workers died again and again over the same games."""


class ArenaRun:
    """Some games of some matchups: plays them, and holds the tallies so far."""

    def __init__(self, matchups: Sequence[Matchup], games: range, *, keep: bool = False) -> None:
        self.matchups = matchups
        self.games = games
        self.keep = keep  # whether reports hold replays
        self.tallies = {matchup: ScoreTally() for matchup in matchups}

    @property
    def total(self) -> int:
        """How many games there are to play."""
        return len(self.games) * len(self.matchups)

    @property
    def played(self) -> int:
        """How many games have been played."""
        return sum(tally.games for tally in self.tallies.values())

    def results(self) -> list[tuple[str, TeamResult]]:
        """The name and the result so far of every team."""
        return [
            (matchup.team.name, team_result(matchup, tally))
            for matchup, tally in self.tallies.items()
        ]

    def add(self, chunk: GameChunk, report: ChunkReport) -> None:
        """Count the games of a report."""
        self.tallies[chunk.matchup] += report.tally

    def play(self, workers: GameWorkers, receive: Receive | None = None) -> BotFailure | None:
        """Play everything; a bot that fails ends the run, and of several the first is returned.

        Each report is passed to `receive`, which has to `add` it; by default nothing else is done.
        `GamesLost` if workers die again and again; then, and after Ctrl-C, the tallies still hold.
        """
        return play_chunks(self._chunks(workers), workers, receive or self.add)

    def _chunks(self, workers: GameWorkers) -> Iterator[GameChunk]:
        """All games of all teams, a few at a time; fewer if otherwise some worker got none."""
        games = self.games
        size = max(1, min(CHUNK, self.total // (2 * workers.jobs)))
        for matchup in self.matchups:
            for first in range(games.start, games.stop, size):
                yield GameChunk(matchup, first, min(first + size, games.stop), self.keep)


def play_chunks(
    chunks: Iterable[GameChunk], workers: GameWorkers, receive: Receive
) -> BotFailure | None:
    """Have all chunks played; what a worker that dies leaves is played again."""
    waiting, tries = deque(enumerate(chunks)), Counter[int]()
    running: dict[Future[ChunkReport], tuple[int, GameChunk]] = {}
    failures: dict[int, BotFailure] = {}
    while waiting or running:
        while waiting and len(running) < workers.queue_size:
            number, chunk = waiting.popleft()
            running[workers.submit(chunk)] = number, chunk
        workers.check()
        for future in wait(running, POLL, FIRST_COMPLETED).done:
            number, chunk = running.pop(future)
            if (error := _error(future)) is not None:
                tries[number] += 1
                _check_tries(chunk, tries[number], error)
                waiting.appendleft((number, chunk))
                continue
            report = future.result()
            receive(chunk, report)
            if report.failure is not None:
                failures[number] = report.failure
                waiting = deque(item for item in waiting if item[0] < number)
            elif report.after < chunk.after:
                waiting.appendleft((number, replace(chunk, first=report.after)))
    return failures[min(failures)] if failures else None


def _error(future: "Future[ChunkReport]") -> BaseException | None:
    return CancelledError("the work was dropped") if future.cancelled() else future.exception()


def _check_tries(chunk: GameChunk, tries: int, error: BaseException) -> None:
    if tries < TRIES:
        return
    matchup, last = chunk.matchup, chunk.after - 1
    raise GamesLost(
        f"{tries} workers were lost one after the other over games {chunk.first} to {last} of"
        f" {matchup.team.name} ({matchup.variant}, {matchup.players} players):"
        f" {type(error).__name__}: {error}"
    ) from error
