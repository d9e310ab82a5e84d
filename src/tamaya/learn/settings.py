"""How a player is trained. All of it goes into the file, so that it can be done again."""

from dataclasses import dataclass, replace
from itertools import product
from math import isfinite

from tamaya.formats.nets import ANY
from tamaya.kernel.memory import ACTIONS
from tamaya.kernel.mix import Mix, any_frame, own_frame
from tamaya.rules import OPTION_SETS, options

MOST_BYTES = 4_000_000  # of a file
LEAST_DEPTH = 8
MOVES = 4_000_000_000  # of a plan, if nothing is said


@dataclass(frozen=True, slots=True)
class Settings:
    """What is tried, and how a plan goes from its beginning to its end."""

    variant: str  # or ANY: all that the boxes have, side by side, with a net that is told
    players: int
    moves: int  # of the whole plan
    seed: int = 1
    after: str = ""  # the net that it began with, if it had a head start
    # the games
    games: int = 16_384  # side by side
    rollout: int = 64  # moves in each, before something is learned from them
    depth: int = 16  # actions that are remembered, the last included
    stretch: int = 25  # rollouts, after which all games are dealt anew and the plan is saved
    # the net
    width: int = 512
    layers: int = 3
    # learning: numbers in pairs go from the first to the second over the plan
    minibatch: int = 32_768
    rate: tuple[float, float] = (7e-4, 2e-5)
    entropy: tuple[float, float] = (5e-2, 5e-3)
    clip: float = 0.2
    gradient: float = 100.0  # its norm, at most: against the odd one that would spoil all
    value: float = 0.5  # how much the value's error counts
    discount: float = 0.999  # from one own turn to the next
    trace: float = 0.8
    reward: float = 0.1  # a point
    ramp: int = 200_000_000  # moves, until a lost game costs all its points; a tenth at most

    def __post_init__(self) -> None:
        whole = (self.games, self.rollout, self.stretch, self.width, self.layers, self.minibatch)
        if min(*whole, self.moves) <= 0 or not 1 <= self.depth <= ACTIONS:
            raise ValueError("a plan has nothing below 1, and no more depth than is remembered")
        if not all(type(one) is int for one in (*whole, self.moves, self.depth, self.seed)):
            raise ValueError("what is counted in a plan is a whole number")
        pairs: tuple[object, ...] = (self.rate, self.entropy)
        if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
            raise ValueError("rate and entropy are two numbers each")
        (first, last), (much, little) = self.rate, self.entropy
        numbers = [first, last, much, little, self.clip, self.gradient, self.value]
        numbers += [self.discount, self.trace, self.reward, self.ramp]
        if not (isfinite(sum(numbers)) and min(numbers) >= 0 < min(much, little, self.reward)):
            raise ValueError("a plan has no numbers below 0, and entropies and rewards above it")
        if self.minibatch > self.games * self.rollout:
            raise ValueError("a minibatch has no more moves than there are in a round")

    def share(self, done: int) -> float:
        """How much of the plan is done, after so many moves."""
        return min(1.0, done / self.moves)

    def rate_after(self, done: int) -> float:
        """The learning rate: in a straight line."""
        first, last = self.rate
        return first + (last - first) * self.share(done)

    def entropy_after(self, done: int) -> float:
        """The weight of entropy: by the same factor every time."""
        first, last = self.entropy
        return float(first * (last / first) ** self.share(done))

    def penalty_after(self, done: int) -> float:
        """How much of its points a lost game costs. All of them at once teaches to end it soon."""
        ramp = min(self.ramp, self.moves // 10)
        return min(1.0, done / ramp) if ramp else 1.0


def mix_of(settings: Settings) -> Mix:
    """The games of a plan, and the frame that its net is in."""
    players, depth = settings.players, settings.depth
    if settings.variant == ANY:
        sets = tuple(options(variant, players) for variant in OPTION_SETS)
        return Mix(sets, depth, any_frame(players, depth), told=True)
    game = options(settings.variant, players)
    return Mix((game,), depth, own_frame(game, depth))


def suited(settings: Settings, device: str) -> Settings:
    """The same, in a size that the device can work with: a GPU wants much at a time.

    A net that would make too big a file remembers fewer actions, and then has less width; with a
    head start it has that of the net before, however big.
    """
    if device == "cpu":
        most = {"games": 256, "rollout": 32, "stretch": 10, "minibatch": 2048, "width": 128}
        if settings.after:
            del most["width"]  # it has that of the net before
        less = {name: min(getattr(settings, name), most[name]) for name in most}
        settings = replace(settings, **less)
    widths = [settings.width] if settings.after else range(settings.width, 0, -64)
    sizes = product(widths, range(settings.depth, LEAST_DEPTH - 1, -1))
    for width, depth in sizes:
        smaller = replace(settings, width=width, depth=depth)
        if bytes_of(smaller) <= MOST_BYTES:
            return smaller
    return replace(settings, depth=min(settings.depth, LEAST_DEPTH))


def bytes_of(settings: Settings) -> int:
    """How big the file of a net will be, about."""
    frame, width = mix_of(settings).frame, settings.width
    inputs, outputs = len(frame.seen) + 3, len(frame.actions) + 1
    return 2 * (width * (inputs + outputs + (settings.layers - 1) * (width + 3)) + outputs) + 2000
