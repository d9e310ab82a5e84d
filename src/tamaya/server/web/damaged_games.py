"""Records of games that cannot be read: requests are refused, and each record is logged once."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from tamaya.server.ops import metrics
from tamaya.server.room.refusals import Refusal

log = logging.getLogger(__name__)


class DamagedGame(Refusal):
    """The record of a game cannot be read."""

    def __init__(self) -> None:
        words = "this game cannot be shown: its record is damaged"
        super().__init__("damaged", words, status=500)


class DamagedGames:
    """The damaged records that this process has found; games are read in several threads."""

    def __init__(self) -> None:
        self._logged: set[str] = set()
        self._lock = Lock()

    @contextmanager
    def reading(self, game: str) -> Iterator[None]:
        """Turn any exception but a refusal, raised while a record is read, into `DamagedGame`."""
        try:
            yield
        except Refusal:
            raise
        except Exception as error:
            self._report(game, type(error).__name__)
            raise DamagedGame from error

    def _report(self, game: str, error: str) -> None:
        """Log a damaged record once, without the game's id: `tamaya admin check` shows that."""
        with self._lock:
            known = game in self._logged
            self._logged.add(game)
        if not known:
            metrics.DAMAGED_GAMES.inc()
            log.error("a game cannot be read (%s); `tamaya admin check` says which", error)
