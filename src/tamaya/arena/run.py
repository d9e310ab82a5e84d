"""A run: all games of all teams in small chunks; what a dead worker leaves is played again."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import replace

from tamaya.arena.crew import Crew
from tamaya.arena.games import Chunk, Failure, Report, Setting

CHUNK = 10  # games; few, so that progress shows and little is lost with a worker
TRIES = 4  # for each chunk
LOOK = 2.0  # seconds without news after which to see that the crew is still there
Done = Callable[[Chunk, Report], None]


class WorkLost(Exception):
    """Workers died or failed again and again over the same games."""


def chunks(
    settings: Sequence[Setting], games: range, crew: Crew, *, keep: bool = False
) -> Iterator[Chunk]:
    """All games of all teams, a few at a time; fewer if else some worker got none."""
    size = max(1, min(CHUNK, len(games) * len(settings) // (2 * crew.jobs)))
    for setting in settings:
        for first in range(games.start, games.stop, size):
            yield Chunk(setting, first, min(first + size, games.stop), keep)


def run(work: Iterable[Chunk], crew: Crew, done: Done) -> Failure | None:
    """Have everything played. A bot that fails ends it: of several, the first in order is told."""
    waiting, tries = deque(enumerate(work)), Counter[int]()
    away: dict[Future[Report], tuple[int, Chunk]] = {}
    failures: dict[int, Failure] = {}
    while waiting or away:
        while waiting and len(away) < crew.room:
            number, chunk = waiting.popleft()
            away[crew.submit(chunk)] = number, chunk
        crew.check()
        for future in wait(away, LOOK, FIRST_COMPLETED).done:
            number, chunk = away.pop(future)
            if (error := _error(future)) is not None:
                tries[number] += 1
                _check_patience(chunk, tries[number], error)
                waiting.appendleft((number, chunk))
                continue
            report = future.result()
            done(chunk, report)
            if report.failure is not None:
                failures[number] = report.failure
                waiting = deque(item for item in waiting if item[0] < number)
            elif report.after < chunk.after:
                waiting.appendleft((number, replace(chunk, first=report.after)))
    return failures[min(failures)] if failures else None


def _error(future: "Future[Report]") -> BaseException | None:
    return CancelledError("the work was dropped") if future.cancelled() else future.exception()


def _check_patience(chunk: Chunk, tries: int, error: BaseException) -> None:
    if tries < TRIES:
        return
    setting, last = chunk.setting, chunk.after - 1
    raise WorkLost(
        f"{tries} workers were lost one after the other over games {chunk.first} to {last} of"
        f" {setting.team.name} ({setting.variant}, {setting.players} players):"
        f" {type(error).__name__}: {error}"
    ) from error
