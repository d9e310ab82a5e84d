"""Records of games that cannot be read: whoever asks is told, and each is reported once."""

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
    """Those that this process has met; games are read in several threads."""

    def __init__(self) -> None:
        self._met: set[str] = set()
        self._lock = Lock()

    @contextmanager
    def reading(self, game: str) -> Iterator[None]:
        """Whatever goes wrong while a record is read: its damage, except for refusals."""
        try:
            yield
        except Refusal:
            raise
        except Exception as error:
            self._report(game, type(error).__name__)
            raise DamagedGame from error

    def _report(self, game: str, error: str) -> None:
        """Say so once, without the game's address: `tamaya admin check` has it."""
        with self._lock:
            known = game in self._met
            self._met.add(game)
        if not known:
            metrics.DAMAGED_GAMES.inc()
            log.error("a game cannot be read (%s); `tamaya admin check` says which", error)
