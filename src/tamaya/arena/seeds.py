"""Seeds: from the seed of a run one for every deal and one for every bot."""

from hashlib import sha256

from tamaya.rules import DealError, Seat

RUNS = 1 << 32  # seeds of runs
GAMES = 1 << 32  # games of a run


def deal_seed(seed: int, game: int) -> int:
    """The seed of a game's deal: runs of different seeds have no deal in common."""
    if not 0 <= seed < RUNS or not 0 <= game < GAMES:
        raise DealError("seeds and game numbers of the arena are whole numbers from 0 to 2**32 - 1")
    return seed * GAMES + game


def bot_seed(seed: int, game: int, seat: Seat) -> int:
    """The seed of a bot: a digest, so that no bot can derive the deal from it."""
    digest = sha256(f"{seed} {game} {seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
