"""A game on record: its deal and the numbers of its actions. The rules tell how it stands."""

from tamaya.deals import seeded
from tamaya.kernel.game.actions import action_of
from tamaya.rules import Options, Seat, State, apply, start


class Record:
    """Remembers actions, and plays them by the rules when somebody wants to look."""

    def __init__(self, options: Options, seed: int, first: int = 0) -> None:
        self.options, self.seed, self.first = options, seed, first
        self._waiting: list[int] = []
        self._state: State | None = None

    def add(self, action: int) -> None:
        """One more action, by its number."""
        self._waiting.append(action)

    @property
    def state(self) -> State:
        """How the game stands now."""
        if self._state is None:
            self._state = start(self.options, seeded(self.options, self.seed), Seat(self.first))
        for action in self._waiting:
            self._state, _ = apply(self._state, action_of(self._state.table, action))
        self._waiting.clear()
        return self._state
