"""The hat bot: a team that agrees on a code, and tells everybody something with every clue."""

from tamaya.bots.hat.bot import HatBot

__all__ = ["HatBot"]
