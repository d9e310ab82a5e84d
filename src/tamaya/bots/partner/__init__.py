"""The partner: plays the conventions that people know, and says why."""

from tamaya.bots.partner.bot import BEST_LEVEL, PartnerBot

__all__ = ["BEST_LEVEL", "PartnerBot"]
