"""A run of the arena in which all seats search, many games side by side, on a GPU or a processor.

The deals are those of `tamaya.arena`: the same seed and number give the same game to every team.
Each game is played again by the rules engine, which must end it with the same score.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter

from tamaya import deals
from tamaya.arena.seeds import deal_seed
from tamaya.arena.tally import ScoreTally
from tamaya.formats.game import Game
from tamaya.kernel.from_view import ViewEncoder
from tamaya.kernel.game.actions import action_from_number
from tamaya.kernel.observe.feature_names import action_names
from tamaya.rules import Deal, Options, Result, apply, format_options, result, score, start, view
from tamaya.search.defaults import ROLLOUTS_ON_CPU, ROLLOUTS_ON_GPU
from tamaya.search.searcher import Searcher, SearchSettings
from tamaya.search.selfplay import PlayedGames, play_blueprint, play_searched
from tamaya.search.trained_files import bundled_networks

Report = Callable[[range, int, int], None]  # games side by side, turns, games that go on


@dataclass(frozen=True, slots=True)
class DeviceDefaults:
    """What suits a device: a GPU is only fast with large batches."""

    rollouts: int  # for a move
    side_by_side: int  # games
    slots: int  # rollouts side by side


DEVICES = {
    "cuda": DeviceDefaults(ROLLOUTS_ON_GPU, 500, 262_144),
    "cpu": DeviceDefaults(ROLLOUTS_ON_CPU, 8, 256),
}


@dataclass(slots=True)
class SearchTally:
    """What came of the games so far."""

    searched: ScoreTally = field(default_factory=ScoreTally)
    blueprint: ScoreTally = field(default_factory=ScoreTally)
    differences: ScoreTally = field(default_factory=ScoreTally)  # searched minus blueprint, by deal
    deviations: int = 0  # moves that the blueprint would not have made


class RuleMismatch(AssertionError):
    """The rules engine ends a game otherwise than the kernel did."""


class SearchRun:
    """Plays games of one option set in which all seats search."""

    def __init__(
        self, options: Options, device: str, rollouts: int | None = None, *, eager: bool = False
    ) -> None:
        defaults = DEVICES[device]
        self.rollouts = rollouts or defaults.rollouts
        self.options, self._device, self._side_by_side = options, device, defaults.side_by_side
        blueprint, beliefs = bundled_networks(options, device)
        self._searcher = Searcher(
            blueprint,
            beliefs,
            SearchSettings.for_rollouts(self.rollouts),
            device,
            positions=self._side_by_side,
            slots=defaults.slots,
            eager=eager,
        )

    def play(
        self, seed: int, games: range, *, against_blueprint: bool, report: Report
    ) -> Iterator[tuple[SearchTally, list[tuple[int, Game]]]]:
        """Play games; after each batch of them the tally so far, and its games by number."""
        tally = SearchTally()
        for first in range(games.start, games.stop, self._side_by_side):
            batch = range(first, min(first + self._side_by_side, games.stop))
            seeds = [deal_seed(seed, game) for game in batch]
            begin = perf_counter()
            searched = play_searched(
                self._searcher,
                seeds,
                seed + first,
                lambda turns, left, batch=batch: report(batch, turns, left),  # type: ignore[misc]
            )
            seconds = perf_counter() - begin
            played = [
                self._check(deals.seeded(self.options, one), searched, place)
                for place, one in enumerate(seeds)
            ]
            tally.searched += _tally(searched, seconds)
            tally.deviations += searched.deviations
            if against_blueprint:
                usual = play_blueprint(self._searcher.blueprint, seeds, self._device)
                tally.blueprint += _tally(usual, 0.0)
                gains = (searched.scores - usual.scores).tolist()
                tally.differences += ScoreTally(Counter(gains))
            yield tally, list(zip(batch, played, strict=True))

    def _check(self, deal: Deal, searched: PlayedGames, place: int) -> Game:
        """The game at a place, played by the rules engine."""
        options = self._searcher.blueprint.mix.option_sets[0]
        numbers = list(action_names(options).values())
        encoder = ViewEncoder(options, self._searcher.blueprint.mix.depth)
        state = start(self.options, deal)
        actions = []
        for index in searched.actions[place]:
            number = numbers[index]
            if options.announce:
                encoder.position(view(state, state.table.to_move))
                number = encoder.announce(number)
            actions.append(action_from_number(state.table, number))
            state, _ = apply(state, actions[-1])
        points = int(searched.scores[place])
        lost = bool(searched.lost[place])
        if score(state.table) != points or (result(state.table) is Result.LOST) != lost:
            raise RuleMismatch(
                f"{format_options(self.options)}: the rules say {score(state.table)}, not {points}"
            )
        names = (f"search-{self.rollouts}",) * options.players
        return Game(self.options, deal, names, tuple(actions))


def _tally(played: PlayedGames, seconds: float) -> ScoreTally:
    return ScoreTally(
        Counter(played.scores.tolist()),
        perfect=int(played.perfect.sum()),
        lost=int(played.lost.sum()),
        moves=sum(map(len, played.actions)),
        seconds=seconds,
    )
