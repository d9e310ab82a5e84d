"""The room under anything that visitors can do, in any order, and what each of them is sent."""

from collections import Counter
from functools import reduce
from typing import get_args

import msgspec
import pytest
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
from msgspec.structs import replace

from support.server.clients import Client
from support.server.rooms import chance
from tamaya.rules import ColourClue, Face, Seat, ValueClue, legal_actions, view
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.room import decisions, log_rows, messages, passwords, room, wire
from tamaya.server.room.projection import project, public_view
from tamaya.server.room.refusals import Refusal
from tamaya.server.room.room import Room
from tamaya.server.store import snapshots
from tamaya.server.store.derived_data import Snapshot
from tamaya.server.store.engine import StoredRow

VISITORS = ["id-of-ada", "id-of-bo", "id-of-cy", "id-of-di"]
NAMES = ["Ada", "Bo", "", "Cy\n"]
PLAYER = st.sampled_from(["the asker", "seat 0", "seat 1", "seat 2", *VISITORS])
ANYBODY = PLAYER | st.just("the host")
SEATS = st.integers(-1, 5)
CARDS = st.integers(-1, 30)
TALK = st.sampled_from(["clues", "remarks", "chat"])
SETTINGS = st.builds(
    log_rows.Settings,
    st.sampled_from(["base", "base", "black+tiles", "own5+announce", "base+bouquet", "oops"]),
    st.integers(1, 6),
    st.none() | SEATS,
    st.sampled_from(["nothing", "table", "hands"]),
    st.booleans(),
    TALK,
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
ACTIONS = st.one_of(
    st.builds(wire.PlayCard, CARDS, st.none() | SEATS),
    st.builds(wire.DiscardCard, CARDS),
    st.builds(wire.GiveColourClue, SEATS, SEATS),
    st.builds(wire.GiveValueClue, SEATS, SEATS),
    st.builds(wire.TakeCard, SEATS, SEATS),
    st.just(wire.ForgoTile()),
)
WORDS = st.sampled_from(["", "sesame", "x\n", "y" * 400])
VERSIONED = messages.Act | messages.End | messages.TakeBack | messages.Answer
MESSAGES = st.one_of(
    st.builds(messages.Sit, SEATS, st.sampled_from(NAMES)),
    st.builds(messages.ComeBack, SEATS),
    st.just(messages.Stand()),
    st.builds(messages.SeatBot, SEATS, st.sampled_from(["random", "hal"])),
    st.builds(messages.Clear, SEATS),
    st.builds(messages.Change, SETTINGS),
    st.builds(messages.Lock, WORDS),
    st.builds(messages.Knock, WORDS),
    st.builds(messages.HandOver, SEATS),
    st.builds(messages.Begin, st.booleans()),
    st.builds(messages.Act, st.just(0), ACTIONS),
    st.just(messages.End(0)),
    st.builds(messages.Arrange, st.lists(CARDS).map(tuple)),
    st.builds(messages.Note, CARDS, WORDS),
    st.builds(messages.Say, WORDS, st.none()),
    st.just(messages.TakeBack(0)),
    st.builds(messages.Answer, st.just(0), st.booleans()),
)
WHYS = st.none() | st.builds(
    wire.MoveReason, st.sampled_from(["helps", "useless"]), st.just({"card": 3}), st.booleans()
)

OFTEN = (
    "locked",
    "wrong-password",
    "saw-cards",
    "no-talk",
    "not-host",
    "game-on",
    "nobody-to-agree",
)

met: Counter[str] = Counter()  # what happened in all runs together


def known_faces(now: Room, who: str) -> set[int]:
    """The cards whose faces a visitor knows: in others' hands, placed or discarded."""
    assert now.game is not None
    table = now.game.table
    in_hands = {card for hand in table.hands for card in hand}
    seen_by = (view(now.game, seat).faces for seat in now.seats_of(who))
    return {*range(table.drawn)} - in_hands | {card for faces in seen_by for card in faces}


def told_of_own_cards(now: Room, who: str) -> dict[int, tuple[tuple[int, ...], ...]]:
    """What clues left open for each card in a visitor's hands that no other own seat sees."""
    table = project(now, who)
    assert isinstance(table, messages.TableView)
    assert table.play is not None
    hands, known = [table.play.hands[seat] for seat in now.seats_of(who)], known_faces(now, who)
    cards = (card for hand in hands for card in hand if card.id not in known)
    return {card.id: (card.suits, card.values) for card in cards}


class Visits(RuleBasedStateMachine):
    """Visitors come and go, sit, play, talk and meddle; the server is killed now and then."""

    live: LiveTable
    log: list[bytes]
    saved: Snapshot

    @initialize(
        players=st.integers(2, 4),
        talk=TALK,
        strict=st.booleans(),
        begin=st.booleans(),
        alone=st.booleans(),
    )
    def open(
        self, players: int, talk: log_rows.Talk, strict: bool, begin: bool, alone: bool
    ) -> None:
        wanted = log_rows.Settings("base", players, talk=talk, hush=strict, take_back=True)
        first = decisions.open_table(VISITORS[0], wanted)
        self.log, self.luck = [log_rows.encode(first)], chance()
        self.live = LiveTable("table", room.fold(None, first))
        self.saved = snapshots.make_snapshot(self.room)
        self.clients = {who: Client(who) for who in VISITORS}
        self.hot = False
        self.newcomers = VISITORS[:1] if alone else VISITORS  # the other seats are for bots
        if begin:
            self.get_going()

    @property
    def room(self) -> Room:
        return self.live.room

    def visitor(self, who: str) -> str:
        """A visitor by what they are at the table."""
        away = self.live.presence().away
        if who == "the host":
            return next(one for one in VISITORS if self.room.acts_as_host(one, away))
        if who == "the asker":
            return (
                self.room.take_back_request.visitor_id
                if self.room.take_back_request
                else VISITORS[0]
            )
        if who.startswith("seat"):
            people = self.room.seated_visitors() or (self.room.host,)
            return people[int(who[5:]) % len(people)]
        return who

    def send(self, who: str, message: messages.FromClient) -> None:
        """A message as the server handles it."""
        who, before, away = self.visitor(who), self.room, self.live.presence().away
        try:
            added = decisions.decide(before, who, message, self.luck, away)
        except Refusal as refused:
            met[f"refused: {refused.reason}"] += 1
            return
        self.add(added)
        self.check_fair(before, who, message, added, away)

    def refused(self, who: str, message: messages.FromClient) -> None:
        """A double click does nothing."""
        with pytest.raises(Refusal):
            decisions.decide(self.room, who, message, self.luck)

    def add(self, added: decisions.Rows) -> None:
        for row in added:
            met[type(row).__name__] += 1
            self.log.append(log_rows.encode(row))
            self.live.room = room.fold(self.room, log_rows.decode(self.log[-1]))
        self.hot |= self.room.settings.hot_seat

    def check_fair(
        self,
        before: Room,
        who: str,
        message: messages.FromClient,
        added: decisions.Rows,
        away: frozenset[str],
    ) -> None:
        """Nobody who is there is robbed of a seat, or of a say when a move is taken back."""
        if before.playing and self.room.playing:
            for seat, sitter in enumerate(before.seats):
                if sitter and sitter.visitor_id and sitter.visitor_id not in away:
                    assert self.room.seats[seat] == sitter
        if any(isinstance(row, log_rows.TookBack) for row in added):
            asking = before.take_back_request if isinstance(message, messages.Answer) else None
            asker, agreed = (asking.visitor_id, asking.agreed) if asking else (who, frozenset())
            others = {*before.members()} - {asker}
            assert others <= {*agreed, who}, "also of those who are away"
            if not others:
                self.check_nothing_learned(asker, before)

    def check_nothing_learned(self, who: str, before: Room) -> None:
        """Whoever took a move back alone knew nothing before that is hidden again now."""
        met["alone"] += 1
        assert known_faces(before, who) <= known_faces(self.room, who)
        assert told_of_own_cards(before, who) == told_of_own_cards(self.room, who)
        assert {act.seat for act in before.actions[len(self.room.actions) :]} <= {
            *before.seats_of(who)
        }

    # connections

    @rule(who=PLAYER)
    def come(self, who: str) -> None:
        self.clients[self.visitor(who)].connect(self.live)

    @rule(who=PLAYER, away=st.booleans())
    def go(self, who: str, away: bool) -> None:
        who = self.visitor(who)
        self.clients[who].disconnect(self.live)
        if away:  # for long enough
            self.live.away.add(who)
            self.live.presence_version += 1

    @rule(who=PLAYER)
    def listen(self, who: str) -> None:
        self.hears(self.clients[self.visitor(who)])

    @rule()
    def all_listen(self) -> None:
        for client in self.clients.values():
            self.hears(client)

    def hears(self, client: Client) -> None:
        """A browser that has lost its connection comes back by itself."""
        if client.viewer is None:
            client.connect(self.live)
        changes = client.changes
        if client.listen(self.live):
            met["messages"] += 1
            met["changes"] += client.changes - changes
            self.check_known(client)

    @rule()
    def killed(self) -> None:
        """The server starts again from its log; everybody has to connect again."""
        first, *rest = (log_rows.decode(body) for body in self.log)
        rebuilt = reduce(room.fold, rest, room.fold(None, first))
        assert rebuilt == self.room
        stored = [StoredRow(seq, 0, body) for seq, body in enumerate(self.log)]
        assert snapshots.fold_log(stored) == rebuilt
        assert snapshots.resume_from_snapshot(self.saved, stored[self.saved.seq - 1 :]) == rebuilt
        self.saved = snapshots.make_snapshot(rebuilt)
        assert snapshots.decode(self.saved.body) == rebuilt
        for client in self.clients.values():
            client.disconnect(self.live)
        self.live = LiveTable("table", rebuilt)

    # anything at any time

    @rule(who=ANYBODY, message=MESSAGES, older=st.sampled_from([0, 0, 0, 1, -1]))
    def meddle(self, who: str, message: messages.FromClient, older: int) -> None:
        if isinstance(message, VERSIONED):
            message = replace(message, version=self.room.version - older)
        self.send(who, message)

    # what makes sense

    @rule()
    def get_going(self) -> None:
        """The seats are filled, and a game begins."""
        for seat, sitter in enumerate(self.room.seats):
            if sitter is None:
                newcomer = self.newcomers[seat % len(self.newcomers)]
                self.send(newcomer, messages.Sit(seat, f"No {seat}"))
            if self.room.seats[seat] is None:
                self.send("the host", messages.SeatBot(seat, "random"))
        self.send("the host", messages.Begin())

    @precondition(lambda self: self.room.playing)
    @rule(choices=st.lists(st.integers(0, 99), min_size=1, max_size=12), why=WHYS)
    def play(self, choices: list[int], why: wire.MoveReason | None) -> None:
        for choice in choices:
            self.move(choice, why)

    def move(
        self, choice: int, why: wire.MoveReason | None = None, *, clue: bool = False
    ) -> str | None:
        """Whoever is to move does something legal, perhaps gives a clue; the visitor who did."""
        game = self.room.game
        sitter = self.room.seats[game.table.to_move] if game and self.room.playing else None
        if game is None or sitter is None:
            return None
        legal = legal_actions(view(game, game.table.to_move))
        clues = [one for one in legal if isinstance(one, ColourClue | ValueClue)]
        wanted = clues if clue and clues else legal
        action = wire.from_rules(wanted[choice % len(wanted)])
        if sitter.visitor_id is None:
            self.add(decisions.decide_action(self.room, game.table.to_move, action, why))
        else:
            clicked = messages.Act(self.room.version, action)
            self.send(sitter.visitor_id, clicked)
            self.refused(sitter.visitor_id, clicked)
        return sitter.visitor_id

    @precondition(lambda self: room.bot_to_move(self.room) is not None)
    @rule()
    def a_bot_fails(self) -> None:
        turn = room.bot_to_move(self.room)
        assert turn is not None
        self.add((log_rows.BotReplaced(turn[0], "cautious"),))

    @precondition(lambda self: self.room.playing)
    @rule(visitors=st.integers(1, 3), line=st.booleans())
    def somebody_watches_hands(self, visitors: int, line: bool) -> None:
        self.add((log_rows.OnlookersSawHands(visitors, line),))

    @rule(same=st.booleans(), other=st.none() | SETTINGS)
    def play_again(self, same: bool, other: log_rows.Settings | None) -> None:
        self.send("the host", messages.End(self.room.version))
        if other is not None:
            self.send("the host", messages.Change(other))
        if other is None or not same:
            self.get_going()
        self.send("the host", messages.Begin(same))

    @rule(who=PLAYER, bot=st.booleans(), seat=st.integers(0, 4))
    def lose_a_seat(self, who: str, bot: bool, seat: int) -> None:
        """Somebody is away for long; a bot or another visitor plays on."""
        away = self.visitor(who)
        self.go(away, away=True)
        taken = self.room.seat_of(away)
        seat = seat if taken is None else taken
        self.send("the host", messages.SeatBot(seat, "random") if bot else messages.Clear(seat))
        for newcomer in VISITORS:
            self.send(newcomer, messages.Sit(seat, "New"))

    @precondition(lambda self: len({*self.room.seated_visitors()}) > 1)
    @rule()
    def want_another_hand(self) -> None:
        """Two players are away and lose their seats; one wants the other's."""
        first, second, *_ = dict.fromkeys(self.room.seated_visitors())
        for who in (first, second):
            self.go(who, away=True)
            for seat in self.room.seats_of(who):
                self.send("the host", messages.Clear(seat))
        for seat in map(Seat, range(self.room.settings.players)):
            self.send(first, messages.Sit(seat, "Other"))

    @rule(seat=st.integers(0, 4), data=st.data())
    def come_back(self, seat: int, data: st.DataObject) -> None:
        """A bot plays on for somebody, who wants the seat back."""
        who = data.draw(st.sampled_from(self.room.members() or (self.room.host,)))
        self.go(who, away=True)
        for lost in self.room.seats_of(who):
            self.send("the host", messages.SeatBot(lost, "random"))
        for kept in self.room.lost_seats_of(who) or (seat,):
            met["come back"] += kept in decisions.may_come_back(self.room, who)
            self.send(who, messages.ComeBack(kept))

    @precondition(lambda self: self.room.playing)
    @rule(who=PLAYER, data=st.data(), text=st.sampled_from(["", "keep", "x\n"]))
    def keep_cards(self, who: str, data: st.DataObject, text: str) -> None:
        who = self.visitor(who)
        game, seat = self.room.game, self.room.seat_of(who) or Seat(0)
        assert game is not None
        order = data.draw(st.permutations(game.table.hands[seat]))
        turned = data.draw(st.lists(st.sampled_from([*order, 99]), max_size=2))
        self.send(who, messages.Arrange(tuple(order), tuple(turned)))
        for card in turned:
            self.send(who, messages.Note(card, text and f"{text} by {who}"))

    @rule(who=PLAYER, text=st.sampled_from(["hm", ""]), remark=st.sampled_from([None, "oops"]))
    def say(self, who: str, text: str, remark: log_rows.Remark | None) -> None:
        self.send(who, messages.Say(text, remark))

    @precondition(lambda self: self.room.playing)
    @rule(
        choice=st.integers(0, 99),
        clue=st.booleans(),
        answering=st.integers(0, 4),
        agree=st.booleans(),
    )
    def move_and_regret(self, choice: int, clue: bool, answering: int, agree: bool) -> None:
        """A player moves, writes about the new card, and wants to take it back after all."""
        who = self.move(choice, clue=clue) or "seat 0"
        if self.room.game is not None and self.room.game.table.drawn:
            self.send(who, messages.Note(self.room.game.table.drawn - 1, f"keep by {who}"))
        self.send(who, messages.TakeBack(self.room.version))
        for other in VISITORS[:answering]:
            self.send(other, messages.Answer(self.room.version, agree))

    @rule(
        choice=st.integers(0, 99),
        clue=st.booleans(),
        answering=st.sampled_from([0, 4]),
        agree=st.booleans(),
    )
    def regret_early(self, choice: int, clue: bool, answering: int, agree: bool) -> None:
        """In a new game where moves may be taken back, the first player to move does so."""
        self.send("the host", messages.End(self.room.version))
        self.change_manners(allowed=True)
        self.get_going()
        while self.room.playing and room.bot_to_move(self.room) is not None:
            self.move(choice)
        if self.room.playing:
            self.move_and_regret(choice, clue, answering, agree)

    @precondition(lambda self: self.room.take_back_request is not None)
    @rule(leaves=st.booleans(), bot=st.booleans())
    def forget_the_question(self, leaves: bool, bot: bool) -> None:
        """Before all have answered, the one who asked is gone, or the table changes its mind."""
        if leaves:
            self.lose_a_seat("the asker", bot, 0)
        else:
            self.change_manners(allowed=False)

    @rule(allowed=st.booleans())
    def change_manners(self, allowed: bool) -> None:
        manners = replace(self.room.settings, take_back=allowed, hush=not allowed)
        self.send("the host", messages.Change(manners))

    @rule(password=st.sampled_from(["", "sesame"]), knocks=st.sampled_from(["sesame", "wrong"]))
    def lock(self, password: str, knocks: str) -> None:
        self.send("the host", messages.Lock(password))
        self.send(VISITORS[-1], messages.Knock(knocks))

    # what must always be so

    @invariant()
    def the_room_is_in_order(self) -> None:
        now = self.room
        assert now.version == len(self.log)
        assert now.game_version <= now.version
        assert len(now.seats) == now.settings.players
        for seat, lost in now.lost_seats.items():
            sitter = now.seats[seat]
            assert lost.visitor_id
            assert sitter is None or sitter.bot, "nobody else has taken it"
        if now.take_back_request is not None:
            assert now.playing
            assert now.settings.take_back
            assert now.take_back_request.seat in now.seats_of(now.take_back_request.visitor_id)
        if now.game is not None:
            assert all(card < now.game.table.drawn for _, card in now.notes)
        if not self.hot:
            whos = [sitter.visitor_id for sitter in now.seats if sitter and sitter.visitor_id]
            assert len(whos) == len(set(whos)), "one seat each"
            held = Counter(who for who, _ in now.seats_held)
            assert set(held.values()) <= {1}, "and one hand that nobody else's was seen before"

    @invariant()
    def what_is_kept_for_all_viewers_is_new(self) -> None:
        now = self.room
        public = public_view(now.game, now.arrangements) if now.game else None
        assert self.live.public_game() == public

    @invariant()
    def everybody_is_sent_what_they_may_see(self) -> None:
        for who in (*VISITORS, "nobody"):
            table = project(self.room, who, presence=self.live.presence())
            self.check_bytes(who, messages.encode(table))
            if isinstance(table, messages.TableView):
                self.check_faces(who, table)
            else:
                assert self.room.lock is not None
                assert self.room.seat_of(who) is None
                assert not self.room.lost_seats_of(who)

    def check_bytes(self, who: str, sent: bytes) -> None:
        """No visitor's id, no note of another, no reason before its time, nothing of the deal."""
        now = self.room
        for other in VISITORS:
            assert f"keep by {other}".encode() not in sent or other == who
            assert other.encode() not in sent.replace(f"keep by {other}".encode(), b"")
        assert not now.playing or b'"secret"' not in sent
        if now.dealt is not None:
            assert now.dealt.cards.encode() not in sent
            assert not now.playing or now.dealt.id.encode() not in sent
        if now.lock is not None:
            assert now.lock.digest.encode() not in sent
            assert now.lock.salt.encode() not in sent

    def check_faces(self, who: str, table: messages.TableView) -> None:
        game, play, seat = self.room.game, table.play, self.room.seat_of(who)
        assert table.you == seat
        if play is None or game is None:
            hidden = self.room.playing and seat is None and self.room.settings.watch == "nothing"
            assert (play, game) == (None, None) or (play is None and hidden)
            return
        shown = {
            card.id: Face(card.suit, card.value)
            for hand in play.hands
            for card in hand
            if card.suit is not None and card.value is not None
        }
        everything = {card: game.faces[card] for hand in game.table.hands for card in hand}
        if not self.room.playing:
            assert shown == everything
        elif seat is not None:
            assert shown == view(game, seat).faces
        else:
            sees = self.room.settings.watch == "hands" and not self.room.lost_seats_of(who)
            assert shown == (everything if sees else {})
        legal = () if seat is None else legal_actions(view(game, seat))
        assert play.legal == tuple(map(wire.from_rules, legal))
        assert [sorted(card.id for card in hand) for hand in play.hands] == [
            list(hand) for hand in game.table.hands
        ]

    def check_known(self, client: Client) -> None:
        """A client that has listened knows all that happened, whenever it came and went."""
        now = self.room
        if not now.may_enter(client.who):
            return
        whole = project(now, client.who)
        assert isinstance(whole, messages.TableView)
        told = () if whole.play is None else whole.play.events
        assert client.events == msgspec.to_builtins(list(told))
        numbered = dict(enumerate(now.lines, now.first_line))
        assert {n: line for n, line in client.lines.items() if n >= now.first_line} == numbered

    def teardown(self) -> None:
        if hasattr(self, "live"):
            self.killed()
            for client in self.clients.values():
                client.connect(self.live)
                client.listen(self.live)
                self.check_known(client)


def test_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "WORK", 2)  # no need to be slow here
    met.clear()
    run_state_machine_as_test(Visits, settings=settings(max_examples=200, stateful_step_count=50))
    for row in set(get_args(log_rows.Row)) - {
        log_rows.TableCreated,
        log_rows.LogRewritten,
    }:  # an operator's
        assert met[row.__name__] >= 3, (row, met)
    assert met["Acted"] > 500, met
    assert met["messages"] > 500, met
    assert met["changes"] > 100, met
    assert met["come back"] > 100, met
    assert met["alone"] >= 3, met
    for why in OFTEN:
        assert met[f"refused: {why}"], (why, met)
