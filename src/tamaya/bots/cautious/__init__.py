"""The cautious bot: uses no conventions; a clue means what it says."""

from tamaya.bots.cautious.bot import CautiousBot

__all__ = ["CautiousBot"]
