"""One game at the terminal: the state, the bots, and a log of sentences."""

import secrets
from dataclasses import dataclass, field
from itertools import islice

from tamaya import deals
from tamaya.bots import Bot, free_bot_names, make
from tamaya.formats.game import Game, initial_state
from tamaya.rules import FIRST_SEAT, Action, Options, Seat, State, View, apply, view
from tamaya.terminal.phrases import People
from tamaya.terminal.sentences import describe_events

PERSON = FIRST_SEAT


@dataclass(slots=True)
class TerminalSession:
    """The game with all its hidden cards; only `view` and the sentences may be shown."""

    game: Game
    bots: dict[Seat, Bot]
    state: State = field(repr=False)
    actions: list[Action] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    @property
    def people(self) -> People:
        """The names at the table, with the person as `you`."""
        return People(self.game.names, PERSON)

    @property
    def view(self) -> View:
        """What the person may see."""
        return view(self.state, PERSON)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.table.outcome is not None

    def person_acts(self, action: Action) -> list[str]:
        """Apply the person's action, then the bots' until the person is to move again."""
        return [self._act(action), *self.bots_act()]

    def bots_act(self) -> list[str]:
        """Let the bots act until the person is to move; what happened, in sentences."""
        sentences: list[str] = []
        while not self.over and self.state.table.to_move != PERSON:
            seat = self.state.table.to_move
            sentences.append(self._act(self.bots[seat].act(view(self.state, seat)).action))
        return sentences

    def _act(self, action: Action) -> str:
        before = self.state.table
        self.state, events = apply(self.state, action)
        self.actions.append(action)
        sentence = describe_events(self.people, before, events)
        number = "" if before.tile is not None else str(before.turns + 1)
        self.log.append(f"{number:>3}  {sentence}")
        return sentence

    def record(self) -> Game:
        """The game so far, to be saved."""
        played = self.game
        return Game(played.options, played.deal, played.names, tuple(self.actions), played.first)


def new_session(
    options: Options, bot: str, person: str, seed: int | None, first: Seat | None
) -> TerminalSession:
    """A new game: reproducible from a seed, or dealt by the system's random generator."""
    names = (person, *islice(free_bot_names([person]), options.players - 1))
    if seed is None:
        deal, seed = deals.secret(options), secrets.randbits(63)
        first = Seat(secrets.randbelow(options.players)) if first is None else first
    else:
        deal = deals.seeded(options, seed)
    game = Game(options, deal, names, first=FIRST_SEAT if first is None else first)
    bots = {Seat(seat): make(bot, seed + seat) for seat in range(1, options.players)}
    return TerminalSession(game, bots, initial_state(game))
