"""The partner: plays the conventions that people know, and explains its moves.

The words are those of the Hanabi community: *chop*, *focus*, *good touch*, *prompt*, *finesse*; a
card is *gotten* once a clue or a finesse says that it will be played or kept.
"""

from tamaya.bots.partner.bot import BEST_LEVEL, PartnerBot

__all__ = ["BEST_LEVEL", "PartnerBot"]
