"""Twins of a position: what a bot's move tells a reader beyond the move itself.

The rule. Two positions that a reader cannot tell apart (the same table, the same history, the same
faces in sight) are twins for that reader. If a bot makes the same move in both, then the reader is
shown the same words about it, or none in both, and the same names at the table; and in both it
thinks within the pause that every bot's move takes at least, or in both beyond it. Where the bot
moves otherwise, the move itself tells the reader something, as it may.

Twins agree with the rules and with all clues, but not with what bots would have done earlier: they
include every position that a reader who knows the bots cannot tell apart, and more. The bot is made
anew for each move, as the server does it, and reads the whole history through the twin's faces.
"""

import random
import time
from collections import Counter
from dataclasses import dataclass, field, replace

import msgspec

from support.drivers import chance, lucky
from support.option_sets import noted
from support.server.rooms import folded
from tamaya import deals
from tamaya.bots import make
from tamaya.rules import (
    CardId,
    Seat,
    State,
    View,
    apply,
    knowledge_from_clues,
    possible_faces,
    start,
    view,
)
from tamaya.rules.events import ShuffledBack
from tamaya.rules.state import PLACES
from tamaya.server.hub.bot_workers import BotMove, compute_move
from tamaya.server.hub.tables import PACE
from tamaya.server.room import decisions, log_rows, messages, wire
from tamaya.server.room.projection import project
from tamaya.server.room.room import Room, Sitter

READER = "the reader"
SWAPS = 3  # tries for each hidden card
PAUSE = PACE.bots  # seconds; a reader does not see how much of it a bot has thought
AGAIN = 3  # measurements before one counts: the first may have loaded something


@dataclass(slots=True)
class Compared:
    """What was compared, counted, and the cases in which a reader could tell twins apart."""

    met: Counter[str] = field(default_factory=Counter)
    differing: list[tuple[Seat | None, wire.Action, bytes, bytes]] = field(default_factory=list)
    uneven: list[tuple[Seat | None, wire.Action]] = field(default_factory=list)  # by their time
    longest: float = 0.0  # seconds of CPU for a thought


def twins_compared(bot: str, games: int, share: float, seed: int = 0) -> Compared:
    """Play games of a bot and compare a share of all positions with a twin for every reader.

    In every second game the bot plays with a lucky stranger instead of its own kind.
    """
    rng, found = chance(f"twins {bot} {seed}"), Compared()
    for number in range(games):
        chosen = noted(rng.choice)
        state = start(chosen, deals.seeded(chosen, rng.randrange(1 << 64)))
        bots = [make(bot, number) for _ in range(1 if number % 2 else chosen.players)]
        while state.table.outcome is None:
            seat, action = state.table.to_move, None
            if seat < len(bots):
                action = bots[seat].act(view(state, seat)).action
                if rng.random() < share:
                    _compare(state, bot, rng, found)
            state, _ = apply(state, action or lucky(state, rng))
    return found


def _compare(state: State, bot: str, rng: random.Random, found: Compared) -> None:
    """Compare a position with a twin for each reader."""
    mover, players, met = state.table.to_move, state.table.options.players, found.met
    seed = rng.randrange(1 << 32)
    (action, why), took = timed(bot, seed, view(state, mover))
    found.longest = max(found.longest, took)
    others = [seat for seat in map(Seat, range(players)) if seat != mover]
    for reader in (None, *others):
        twin = twin_of(state, reader, rng)
        (again, otherwise), as_well = timed(bot, seed, view(twin, mover))
        found.longest = max(found.longest, as_well)
        met["twins"] += 1
        if again != action or twin.faces == state.faces:
            continue
        if ends(state, action) or ends(twin, action):  # then every reason is told
            continue
        met["same move"] += 1
        if is_long(took) != is_long(as_well) and is_uneven(bot, seed, state, twin):
            found.uneven.append((reader, action))
        one = shown(room_at(state, bot, reader), action, why)
        two = shown(room_at(twin, bot, reader), action, otherwise)
        met["with words"] += b'"code"' in one
        met["another reason"] += why != otherwise
        if one != two:
            found.differing.append((reader, action, one, two))


def timed(bot: str, seed: int, seen: View) -> tuple[BotMove, float]:
    """A bot's thought, and how long it took: the CPU's time, whatever else the machine does."""
    begin = time.thread_time()
    thought = compute_move(bot, seed, seen)
    return thought, time.thread_time() - begin


def is_long(seconds: float) -> bool:
    """Whether a thought takes longer than the pause before a move, so that a reader notices."""
    return seconds > PAUSE


def is_uneven(bot: str, seed: int, one: State, two: State) -> bool:
    """Whether a reader could tell twins apart by the time that a bot thinks, measured again."""
    both = [view(state, state.table.to_move) for state in (one, two)]
    shortest = (min(timed(bot, seed, seen)[1] for _ in range(AGAIN)) for seen in both)
    return len(set(map(is_long, shortest))) > 1


def ends(state: State, action: wire.Action) -> bool:
    """Whether an action ends the game."""
    return apply(state, wire.to_rules(action))[0].table.outcome is not None


def twin_of(state: State, reader: Seat | None, rng: random.Random) -> State:
    """The same position for this reader, who may be an onlooker without a seat: what lies face
    down is drawn anew, as far as the clues and cards known to be in the deck allow."""
    table, faces, tiles = state.table, list(state.faces), list(state.tiles)
    said = knowledge_from_clues(table, state.history)
    hands = table.hands if reader is None else (table.hands[reader],)
    hand = [card for cards in hands for card in cards]
    possible = {card: possible_faces(table.options, said[card]) for card in hand}
    back = {event.face for event in state.history if isinstance(event, ShuffledBack)}
    deck = [
        CardId(place)
        for place in range(table.drawn, len(faces))
        if faces[place] not in back  # everybody saw it go into the deck
    ]
    for _ in range(SWAPS):
        for one in hand:
            two = rng.choice(hand + deck)
            if faces[two] in possible[one] and (two not in possible or faces[one] in possible[two]):
                faces[one], faces[two] = faces[two], faces[one]
    rng.shuffle(tiles)
    place = state.place if back else rng.randrange(PLACES)
    return replace(state, faces=tuple(faces), tiles=tuple(tiles), place=place)


def room_at(state: State, bot: str, reader: Seat | None) -> Room:
    """A table at this position: the reader in one seat, or looking on, and bots in the others."""
    players = state.table.options.players
    seats = tuple(
        Sitter("Ada", READER) if seat == reader else Sitter(f"Bot {seat}", bot=bot)
        for seat in range(players)
    )
    return Room(log_rows.Settings(players=players), READER, seats, game=state, games_dealt=1)


def shown(now: Room, action: wire.Action, why: wire.MoveReason | None) -> bytes:
    """The words about a move and the names at the table, as the reader is sent them."""
    assert now.game is not None
    begin = len(now.game.history)
    moved = folded(now, decisions.decide_action(now, now.game.table.to_move, action, why))
    table = project(moved, READER)
    assert isinstance(table, messages.TableView)
    assert table.play is not None
    return msgspec.json.encode((table.play.events[begin].get("why"), table.seats, table.lines))
