"""A room: the state of one table and its game, folded from its log rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from tamaya.formats.game import KnownDeal, TakenBack
from tamaya.formats.notation import parse_face
from tamaya.rules import Deal, Options, Seat, State, apply, parse_options, start, stop
from tamaya.server.room import log_rows, wire
from tamaya.server.room.guests import is_guest
from tamaya.server.room.messages import Line, LineKind

NO_SEAT = -1  # the seat in lines about onlookers
MOST_LINES = 300  # how many lines a room remembers
MOST_STEPS = 1000  # size of the cache while a log is folded
GameRow = (
    log_rows.Dealt
    | log_rows.Acted
    | log_rows.GameEnded
    | log_rows.Arranged
    | log_rows.Noted
    | log_rows.TakeBackAsked
    | log_rows.TakeBackAnswered
    | log_rows.TookBack
)


class Sitter(Struct, frozen=True):
    """Somebody on a seat: a visitor or a bot."""

    name: str
    visitor_id: str | None = None
    bot: str | None = None


class Arrangement(Struct, frozen=True):
    """The order in which a player keeps their cards, and which are turned."""

    order: tuple[int, ...]
    turned: tuple[int, ...]


class TakeBackRequest(Struct, frozen=True):
    """A request to take back all actions after the first `keep`, and who has agreed so far."""

    seat: int
    visitor_id: str
    keep: int
    asked_at: int  # the version at which it was asked
    agreed: frozenset[str] = frozenset()


class Room(Struct, frozen=True):
    """The state of a table after some rows of its log."""

    settings: log_rows.Settings
    host: str
    seats: tuple[Sitter | None, ...]
    version: int = 1  # the number of rows so far
    game_version: int = 1  # the version that last changed the game
    game: State | None = None
    dealt: log_rows.Dealt | None = None
    games_dealt: int = 0  # dealt at this table
    actions: tuple[log_rows.Acted, ...] = ()  # of this game
    seats_held: frozenset[tuple[str, int]] = frozenset()  # visitors and their seats in this game
    # by seat, who lost it while away
    lost_seats: Mapping[int, Sitter] = field(default_factory=dict)
    arrangements: Mapping[int, Arrangement] = field(default_factory=dict)  # by seat
    notes: Mapping[tuple[str, int], str] = field(default_factory=dict)  # by visitor and card
    # bots' own reasons, by event; shown when the game is over
    private_reasons: Mapping[int, wire.MoveReason] = field(default_factory=dict)
    public_reasons: Mapping[int, wire.MoveReason] = field(default_factory=dict)  # by event
    taken_back: int = 0  # take-backs in this game
    take_backs: tuple[TakenBack, ...] = ()  # where they happened, by the number of actions left
    take_backs_asked: int = 0  # requests for take-backs in this game
    hands_seen_by: int = 0  # onlookers who have seen all hands of this game
    watched_lines: int = 0  # lines about them
    take_back_request: TakeBackRequest | None = None
    lock: log_rows.TableLocked | None = None
    admitted: frozenset[str] = frozenset()
    lines: tuple[Line, ...] = ()
    first_line: int = 0  # how many lines are forgotten

    @property
    def known_deal(self) -> KnownDeal | None:
        """Whether and how somebody could know the deal of the current or next game beforehand."""
        return self.dealt.known if self.dealt is not None else None

    @property
    def playing(self) -> bool:
        """Whether a game is running."""
        return self.game is not None and self.game.table.outcome is None

    def seats_of(self, visitor_id: str) -> tuple[Seat, ...]:
        """Return the seats of a visitor."""
        return tuple(
            Seat(n)
            for n, sitter in enumerate(self.seats)
            if sitter and sitter.visitor_id == visitor_id
        )

    def seat_of(self, visitor_id: str) -> Seat | None:
        """Return the seat of a visitor; of several, the one that moves next."""
        to_move = self.game.table.to_move if self.game else 0
        seats = self.seats_of(visitor_id)
        return min(seats, key=lambda seat: (seat - to_move) % len(self.seats), default=None)

    def seated_visitors(self) -> tuple[str, ...]:
        """Return the visitors who have seats, in the order of the seats."""
        whos = (sitter.visitor_id for sitter in self.seats if sitter)
        return tuple(dict.fromkeys(visitor_id for visitor_id in whos if visitor_id is not None))

    def lost_seats_of(self, visitor_id: str) -> tuple[Seat, ...]:
        """Return the seats that a visitor lost while away and that no other visitor has taken."""
        return tuple(
            Seat(seat)
            for seat, lost in sorted(self.lost_seats.items())
            if lost.visitor_id == visitor_id
        )

    def members(self) -> tuple[str, ...]:
        """Return the visitors who have seats, and those who may come back to one."""
        return tuple(
            dict.fromkeys(
                (*self.seated_visitors(), *(s.visitor_id or "" for s in self.lost_seats.values()))
            )
        )

    def may_enter(self, visitor_id: str) -> bool:
        """Whether a visitor needs no password or has given it."""
        return (
            self.lock is None
            or visitor_id == self.host
            or visitor_id in self.admitted
            or visitor_id in self.members()
        )

    def acts_as_host(self, visitor_id: str, away: frozenset[str]) -> bool:
        """Whether a visitor is the host, or stands in for a host who is away."""
        if self.host not in away:
            return visitor_id == self.host
        there = (one for one in self.seated_visitors() if one not in away and not is_guest(one))
        return visitor_id == next(there, self.host)


Step = Callable[[State, wire.Action], State]


def _step(before: State, action: wire.Action) -> State:
    """Return the game after one more action."""
    return apply(before, wire.to_rules(action))[0]


class _StepCache:
    """`_step` with a cache: after take-backs, a log often repeats the same moves."""

    def __init__(self) -> None:
        # by id of a state and action: that state, so that its id is not reused, and the next one
        self._known: dict[tuple[int, wire.Action], tuple[State, State]] = {}

    def __call__(self, before: State, action: wire.Action) -> State:
        key = id(before), action
        if key not in self._known:
            after = _step(before, action)
            if len(self._known) >= MOST_STEPS:
                self._known.clear()
            self._known[key] = before, after
        return self._known[key][1]


def fold(  # noqa: C901 - a case for each kind of row
    room: Room | None,
    row: log_rows.Row,
    earlier: Mapping[int, State] | None = None,
    step: Step = _step,
) -> Room:
    """Return the room after one more row of its log.

    `earlier` holds known states of this game by number of actions: a take-back returns to one of
    them instead of replaying the game. `step` plays an action.
    """
    if room is None:
        assert isinstance(row, log_rows.TableCreated), "a log begins with the opening of its table"
        return Room(row.settings, row.host, (None,) * row.settings.players, dealt=row.deal)
    assert not isinstance(row, log_rows.TableCreated), "a table is opened once"
    room = replace(room, version=room.version + 1)
    match row:
        case log_rows.SettingsChanged(settings):
            return _changed(room, settings)
        case log_rows.TableLocked(salt):
            return replace(room, lock=row if salt else None, admitted=frozenset(room.members()))
        case log_rows.Admitted(visitor_id):
            return replace(room, admitted=room.admitted | {visitor_id})
        case log_rows.Seated(seat, name, visitor_id, bot):
            return _seated(room, seat, Sitter(name, visitor_id, bot))
        case log_rows.BotReplaced(seat, bot):
            room = _with_line(room, "replaced", seat)
            return _with_sitter(room, seat, replace(_sitter(room, seat), bot=bot))
        case log_rows.SeatLeft(seat):
            return _left(_with_line(room, "left", seat), seat)
        case log_rows.HostChanged(visitor_id):
            return replace(room, host=visitor_id)
        case log_rows.Said(seat, text, remark):
            return _with_line(room, "said", seat, text, remark)
        case log_rows.OnlookersSawHands(visitors, line):
            return _onlookers_saw_hands(room, visitors, line=line)
        case log_rows.LogRewritten():
            return room
        case _:
            return _fold_game_row(room, row, earlier or {}, step)


def fold_each(room: Room | None, added: Iterable[log_rows.Row]) -> Iterator[Room]:
    """Yield the room after each row, without replaying the game for every take-back."""
    earlier: dict[int, State] = {}
    step = _StepCache()
    for row in added:
        if isinstance(row, log_rows.TookBack) and room and room.dealt and row.keep not in earlier:
            earlier = dict(enumerate(replay_game(room.settings, room.dealt, room.actions)))
        room = fold(room, row, earlier, step)
        if isinstance(row, log_rows.Dealt | log_rows.SettingsChanged):
            earlier.clear()
        elif isinstance(row, log_rows.Acted) and room.game is not None:
            earlier[len(room.actions)] = room.game
        yield room


# seats


def _with_sitter(room: Room, seat: int, sitter: Sitter | None) -> Room:
    """Change who sits on a seat, and drop a take-back request made from it."""
    seats = list(room.seats)
    seats[seat] = sitter
    asked_here = room.take_back_request is not None and room.take_back_request.seat == seat
    return replace(
        room, seats=tuple(seats), take_back_request=None if asked_here else room.take_back_request
    )


def _sitter(room: Room, seat: int) -> Sitter:
    return room.seats[seat] or Sitter("")


def _seated(room: Room, seat: int, sitter: Sitter) -> Room:
    before = room.seats[seat]
    if before and before.visitor_id is not None and before.visitor_id == sitter.visitor_id:
        return _with_sitter(room, seat, sitter)  # only another name
    kept = (
        _without_seat(room.lost_seats, seat)
        if sitter.visitor_id is not None
        else _with_lost_seat(room, seat)
    )
    room = _with_line(_with_sitter(replace(room, lost_seats=kept), seat, sitter), "seated", seat)
    if sitter.visitor_id is None or not room.playing:
        return room
    return replace(room, seats_held=room.seats_held | {(sitter.visitor_id, seat)})


def _left(room: Room, seat: int) -> Room:
    kept = _with_lost_seat(room, seat) if room.playing else _without_seat(room.lost_seats, seat)
    return _with_sitter(replace(room, lost_seats=kept), seat, None)


def _with_lost_seat(room: Room, seat: int) -> Mapping[int, Sitter]:
    """Return the lost seats with this one added if its visitor loses it during a game."""
    sitter = _sitter(room, seat)
    lost = room.playing and sitter.visitor_id is not None
    return {**room.lost_seats, seat: sitter} if lost else room.lost_seats


def _without_seat(kept: Mapping[int, Sitter], seat: int) -> Mapping[int, Sitter]:
    return {at: sitter for at, sitter in kept.items() if at != seat}


def _changed(room: Room, settings: log_rows.Settings) -> Room:
    same_game = (settings.variant, settings.players) == (
        room.settings.variant,
        room.settings.players,
    )
    room = replace(
        room,
        settings=settings,
        take_back_request=room.take_back_request if settings.take_back else None,
    )
    if not settings.hot_seat:
        room = replace(room, seats=_first_seats_only(room.seats))
    if same_game:
        return room
    stay = room.seats[: settings.players]
    free = (None,) * (settings.players - len(stay))
    kept = {seat: sitter for seat, sitter in room.lost_seats.items() if seat < settings.players}
    room = replace(room, seats=stay + free, lost_seats=kept)
    return replace(_without_game(room), game=None, dealt=None, game_version=room.version)


def _first_seats_only(seats: tuple[Sitter | None, ...]) -> tuple[Sitter | None, ...]:
    """Free all but the first seat of each visitor."""
    first = {sitter.visitor_id: seat for seat, sitter in reversed(list(enumerate(seats))) if sitter}
    return tuple(
        sitter
        if sitter and (sitter.visitor_id is None or first[sitter.visitor_id] == seat)
        else None
        for seat, sitter in enumerate(seats)
    )


def _with_line(
    room: Room, kind: LineKind, seat: int, text: str = "", remark: log_rows.Remark | None = None
) -> Room:
    """Add a line about something outside the game, and forget the oldest if there are too many."""
    events = len(room.game.history) if room.game else 0
    name = "" if seat == NO_SEAT else _sitter(room, seat).name
    line = Line(kind, seat, name, room.games_dealt, events, text, remark)
    lines = (*room.lines, line)[-MOST_LINES:]
    return replace(room, lines=lines, first_line=room.first_line + len(room.lines) + 1 - len(lines))


# games


def _fold_game_row(room: Room, row: GameRow, earlier: Mapping[int, State], step: Step) -> Room:
    match row:
        case log_rows.Dealt():
            return _dealt(room, row)
        case log_rows.Acted():
            return _acted(room, row, step)
        case log_rows.GameEnded(seat):
            room = room if seat is None else _with_line(room, "ended", seat)
            return replace(
                room, game=stop(_game(room))[0], game_version=room.version, take_back_request=None
            )
        case log_rows.Arranged(seat, order, turned):
            return replace(
                room, arrangements={**room.arrangements, seat: Arrangement(order, turned)}
            )
        case log_rows.Noted(seat, card, text):
            return _noted(room, seat, card, text)
        case log_rows.TakeBackAsked(seat, keep):
            room, visitor_id = (
                _with_line(room, "asked-back", seat),
                _sitter(room, seat).visitor_id or "",
            )
            asking = TakeBackRequest(seat, visitor_id, keep, asked_at=room.version)
            return replace(
                room, take_back_request=asking, take_backs_asked=room.take_backs_asked + 1
            )
        case log_rows.TakeBackAnswered(seat, yes):
            return _answered(room, seat, yes)
        case _:
            return _took_back(room, row, earlier)


def _onlookers_saw_hands(room: Room, visitors: int, *, line: bool) -> Room:
    room = replace(
        room,
        hands_seen_by=room.hands_seen_by + visitors,
        watched_lines=room.watched_lines + line,
    )
    return _with_line(room, "watched", NO_SEAT) if line else room


def _game(room: Room) -> State:
    assert room.game is not None, "there is a game to go on with"
    return room.game


def _without_game(room: Room) -> Room:
    """Remove the game and everything that belongs to it."""
    return replace(
        room,
        game=None,
        actions=(),
        seats_held=frozenset(),
        arrangements={},
        notes={},
        private_reasons={},
        public_reasons={},
        taken_back=0,
        take_backs=(),
        take_backs_asked=0,
        take_back_request=None,
        hands_seen_by=0,
        watched_lines=0,
    )


def _dealt(room: Room, dealt: log_rows.Dealt) -> Room:
    sitters = enumerate(room.seats)
    return replace(
        _without_game(room),
        dealt=dealt,
        game=initial_game(room.settings, dealt),
        games_dealt=room.games_dealt + 1,
        seats_held=frozenset(
            (s.visitor_id, seat) for seat, s in sitters if s and s.visitor_id is not None
        ),
        game_version=room.version,
    )


@lru_cache(maxsize=256)
def options_of(variant: str, players: int) -> Options:
    """Return the options of a table, cached because most tables play the same few."""
    return parse_options(variant, players)


def initial_game(settings: log_rows.Settings, dealt: log_rows.Dealt) -> State:
    """Return the game as it was dealt."""
    game = options_of(settings.variant, settings.players)
    cards = tuple(parse_face(game, word) for word in dealt.cards.split())
    return start(game, Deal(cards, dealt.tiles, dealt.place), Seat(dealt.first))


def _acted(room: Room, act: log_rows.Acted, step: Step) -> Room:
    before = _game(room)
    game = step(before, act.action)
    reasons, public_reasons, event = room.private_reasons, room.public_reasons, len(before.history)
    if act.why is not None:
        reasons = {**reasons, event: act.why}
    if act.public_why is not None:
        public_reasons = {**public_reasons, event: act.public_why}
    asking = room.take_back_request
    if game.table.outcome is not None or not _sitter(room, act.seat).bot:
        asking = None
    elif asking is not None:  # a bot moved: people agreed to fewer moves
        asking = replace(asking, agreed=frozenset())
    return replace(
        room,
        game=game,
        actions=(*room.actions, act),
        private_reasons=reasons,
        public_reasons=public_reasons,
        take_back_request=asking,
        game_version=room.version,
    )


def _noted(room: Room, seat: int, card: int, text: str) -> Room:
    visitor_id = _sitter(room, seat).visitor_id or ""
    notes = {key: note for key, note in room.notes.items() if key != (visitor_id, card)}
    return replace(room, notes={**notes, (visitor_id, card): text} if text else notes)


def _answered(room: Room, seat: int, yes: bool) -> Room:
    room, asking = _with_line(room, "agreed" if yes else "declined", seat), room.take_back_request
    if asking is None or not yes:
        return replace(room, take_back_request=None)
    agreed = asking.agreed | {_sitter(room, seat).visitor_id or ""}
    return replace(room, take_back_request=replace(asking, agreed=agreed))


def replay_game(
    settings: log_rows.Settings, dealt: log_rows.Dealt, acts: Iterable[log_rows.Acted]
) -> list[State]:
    """Return the states of a game: as dealt, and after each action."""
    states = [initial_game(settings, dealt)]
    for act in acts:
        states.append(_step(states[-1], act.action))
    return states


def _took_back(room: Room, row: log_rows.TookBack, earlier: Mapping[int, State]) -> Room:
    assert room.dealt is not None, "a game that was dealt"
    acts = room.actions[: row.keep]
    game = earlier.get(len(acts)) or replay_game(room.settings, room.dealt, acts)[-1]
    room = replace(
        room,
        game=game,
        actions=acts,
        private_reasons={
            at: why for at, why in room.private_reasons.items() if at < len(game.history)
        },
        public_reasons={
            at: why for at, why in room.public_reasons.items() if at < len(game.history)
        },
        taken_back=room.taken_back + 1,
        take_backs=_one_more(room.take_backs, row.keep, len(room.actions) - len(acts)),
        take_back_request=None,
        game_version=room.version,
    )
    return _with_line(_without_undrawn(room, game.table.drawn), "took-back", row.seat)


def _one_more(before: tuple[TakenBack, ...], keep: int, moves: int) -> tuple[TakenBack, ...]:
    """Add a take-back and merge it with earlier ones after `keep` or more actions."""
    same = [place for place in before if place.after >= keep]
    times = 1 + sum(place.times for place in same)
    here = TakenBack(keep, times, moves + sum(place.moves for place in same))
    return (*before[: len(before) - len(same)], here)


def _without_undrawn(room: Room, drawn: int) -> Room:
    """Drop notes on cards that are in the deck again, since anybody may draw them."""
    notes = {key: text for key, text in room.notes.items() if key[1] < drawn}
    arranged = {
        seat: Arrangement(_only_drawn(kept.order, drawn), _only_drawn(kept.turned, drawn))
        for seat, kept in room.arrangements.items()
    }
    return replace(room, notes=notes, arrangements=arranged)


def _only_drawn(cards: tuple[int, ...], drawn: int) -> tuple[int, ...]:
    return tuple(card for card in cards if card < drawn)


def bot_to_move(room: Room) -> tuple[Seat, str, int] | None:
    """Return the seat, name and seed of the bot that is to move, if it is a bot's turn."""
    if room.game is None or room.dealt is None or not room.playing:
        return None
    seat = room.game.table.to_move
    sitter = room.seats[seat]
    if sitter is None or sitter.bot is None:
        return None
    return seat, sitter.bot, room.dealt.bot_seed + seat
