"""The room under anything that visitors can send, in any order."""

from functools import reduce

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from server.rooms import chance
from tamaya.rules import legal_actions, view
from tamaya.server import messages, room, rows, wire
from tamaya.server.room import Refused, Room
from tamaya.server.seen import seen

VISITORS = ["ada", "bo", "cy", "di"]
SEATS = st.integers(-1, 5)
SETTINGS = st.builds(
    rows.Settings,
    st.sampled_from(["base", "black+tiles", "own5+announce", "base+bouquet", "oops"]),
    st.integers(1, 6),
    st.none() | SEATS,
    st.sampled_from(["nothing", "table", "hands"]),
    st.booleans(),
)
ACTIONS = st.one_of(
    st.builds(wire.Play, SEATS, st.none() | SEATS),
    st.builds(wire.Discard, st.integers(-1, 60)),
    st.builds(wire.Colour, SEATS, SEATS),
    st.builds(wire.Value, SEATS, SEATS),
    st.builds(wire.Take, SEATS, SEATS),
    st.just(wire.Forgo()),
)


played: list[int] = []  # actions in each run


class Visits(RuleBasedStateMachine):
    """Visitors come and go, play and meddle."""

    room: Room
    log: list[rows.Row]

    @initialize(players=st.integers(2, 5))
    def open(self, players: int) -> None:
        first = room.opened("ada", rows.Settings("base", players))
        self.log, self.room, self.luck = [first], room.fold(None, first), chance()

    def send(self, who: str, message: messages.FromClient) -> None:
        before = self.room
        try:
            added = room.decide(before, who, message, self.luck)
        except Refused:
            assert self.room == before
            return
        for row in added:
            self.log.append(row)
            self.room = room.fold(self.room, row)

    @rule(who=st.sampled_from(VISITORS), seat=SEATS, name=st.sampled_from(["Ada", "", "Bo\n"]))
    def sit(self, who: str, seat: int, name: str) -> None:
        self.send(who, messages.Sit(seat, name))

    @rule(who=st.sampled_from(VISITORS))
    def stand(self, who: str) -> None:
        self.send(who, messages.Stand())

    @rule(who=st.sampled_from(VISITORS), seat=SEATS, bot=st.sampled_from(["random", "hal"]))
    def seat_bot(self, who: str, seat: int, bot: str) -> None:
        self.send(who, messages.SeatBot(seat, bot))

    @rule()
    def get_going(self) -> None:
        for seat, sitter in enumerate(self.room.seats):
            if sitter is None:
                self.send(self.room.host, messages.SeatBot(seat, "random"))
        self.send(self.room.host, messages.Begin())

    @rule(who=st.sampled_from(VISITORS), seat=SEATS)
    def clear(self, who: str, seat: int) -> None:
        self.send(who, messages.Clear(seat))

    @rule(who=st.sampled_from(VISITORS), wanted=SETTINGS)
    def change(self, who: str, wanted: rows.Settings) -> None:
        self.send(who, messages.Change(wanted))

    @rule(who=st.sampled_from(VISITORS), seat=SEATS)
    def hand_over(self, who: str, seat: int) -> None:
        self.send(who, messages.HandOver(seat))

    @rule(who=st.sampled_from(VISITORS), same=st.booleans())
    def begin(self, who: str, same: bool) -> None:
        self.send(who, messages.Begin(same))

    @rule(who=st.sampled_from(VISITORS), stale=st.booleans(), action=ACTIONS)
    def meddle(self, who: str, stale: bool, action: wire.Action) -> None:
        self.send(who, messages.Act(self.room.version - stale, action))

    @precondition(lambda self: self.room.playing)
    @rule(data=st.data(), moves=st.integers(1, 12))
    def play(self, data: st.DataObject, moves: int) -> None:
        for _ in range(moves):
            game = self.room.game
            if game is None or not self.room.playing:
                return
            seat = game.table.to_move
            action = wire.from_rules(data.draw(st.sampled_from(legal_actions(view(game, seat)))))
            sitter = self.room.seats[seat]
            assert sitter is not None, "nobody leaves during a game"
            if sitter.who is not None:
                self.send(sitter.who, messages.Act(self.room.version, action))
            else:
                (row,) = room.acted(self.room, seat, action)
                self.log.append(row)
                self.room = room.fold(self.room, row)

    def teardown(self) -> None:
        played.append(sum(isinstance(row, rows.Acted) for row in getattr(self, "log", [])))

    @rule(who=st.sampled_from(VISITORS))
    def end(self, who: str) -> None:
        self.send(who, messages.End(self.room.version))

    @invariant()
    def the_room_is_the_fold_of_its_log(self) -> None:
        first, *rest = (rows.decode(rows.encode(row)) for row in self.log)
        assert reduce(room.fold, rest, room.fold(None, first)) == self.room
        assert self.room.version == len(self.log)

    @invariant()
    def everybody_has_one_seat_at_most(self) -> None:
        whos = [sitter.who for sitter in self.room.seats if sitter and sitter.who]
        assert len(whos) == len(set(whos))
        assert len(self.room.seats) == self.room.settings.players

    @invariant()
    def everybody_can_look(self) -> None:
        for who in (*VISITORS, "nobody"):
            assert messages.encode(seen(self.room, who))


def test_visits() -> None:
    played.clear()
    run_state_machine_as_test(Visits, settings=settings(max_examples=80, stateful_step_count=40))
    assert sum(played) > 300, "the machine hardly ever plays"
    assert played.count(0) < len(played)
