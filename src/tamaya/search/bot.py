"""The bot `search`: it thinks ahead before it moves, and says what it found.

It is listed among the bots by an entry point. Only what that needs is imported here: PyTorch, the
networks and the compiled kernel are loaded in a thread when a game begins, and until they are
there, the bot plays what the net would.
"""

from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache
from importlib.util import find_spec
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING

from tamaya.bots.api import BotEntry, BotUnavailable, Explanation, Move, NumberedBot
from tamaya.bots.registry import make
from tamaya.formats.nets import NetError
from tamaya.rules import Action, Discard, Options, Play, View
from tamaya.rules.actions import ColourClue, ValueClue
from tamaya.search.defaults import MAX_ROLLOUTS, ROLLOUTS_ON_CPU

if TYPE_CHECKING:
    from tamaya.search.view_search import Finding, ViewSearcher

NAME = "search"
SECONDS = 2.0  # for a move, where people wait for it
HUNDREDTHS = 100
LEAST_GAIN = 0.05  # points that are worth telling
NEEDED = ("numpy", "numba", "torch")


class SearchBot:
    """Searches every view anew.

    With a time limit in `seconds` it always has a move, if need be that of the net. Without one it
    plays all rollouts, and raises an error where it cannot.
    """

    def __init__(self, seed: int, rollouts: int, seconds: float | None = None) -> None:
        self._seed, self._rollouts, self._seconds = seed, rollouts, seconds
        self._net = make("net", seed)

    def act(self, view: View) -> Move:
        """Choose what rollouts like best, or what the net would do where that is not possible."""
        began = monotonic()
        try:
            searcher = _loading(view.table.options, self._rollouts).result(self._seconds)
        except TimeoutError:
            return self._usual(view, "search-no-time")
        except (NetError, ImportError, OSError) as error:
            if self._seconds is None:
                raise
            code = "not-learned" if isinstance(error, NetError) else "unavailable"
            return self._usual(view, f"search-{code}")
        found = searcher.search(view, self._seed + len(view.history), self._time_is_up(began))
        return Move(found.action, _explain(found))

    def _usual(self, view: View, code: str) -> Move:
        return Move(self._net.act(view).action, Explanation(code))

    def _time_is_up(self, began: float) -> Callable[[], bool]:
        if self._seconds is None:
            return lambda: False
        end = began + self._seconds
        return lambda: monotonic() >= end


def search_entry() -> BotEntry:
    """The entry point: the bot, where what it needs is installed."""
    if not all(map(find_spec, NEEDED)):
        raise BotUnavailable("it needs PyTorch: pip install 'tamaya[learn]'")
    about = "Does what net does, but tries its moves out in its head first: slow."
    return BotEntry(
        NAME,
        about,
        lambda seed: SearchBot(seed, ROLLOUTS_ON_CPU, SECONDS),
        NumberedBot(
            lambda rollouts, seed: SearchBot(seed, rollouts), ROLLOUTS_ON_CPU, MAX_ROLLOUTS
        ),
        slow=True,
    )


@lru_cache(maxsize=4)
def _loading(options: Options, rollouts: int) -> "Future[ViewSearcher]":
    """What searches games with these options, as soon as it is loaded."""
    future: Future[ViewSearcher] = Future()
    Thread(target=_load, args=(future, options, rollouts), daemon=True).start()
    return future


def _load(future: "Future[ViewSearcher]", options: Options, rollouts: int) -> None:
    try:
        from tamaya.search.view_search import ViewSearcher  # noqa: PLC0415 - loads PyTorch

        future.set_result(ViewSearcher(options, rollouts))
    except BaseException as error:  # noqa: BLE001 - whoever waits for the result gets it
        future.set_exception(error)


def _explain(found: "Finding") -> Explanation:
    if not found.was_open:
        return Explanation("search-sure")
    if not found.worlds:
        return Explanation("search-no-time")
    if found.action == found.usual:
        return Explanation("search-agrees", {"worlds": found.worlds})
    if found.gain < LEAST_GAIN:
        return Explanation("search-as-good", {"worlds": found.worlds})
    gain = round(HUNDREDTHS * found.gain)
    return Explanation(_code_over(found.usual), {"gain": gain, "worlds": found.worlds})


def _code_over(usual: Action) -> str:
    """The reason for another action than the usual one."""
    match usual:
        case Play():
            return "search-over-play"
        case Discard():
            return "search-over-discard"
        case ColourClue() | ValueClue():
            return "search-over-clue"
        case _:
            return "search-over-tile"
