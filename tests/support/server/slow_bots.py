"""Bots that take their time, in a thinker's own process."""

import time

from tamaya.rules import View
from tamaya.server.hub.bot_workers import BotMove, compute_move

TAKES = 0.02  # seconds


def slow_think(bot: str, seed: int, seen: View) -> BotMove:
    """A bot's move, after a while."""
    time.sleep(TAKES)
    return compute_move(bot, seed, seen)
