"""Who does what in a loop: here one does it all. A processor with many threads shares the work."""

from tamaya.kernel.target import device

TOGETHER = 1  # threads that share a row
ROUND = 1  # moves before those whose game is over deal, all together


@device
def mine() -> int:
    """The first place that is mine."""
    return 0


@device
def apart() -> int:
    """How far the next is."""
    return 1
