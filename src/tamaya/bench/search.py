"""Search: net moves a second inside rollouts, the time of the bot's moves, and who waits for it."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import TYPE_CHECKING

from tamaya import deals
from tamaya.bench.speed import PlayedCount, PlayOnce, SpeedRow, Workload, measure_speed
from tamaya.bots import make
from tamaya.rules import View, apply, parse_options, start, view
from tamaya.search.defaults import ROLLOUTS_ON_CPU, ROLLOUTS_ON_GPU
from tamaya.worker_pool import WorkerPool

if TYPE_CHECKING:
    from tamaya.server.hub.bot_workers import BotWorkers

MEASURED = "base+noempty"
PLAYERS = (2, 3, 4, 5)
BOT_PLAYERS = (2, 5)
SEARCH, QUICK = "search", "cautious"
REQUESTS = 200  # for moves of the quick bot, alone and beside search
BETWEEN = 0.02  # seconds, between two of them
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class SearchLoad:
    """What is searched at a time on a device."""

    positions: int
    rollouts: int  # for each
    slots: int  # rollouts side by side


LOADS = {
    "cpu": SearchLoad(1, ROLLOUTS_ON_CPU, 256),
    "cuda": SearchLoad(500, ROLLOUTS_ON_GPU, 262_144),
}


@dataclass(frozen=True, slots=True)
class MoveTimes:
    """How long the bot took for its moves, in milliseconds, after the first one."""

    players: int
    moves: int
    first: float  # PyTorch and the networks are loaded meanwhile
    median: float
    p95: float
    max: float


@dataclass(frozen=True, slots=True)
class WaitTimes:
    """How long a server waits for moves of a quick bot, in milliseconds."""

    requests: int
    alone_p50: float
    alone_p95: float
    beside_p50: float  # while the bot `search` thinks without a pause
    beside_p95: float
    searched: int  # moves meanwhile


@dataclass(frozen=True, slots=True)
class SearchSpeed:
    """All measurements. The bot plays on processors only."""

    rollouts: Sequence[SpeedRow]  # the games are rollouts
    bot: Sequence[MoveTimes]
    waits: WaitTimes | None


def measure_search(device: str, seconds: float, moves: int, report: Report) -> SearchSpeed:
    """Measure what a device does."""
    rows = []
    for players in PLAYERS:
        report(f"rollouts, {players} players …")
        what = Workload("net moves in rollouts", MEASURED, players, device)
        rows.append(measure_speed(what, _search_once(players, device), seconds))
    if device != "cpu":
        return SearchSpeed(rows, [], None)
    times = []
    for players in BOT_PLAYERS:
        report(f"moves of the bot, {players} players …")
        with WorkerPool(1) as pool:  # where nothing is loaded yet
            times.append(pool.submit(_time_moves, players, moves).result())
    report("moves of other bots beside it …")
    return SearchSpeed(rows, times, asyncio.run(_time_waits()))


def _search_once(players: int, device: str) -> PlayOnce:
    """A function that searches openings, all stages of it."""
    import numpy as np  # noqa: PLC0415 - extras, which other measurements do without
    import torch  # noqa: PLC0415

    from tamaya.kernel.vector_games import VectorGames  # noqa: PLC0415
    from tamaya.search.searcher import Searcher, SearchSettings  # noqa: PLC0415
    from tamaya.search.trained_files import bundled_networks  # noqa: PLC0415

    torch.set_num_threads(1)
    load = LOADS[device]
    networks = bundled_networks(parse_options(MEASURED, players), device)
    settings = SearchSettings(load.rollouts)
    searcher = Searcher(*networks, settings, device, positions=load.positions, slots=load.slots)
    games = VectorGames(searcher.blueprint.mix, load.positions, device)
    games.start_from_seeds(np.arange(load.positions, dtype=np.uint64))
    chosen = searcher.device.to_device(np.arange(load.positions), np.int64)
    positions = searcher.reader.from_games(games, chosen)
    rollouts = sum(settings.worlds(stage) * stage.actions for stage in settings.stages)

    def search() -> PlayedCount:
        before = searcher.rollouts.moves
        searcher.search(positions, seed=1)
        return PlayedCount(searcher.rollouts.moves - before, rollouts * load.positions)

    return search


def _time_moves(players: int, moves: int) -> MoveTimes:
    """The bot as it plays at tables, in all seats of so many moves of its games."""
    milliseconds = []
    for seen in _views(players, moves + 1):
        begin = perf_counter()
        make(SEARCH, 1).act(seen)
        milliseconds.append(1000 * (perf_counter() - begin))
    first, *others = milliseconds
    return MoveTimes(
        players,
        len(others),
        round(first, 1),
        round(median(others), 1),
        round(_p95(others), 1),
        round(max(others), 1),
    )


def _views(players: int, count: int) -> Iterator[View]:
    """What the seat to move sees, move after move of games that `net` plays."""
    options, net, seed = parse_options(MEASURED, players), make("net", 1), 0
    while True:
        state = start(options, deals.seeded(options, seed))
        while state.table.outcome is None:
            if not count:
                return
            seen = view(state, state.table.to_move)
            yield seen
            count -= 1
            state, _ = apply(state, net.act(seen).action)
        seed += 1


async def _time_waits() -> WaitTimes:
    """A server's worker processes, asked as its tables ask them."""
    from tamaya.server.hub.bot_workers import BotWorkers  # noqa: PLC0415 - not on every machine

    views, workers = list(_views(2, 20)), BotWorkers()
    try:
        await workers.choose_move(QUICK, 1, views[0])  # starts a process
        alone = await _quick_moves(workers, views)
        await workers.choose_move(SEARCH, 1, views[1])
        searching = asyncio.create_task(_search_without_pause(workers, views))
        beside = await _quick_moves(workers, views)
        searching.cancel()
        searched = (await asyncio.gather(searching, return_exceptions=True))[0]
    finally:
        workers.close()
    return WaitTimes(
        REQUESTS,
        round(median(alone), 2),
        round(_p95(alone), 2),
        round(median(beside), 2),
        round(_p95(beside), 2),
        _count(searched),
    )


async def _quick_moves(workers: "BotWorkers", views: Sequence[View]) -> list[float]:
    waits = []
    for number in range(REQUESTS):
        begin = perf_counter()
        await workers.choose_move(QUICK, 1, views[number % len(views)])
        waits.append(1000 * (perf_counter() - begin))
        await asyncio.sleep(BETWEEN)
    return waits


async def _search_without_pause(workers: "BotWorkers", views: Sequence[View]) -> int:
    """Let `search` think until it is cancelled; how many moves it made."""
    made = 0
    try:
        while True:
            await workers.choose_move(SEARCH, 1, views[made % len(views)])
            made += 1
    except asyncio.CancelledError:
        return made


def _count(result: int | BaseException) -> int:
    if isinstance(result, BaseException):
        raise result
    return result


def _p95(numbers: Sequence[float]) -> float:
    return quantiles(numbers, n=20)[-1] if len(numbers) > 1 else numbers[0]
