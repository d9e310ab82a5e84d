"""A kernel game replayed with `tamaya.rules`, for rendering."""

from tamaya.deals import seeded
from tamaya.kernel.game.actions import action_from_number
from tamaya.rules import Options, Seat, State, apply, start


class ReplayedGame:
    """Collects action numbers, and applies them to the deal only when the state is read."""

    def __init__(self, options: Options, seed: int, first: int = 0) -> None:
        self.options, self.seed, self.first = options, seed, first
        self._pending: list[int] = []
        self._state: State | None = None

    def add(self, action: int) -> None:
        """Add an action by its number."""
        self._pending.append(action)

    @property
    def state(self) -> State:
        """The state after all actions so far."""
        if self._state is None:
            self._state = start(self.options, seeded(self.options, self.seed), Seat(self.first))
        for action in self._pending:
            self._state, _ = apply(self._state, action_from_number(self._state.table, action))
        self._pending.clear()
        return self._state
