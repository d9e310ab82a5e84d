"""Computer players. A bot is given a view, never the faces that its seat cannot see."""

from tamaya.bots.api import (
    Bot,
    BotEntry,
    BotUnavailable,
    Explanation,
    Move,
    NumberedBot,
    UnknownBot,
)
from tamaya.bots.public_reasons import public_reason
from tamaya.bots.reasons import REASONS
from tamaya.bots.registry import BOT_NAMES, BOTS, find_bot, free_bot_names, make, unknown_bot

__all__ = [
    "BOTS",
    "BOT_NAMES",
    "REASONS",
    "Bot",
    "BotEntry",
    "BotUnavailable",
    "Explanation",
    "Move",
    "NumberedBot",
    "UnknownBot",
    "find_bot",
    "free_bot_names",
    "make",
    "public_reason",
    "unknown_bot",
]
