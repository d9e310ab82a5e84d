"""Logs of tables where much has happened: games, notes, talk and take-backs."""

from collections.abc import Iterator
from random import Random

from support.drivers import patient
from support.server.rooms import HOST, NAMES, PEOPLE, chance, game_of
from tamaya.server.room import decisions, log_rows, messages, room, wire
from tamaya.server.room.room import Room

OFTEN = 0.2  # how often somebody says or notes something between two moves


class _Writer:
    """A table that is played at, and its log so far."""

    def __init__(self, players: int, seed: int) -> None:
        self.rng, self.luck = Random(seed), chance(seed)  # noqa: S311 - tests
        settings = log_rows.Settings(players=players, first=0, talk="chat", take_back=True)
        self.log: list[log_rows.Row] = [decisions.open_table(HOST, settings)]
        self.now = room.fold(None, self.log[0])
        for seat in range(players):
            self.send(PEOPLE[seat], messages.Sit(seat, NAMES[seat]))

    def send(self, who: str, message: messages.FromClient) -> None:
        self.write(*decisions.decide(self.now, who, message, self.luck))

    def write(self, *added: log_rows.Row) -> None:
        for row in added:
            self.log.append(row)
            self.now = room.fold(self.now, row)

    def move(self) -> str:
        """Whoever is to move acts; who that was."""
        game = game_of(self.now)
        who = PEOPLE[game.table.to_move]
        action = wire.from_rules(patient(game, self.rng))
        self.send(who, messages.Act(self.now.version, action))
        return who

    def take_back(self, who: str) -> None:
        """Take the last move back, even if that was done very often: logs had no limit once."""
        seat, keep = PEOPLE.index(who), len(self.now.actions) - 1
        others = (other for other in range(len(self.now.seats)) if other != seat)
        self.write(
            log_rows.TakeBackAsked(seat, keep),
            *(log_rows.TakeBackAnswered(other, yes=True) for other in others),
            log_rows.TookBack(seat, keep),
        )

    def talk(self) -> None:
        seat = self.rng.randrange(len(self.now.seats))
        self.send(PEOPLE[seat], messages.Say(f"hm, {len(self.log)}"))
        if self.now.playing:
            card = self.rng.choice(game_of(self.now).table.hands[seat])
            self.send(PEOPLE[seat], messages.Note(card, f"perhaps {len(self.log)}"))


def long_log(
    length: int, *, players: int = 2, seed: int = 1, keep: int | None = None
) -> tuple[log_rows.Row, ...]:
    """A log of this length; with `keep`, each move beyond so many is taken back at once."""
    table = _Writer(players, seed)
    while len(table.log) < length:
        if not table.now.playing:
            table.send(HOST, messages.Begin())
        who = table.move()
        if table.rng.random() < OFTEN:
            table.talk()
        if keep is not None and table.now.playing and len(table.now.actions) > keep:
            table.take_back(who)
    return tuple(table.log[:length])


def rooms_of(log: tuple[log_rows.Row, ...]) -> Iterator[Room]:
    """The room after each row of a log, as it comes from the store."""
    now: Room | None = None
    for row in log:
        now = room.fold(now, log_rows.decode(log_rows.encode(row)))
        yield now


def for_other_people(body: bytes, number: int) -> bytes:
    """A row of the same table, played by other people."""
    for who in PEOPLE:
        body = body.replace(who.encode(), f"{who}-{number}".encode())
    return body
