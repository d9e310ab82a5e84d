"""Records of finished games, and the steps of a game as one viewer may see them."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tamaya.formats import replay
from tamaya.formats.game import Game, TakenBack, final_state, initial_state
from tamaya.formats.game import replay_steps as played
from tamaya.rules import (
    Deal,
    Result,
    Seat,
    State,
    Table,
    band,
    max_score,
    mention,
    points_on_table,
    result,
    score,
)
from tamaya.rules.events import Drew
from tamaya.server.room import log_rows, messages, room, wire
from tamaya.server.room.game_info import GameInfo, GameSteps, TakeBackPlace
from tamaya.server.room.guests import is_guest
from tamaya.server.room.projection import (
    Viewpoint,
    game_events,
    notes_of,
    notes_on_all_hands,
    private_view,
    public_view,
    sees_all_hands,
    viewpoint_of,
)
from tamaya.server.room.refusals import Refusal, RefusalReason
from tamaya.server.room.room import Arrangement, Room
from tamaya.server.store.derived_data import DerivedData, FinishedGame
from tamaya.text.labels import placeholder_names

AS_DRAWN: Mapping[int, Arrangement] = {}
GUEST = "guest"  # in the place of a bot's name
Notes = tuple[tuple[str, ...], ...]  # by seat and card


class GameRecord(Struct, frozen=True, omit_defaults=True):
    """A stored game. The notes of visitors are private: each is shown only to its author."""

    info: GameInfo
    replay: dict[str, Any]  # in the format of our replay files
    reasons: dict[int, wire.MoveReason] = {}  # reasons of bots, by action
    private: dict[int, dict[int, str]] = {}  # notes of visitors, by seat and card


class _Summary(Struct, frozen=True):
    info: GameInfo


# writing records


def derive(before: Room | None, after: Room, at: int) -> DerivedData:
    """Return the data derived from the rows between two states of a table."""
    if before is None:
        return DerivedData()
    people, over = after.members(), before.playing and not after.playing
    return DerivedData(
        sitting=None if people == before.members() else people,
        game=finished_record(after, at) if over else None,
    )


def derive_from_log(log: Iterable[tuple[int, bytes]]) -> Iterator[DerivedData]:
    """Yield the data derived from each row of a log, up to the first row that cannot be read."""
    written = list(log)
    rooms = room.fold_each(None, (log_rows.decode(body) for _, body in written))
    now: Room | None = None
    for at, _ in written:
        try:
            after = next(rooms)
            follows = derive(now, after, at)
        except Exception:  # noqa: BLE001 - one damaged log must not stop the others
            return
        now = after
        yield follows


def finished_record(now: Room, at: int) -> FinishedGame | None:
    """Return the record of a game that is over; none if it is too old to have an address."""
    if now.game is None or now.dealt is None or not now.dealt.id:
        return None
    game = game_in_room(now)
    bots = tuple(_bot(sitter) for sitter in now.seats)
    record = GameRecord(
        _info(now.dealt.id, at, game, bots, now.game.table),
        replay.to_json(
            dataclasses.replace(game, notes=_merge_notes(game, _notes(now, guests=True)))
        ),
        _reasons(now),
        _notes(now, guests=False),
    )
    return FinishedGame(
        now.dealt.id, at, msgspec.json.encode(record), tuple(sorted(now.seats_held))
    )


def _bot(sitter: room.Sitter | None) -> str | None:
    """Return the name of a bot, or `GUEST` for a guest; none for a visitor."""
    if sitter is None:
        return None
    return GUEST if is_guest(sitter.visitor_id) else sitter.bot


def uploaded_record(game: Game, address: str, at: int) -> FinishedGame:
    """Return the record of a game that was uploaded."""
    info = _info(address, at, game, (None,) * len(game.names), final_state(game).table)
    record = GameRecord(replace(info, uploaded=True), replay.to_json(game))
    return FinishedGame(address, at, msgspec.json.encode(record))


def game_in_room(now: Room) -> Game:
    """Return the game of a room, without notes."""
    assert now.game is not None
    assert now.dealt is not None
    first = room.initial_game(now.settings, now.dealt)
    outcome = now.game.table.outcome
    return Game(
        first.table.options,
        Deal(first.faces, first.tiles, first.place),
        _names(now),
        tuple(wire.to_rules(act.action) for act in now.actions),
        Seat(now.dealt.first),
        stopped=outcome is not None and outcome.result is Result.STOPPED,
        taken_back=now.taken_back,
        take_backs=now.take_backs,
        known_deal=now.known_deal,
    )


def _names(now: Room) -> tuple[str, ...]:
    """Return the names by seat; on a free seat, the name of the player who left it."""
    left = {line.seat: line.name for line in now.lines if line.kind == "left"}
    nobody = enumerate(placeholder_names(len(now.seats)))
    free = [left.get(seat) or name for seat, name in nobody]
    return tuple(s.name if s else name for s, name in zip(now.seats, free, strict=True))


def _notes(now: Room, *, guests: bool) -> dict[int, dict[int, str]]:
    """Return the notes of guests, or those of visitors, by the first seat of their author."""
    seats = dict(sorted(now.seats_held, reverse=True))
    notes: dict[int, dict[int, str]] = {}
    for (visitor_id, card), text in sorted(now.notes.items()):
        if visitor_id in seats and is_guest(visitor_id) == guests:
            notes.setdefault(seats[visitor_id], {})[card] = text
    return notes


def _merge_notes(game: Game, notes: Mapping[int, Mapping[int, str]]) -> Notes:
    """Return the notes of a game with others added to them."""
    if not notes:
        return game.notes
    cards = range(len(game.options.deck) + game.options.tiles)
    rows = game.notes or ((),) * game.options.players
    return tuple(
        tuple(notes.get(seat, {}).get(n) or (row[n] if n < len(row) else "") for n in cards)
        for seat, row in enumerate(rows)
    )


def _reasons(now: Room) -> dict[int, wire.MoveReason]:
    """Return the reasons of bots' moves by action: public ones, and their own after the game."""
    reasons = (act.public_why if now.playing else act.why or act.public_why for act in now.actions)
    return {number: why for number, why in enumerate(reasons) if why is not None}


def _info(
    address: str, at: int, game: Game, bots: tuple[str | None, ...], table: Table
) -> GameInfo:
    return GameInfo(
        id=address,
        at=at,
        variant=replay.variant_text(table.options),
        players=table.options.players,
        names=game.names,
        bots=bots,
        result=result(table),
        reason=table.outcome.reason if table.outcome else None,
        score=score(table),
        points_on_table=points_on_table(table),
        max_score=max_score(table.options),
        band=band(table),
        mention=mention(table),
        turns=table.turns,
        your_seat=None,
        uploaded=False,
        taken_back=game.taken_back,
        known_deal=game.known_deal,
    )


# reading records


def decode_record(body: bytes) -> GameRecord:
    """Decode a stored record."""
    return msgspec.json.decode(body, type=GameRecord)


def decode_info(body: bytes, seat: int | None) -> GameInfo:
    """Decode the summary of a record for a reader who had this seat."""
    return replace(msgspec.json.decode(body, type=_Summary).info, your_seat=seat)


def game_of(record: GameRecord, reader: int | None = None) -> Game:
    """Return the game of a record, with the private notes of the reader's seat."""
    game = replay.from_json(record.replay)
    own = {} if reader is None else {reader: record.private.get(reader, {})}
    return dataclasses.replace(game, notes=_merge_notes(game, own if any(own.values()) else {}))


def record_steps(record: GameRecord, sees: Viewpoint, reader: int | None = None) -> GameSteps:
    """Return all steps of a recorded game from one viewpoint, with the notes of that seat.

    With open hands, each card has the note of its holder.
    """
    game = game_of(record, reader)
    states = _all_states(game)
    holders = _holders(states[-1])
    notes = {
        card: text
        for seat, row in enumerate(game.notes)
        for card, text in enumerate(row)
        if text and seat == (holders.get(card) if sees.seat is None else sees.seat)
    }
    plays = [private_view(sees, public_view(s, AS_DRAWN), s, notes, on_all=True) for s in states]
    here = [replace(one, taken_back=game.taken_back) for one in plays]
    return _make_steps(states, here, sees, record.reasons, game.take_backs)


def _holders(last: State) -> dict[int, int]:
    """Return the seat that held each card, for all cards that were ever drawn."""
    options = last.table.options
    dealt = options.players * options.hand_size
    holders = {card: card // options.hand_size for card in range(dealt)}
    for event in last.history:
        if isinstance(event, Drew):
            holders[event.card] = event.seat
    return holders


def running_game_steps(now: Room, visitor_id: str, *, unseen: bool = False) -> GameSteps:
    """Return the steps of the current game so far, as a visitor may see them.

    A visitor who is `unseen`, without a connection to the table, is not shown all hands.
    """
    if not now.may_enter(visitor_id):
        raise Refusal(RefusalReason.LOCKED)
    if now.game is None:
        raise Refusal(RefusalReason.NO_GAME)
    sees = viewpoint_of(now, visitor_id)
    if sees is None:
        raise Refusal("not-shown", "this table shows onlookers nothing while a game is on")
    if unseen and sees_all_hands(now, visitor_id):
        sees = Viewpoint()
    states, notes, arranged = (
        _all_states(game_in_room(now)),
        notes_of(now, visitor_id),
        _earlier_arrangements(now),
    )
    kept = [arranged] * (len(states) - 1) + [now.arrangements]
    on_all = notes_on_all_hands(now, sees)
    plays = [
        private_view(sees, public_view(state, order), state, notes, on_all=on_all)
        for state, order in zip(states, kept, strict=True)
    ]
    here = [replace(one, game=now.games_dealt, taken_back=now.taken_back) for one in plays]
    return _make_steps(states, here, sees, _reasons(now), now.take_backs)


def _all_states(game: Game) -> list[State]:
    return [initial_state(game), *(state for state, _ in played(game))]


def _make_steps(
    states: Sequence[State],
    plays: Sequence[messages.GameView],
    sees: Viewpoint,
    reasons: Mapping[int, wire.MoveReason],
    take_backs: Sequence[TakenBack],
) -> GameSteps:
    until = tuple(len(state.history) for state in states)
    by_event = {until[action]: why for action, why in reasons.items()}
    places = tuple(TakeBackPlace(one.after, one.times, one.moves) for one in take_backs)
    return GameSteps(sees.seat, tuple(plays), game_events(states[-1], by_event), until, places)


def _earlier_arrangements(now: Room) -> Mapping[int, Arrangement]:
    """Return arrangements for earlier steps: the current order, with older cards before it.

    Which cards were turned at that time is no longer known.
    """
    assert now.game is not None
    table, then = now.game.table, {}
    for seat, kept in now.arrangements.items():
        placed = {*kept.order, *table.hands[seat]}
        older = (card for card in range(table.drawn) if card not in placed)
        then[seat] = Arrangement((*older, *kept.order), ())
    return then
