"""The hat bot: a team with an agreed code, in which every clue tells each teammate something.

It plays the recommendation strategy for hat-guessing games: each hand has a number (its hat) that
everybody else can work out; a clue stands for the sum of the hats that its giver sees, and each
receiver subtracts the hats that it sees too.
"""

from tamaya.bots.hat.bot import HatBot

__all__ = ["HatBot"]
