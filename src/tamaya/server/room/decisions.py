"""What a visitor's message brings: rows for the log, or a refusal that says why.

There is no socket, clock, lock or chance in here: the shell commits the rows before it shows them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from msgspec.structs import replace

from tamaya.bots import BOTS, free_bot_names, public_reason
from tamaya.formats.errors import CannotConvert
from tamaya.formats.game import KnownDeal
from tamaya.formats.hanablive.vocabulary import variant_of
from tamaya.rules import (
    Deal,
    IllegalAction,
    Options,
    OptionsError,
    Seat,
    State,
    format_options,
    parse_options,
    view,
)
from tamaya.rules.events import Clued, Drew
from tamaya.rules.legality import refusal as rules_refusal
from tamaya.server.room import guests, log_rows, messages, passwords, wire
from tamaya.server.room.refusals import (
    LONGEST_NOTE,
    LONGEST_PASSWORD,
    LONGEST_TEXT,
    MOST_ASKED,
    MOST_TAKEN_BACK,
    Refusal,
    RefusalReason,
)
from tamaya.server.room.room import Room, Sitter, options_of
from tamaya.text.labels import face_text
from tamaya.text.names import is_good_name, is_plain, lookalike_keys, tidy_name

NO_VISITORS: frozenset[str] = frozenset()


FromHost = (
    messages.SeatBot
    | messages.Invite
    | messages.Clear
    | messages.Change
    | messages.Lock
    | messages.HandOver
    | messages.Begin
    | messages.End
)
FromPlayer = (
    messages.Act
    | messages.Arrange
    | messages.Note
    | messages.Say
    | messages.TakeBack
    | messages.Answer
)
Rows = tuple[log_rows.Row, ...]


@dataclass(frozen=True, slots=True)
class Randomness:
    """All the chance a room needs, given from outside."""

    deal: Callable[[Options], Deal]
    below: Callable[[int], int]
    token: Callable[[], str]  # that nobody guesses


def open_table(
    host: str, settings: log_rows.Settings, deal: log_rows.Dealt | None = None
) -> log_rows.TableCreated:
    """The first row of a table's log."""
    return log_rows.TableCreated(host, _checked(settings), deal)


def decide(
    room: Room,
    who: str,
    message: messages.FromClient,
    chance: Randomness,
    away: frozenset[str] = NO_VISITORS,
) -> Rows:
    """The rows that a visitor's message brings; refused if it may not be."""
    if isinstance(message, messages.Knock):
        return _knock(room, who, message.password)
    if not room.may_enter(who):
        raise Refusal(RefusalReason.LOCKED)
    match message:
        case messages.Sit(seat, name):
            return _sit(room, who, seat, name)
        case messages.ComeBack(seat):
            return _come_back(room, who, seat)
        case messages.Stand():
            return _stand(room, who)
        case _ if isinstance(message, FromPlayer):
            return _player_decides(room, who, message)
        case _ if not room.acts_as_host(who, away):
            raise Refusal(RefusalReason.NOT_HOST)
        case _:
            takes_over: Rows = () if who == room.host else (log_rows.HostChanged(who),)
            return takes_over + _host_decides(room, who, message, chance, away)


def _host_decides(
    room: Room, who: str, message: FromHost, chance: Randomness, away: frozenset[str]
) -> Rows:
    match message:
        case messages.SeatBot(seat, bot):
            return _seat_bot(room, seat, bot, away)
        case messages.Invite(seat, guest):
            return _invite(room, seat, guest, away)
        case messages.Clear(seat):
            return _clear(room, seat, away)
        case messages.Change(settings):
            return _change(room, settings)
        case messages.Lock(password):
            return _lock(password, chance)
        case messages.HandOver(seat):
            return _hand_over(room, seat)
        case messages.Begin(same_deal):
            return _begin(room, same_deal, chance)
        case _:
            return _end(room, who, message.version)


def _player_decides(room: Room, who: str, message: FromPlayer) -> Rows:
    seat = room.seat_of(who)
    if seat is None:
        raise Refusal(RefusalReason.NOT_SEATED)
    match message:
        case messages.Say(text, remark):
            return _say(room, seat, text.strip(), remark)
        case _ if not room.playing:
            raise Refusal(RefusalReason.NO_GAME)
        case messages.Arrange(order, turned):
            return _arrange(room, seat, order, turned)
        case messages.Note(card, text):
            return _note(room, who, seat, card, text.strip())
        case _ if not room.game_version <= message.version <= room.version:
            raise Refusal(RefusalReason.STALE)
        case messages.Act(_, action):
            return decide_action(room, seat, action)
        case messages.TakeBack():
            return _take_back(room, who)
        case _:
            return _answer(room, who, seat, message)


# coming and going


def _lock(password: str, chance: Randomness) -> Rows:
    if len(password) > LONGEST_PASSWORD:
        raise Refusal(RefusalReason.BAD_PASSWORD)
    if not password:
        return (log_rows.TableLocked(),)
    salt = chance.token()
    return (log_rows.TableLocked(salt, passwords.digest(password, salt)),)


def _knock(room: Room, who: str, password: str) -> Rows:
    if room.lock is None or room.may_enter(who):
        return ()
    if len(password) > LONGEST_PASSWORD or not passwords.fits(
        password, room.lock.salt, room.lock.digest
    ):
        raise Refusal(RefusalReason.WRONG_PASSWORD)
    return (log_rows.Admitted(who),)


def checked_name(name: str) -> str:
    """A name as it is shown; refused if it cannot be."""
    tidy = tidy_name(name)
    if not all(map(is_plain, name.strip())) or not is_good_name(tidy):
        raise Refusal(RefusalReason.BAD_NAME)
    return tidy


def checked_bot(bot: str) -> str:
    """A bot that can be seated; refused otherwise."""
    if bot not in BOTS:
        raise Refusal(RefusalReason.NO_SUCH_BOT)
    return bot


def _sit(room: Room, who: str, seat: int, name: str) -> Rows:
    name = checked_name(name)
    if room.seats_of(who) and not room.settings.hot_seat:
        raise Refusal(RefusalReason.SEATED_ALREADY)
    if _sitter(room, seat) is not None:
        raise Refusal(RefusalReason.SEAT_TAKEN)
    if room.playing and _saw_cards(room, who, seat):
        raise Refusal(RefusalReason.SAW_CARDS)
    if lookalike_keys(name) & _names_taken(room, who):
        raise Refusal(RefusalReason.NAME_TAKEN)
    return (log_rows.Seated(seat, name, who=who),)


def _names_taken(room: Room, who: str) -> frozenset[str]:
    """The looks that a visitor's name cannot have: of sitters, and of others who may come back."""
    kept = (lost for lost in room.lost_seats.values() if lost.visitor_id != who)
    taken = (lookalike_keys(sitter.name) for sitter in (*room.seats, *kept) if sitter)
    return frozenset[str]().union(*taken)


def _come_back(room: Room, who: str, seat: int) -> Rows:
    _sitter(room, seat)
    if seat not in may_come_back(room, who):
        raise Refusal(
            RefusalReason.SEATED_ALREADY if room.seats_of(who) else RefusalReason.SEAT_TAKEN
        )
    return (log_rows.Seated(seat, room.lost_seats[seat].name, who=who),)


def may_come_back(room: Room, who: str) -> tuple[Seat, ...]:
    """The seats that a visitor lost while away and may take back now."""
    if room.seats_of(who) and not room.settings.hot_seat:
        return ()
    kept = room.lost_seats_of(who)
    return tuple(seat for seat in kept if not (room.playing and _saw_cards(room, who, seat)))


def _saw_cards(room: Room, who: str, seat: int) -> bool:
    """Whether a visitor saw this hand in this game, from another seat or looking on."""
    if room.settings.hot_seat and room.seats_of(who):
        return False  # whoever shares a device sees all its hands anyway
    if room.settings.watch == "hands" and not room.lost_seats_of(who):
        return True
    held = {at for one, at in room.seats_held if one == who}
    return bool(held) and seat not in held


def _sitter(room: Room, seat: int) -> Sitter | None:
    if not 0 <= seat < len(room.seats):
        raise Refusal(RefusalReason.NO_SUCH_SEAT)
    return room.seats[seat]


def _stand(room: Room, who: str) -> Rows:
    if not room.seats_of(who):
        raise Refusal(RefusalReason.NOT_SEATED)
    if room.playing:
        raise Refusal(RefusalReason.GAME_ON)
    return tuple(log_rows.SeatLeft(seat) for seat in room.seats_of(who))


def _seat_bot(room: Room, seat: int, bot: str, away: frozenset[str]) -> Rows:
    bot = checked_bot(bot)
    _check_absent(room, _sitter(room, seat), away)
    return (log_rows.Seated(seat, _bot_name(room), bot=bot),)


def _invite(room: Room, seat: int, guest: str, away: frozenset[str]) -> Rows:
    who = guests.visitor(guest)
    _check_guests_know(room.settings)
    _check_absent(room, _sitter(room, seat), away)
    if room.seats_of(who):
        raise Refusal(RefusalReason.SEATED_ALREADY)
    if room.playing and _saw_cards(room, who, seat):
        raise Refusal(RefusalReason.SAW_CARDS)
    if lookalike_keys(guest) & _names_taken(room, who):
        raise Refusal(RefusalReason.NAME_TAKEN)
    return (log_rows.Seated(seat, checked_name(guest), who=who),)


def _check_guests_know(settings: log_rows.Settings) -> None:
    """Guests play what hanab.live plays."""
    try:
        variant_of(options_of(settings.variant, settings.players))
    except CannotConvert as wrong:
        raise Refusal(RefusalReason.NOT_FOR_GUESTS) from wrong


def _bot_name(room: Room) -> str:
    """A name that nobody has; of those who may come back somebody might."""
    taken = [sitter.name for sitter in room.seats if sitter]
    kept = [sitter.name for sitter in room.lost_seats.values()]
    return next(_unlike(taken + kept), None) or next(_unlike(taken))


def _unlike(taken: Sequence[str]) -> Iterator[str]:
    """Names for bots that look like none of these."""
    used = frozenset[str]().union(*map(lookalike_keys, taken))
    return (name for name in free_bot_names(taken) if used.isdisjoint(lookalike_keys(name)))


def _clear(room: Room, seat: int, away: frozenset[str]) -> Rows:
    sitter = _sitter(room, seat)
    _check_absent(room, sitter, away)
    return (log_rows.SeatLeft(seat),) if sitter else ()


def _check_absent(room: Room, sitter: Sitter | None, away: frozenset[str]) -> None:
    """During a game nobody who is present loses the own seat."""
    if room.playing and sitter and sitter.visitor_id is not None and sitter.visitor_id not in away:
        raise Refusal(RefusalReason.PRESENT)


def _hand_over(room: Room, seat: int) -> Rows:
    sitter = _sitter(room, seat)
    if sitter is None or sitter.visitor_id is None:
        raise Refusal(RefusalReason.NOT_SEATED)
    return (log_rows.HostChanged(sitter.visitor_id),)


# settings


def _change(room: Room, settings: log_rows.Settings) -> Rows:
    checked = _checked(settings)
    if room.playing and not _same_but_manners(room.settings, checked):
        raise Refusal(RefusalReason.GAME_ON)
    return () if checked == room.settings else (log_rows.SettingsChanged(checked),)


def _same_but_manners(old: log_rows.Settings, new: log_rows.Settings) -> bool:
    """Whether settings differ only in manners; a game that takes no moves back never begins to."""
    manners = {"listed": new.listed, "talk": new.talk, "hush": new.hush}
    return replace(old, **manners, take_back=old.take_back and new.take_back) == new


def _checked(settings: log_rows.Settings) -> log_rows.Settings:
    """Settings that can be played, the variant in its canonical words."""
    try:
        game = parse_options(settings.variant, settings.players)
    except OptionsError as wrong:
        raise Refusal(RefusalReason.BAD_SETTINGS.value, str(wrong)) from wrong
    if settings.first is not None and not 0 <= settings.first < settings.players:
        raise Refusal(RefusalReason.NO_SUCH_SEAT)
    return replace(settings, variant=format_options(game))


# the game


def _begin(room: Room, same_deal: bool, chance: Randomness) -> Rows:
    if room.playing:
        raise Refusal(RefusalReason.GAME_ON)
    if None in room.seats:
        raise Refusal(RefusalReason.SEATS_OPEN)
    if any(map(guests.is_guest, room.seated_visitors())):
        _check_guests_know(room.settings)
    if same_deal:
        if room.dealt is None:
            raise Refusal(RefusalReason.NO_GAME)
        known = room.dealt.known or "replayed"
        return (replace(room.dealt, id=chance.token(), known=known),)
    game = options_of(room.settings.variant, room.settings.players)
    first = room.settings.first
    return (
        deal_row(
            game,
            chance.deal(game),
            chance.below(game.players) if first is None else first,
            chance,
        ),
    )


def deal_row(
    game: Options, deal: Deal, first: int, chance: Randomness, known: KnownDeal | None = None
) -> log_rows.Dealt:
    """The row of a deal."""
    cards, seed = " ".join(face_text(game, face) for face in deal.cards), chance.below(1 << 32)
    return log_rows.Dealt(cards, first, seed, deal.tiles, deal.place, chance.token(), known)


def _end(room: Room, who: str, version: int) -> Rows:
    if not room.playing:
        raise Refusal(RefusalReason.NO_GAME)
    if version < room.game_version or version > room.version:
        raise Refusal(RefusalReason.STALE)
    return (log_rows.GameEnded(room.seat_of(who)),)


def decide_action(
    room: Room, seat: Seat, action: wire.Action, why: wire.MoveReason | None = None
) -> Rows:
    """The row for an action of a seat, a visitor's or a bot's; refused if the rules forbid it."""
    game = _game(room)
    if seat != game.table.to_move:
        raise Refusal(RefusalReason.NOT_YOUR_TURN)
    reason = rules_refusal(view(game, seat), wire.to_rules(action))
    if reason is not None:
        raise Refusal(reason.value, str(IllegalAction(reason)))
    return (log_rows.Acted(seat, action, why, _public_why(room, seat, action)),)


def _public_why(room: Room, seat: Seat, action: wire.Action) -> wire.MoveReason | None:
    """What everybody can tell about a bot's move. The bot has no part in it."""
    game, sitter = _game(room), room.seats[seat]
    if sitter is None or sitter.bot is None:
        return None
    why = public_reason(game.table, game.history, wire.to_rules(action))
    return None if why is None else wire.MoveReason(why.code, why.about)


def _game(room: Room) -> State:
    if room.game is None:
        raise Refusal(RefusalReason.NO_GAME)
    return room.game


def _arrange(room: Room, seat: Seat, order: tuple[int, ...], turned: tuple[int, ...]) -> Rows:
    hand = set(_game(room).table.hands[seat])
    once = len(set(order)) == len(order) and len(set(turned)) == len(turned)
    if set(order) != hand or not set(turned) <= hand or not once:
        raise Refusal(RefusalReason.BAD_ARRANGEMENT)
    return (log_rows.Arranged(seat, order, turned),)


def _note(room: Room, who: str, seat: Seat, card: int, text: str) -> Rows:
    table = _game(room).table
    ours = card in table.hands[seat]
    if guests.is_guest(who):  # programs write about all cards
        ours = 0 <= card < table.drawn
    if not ours or len(text) > LONGEST_NOTE or not all(map(is_plain, text)):
        raise Refusal(RefusalReason.BAD_NOTE)
    said_already = room.notes.get((who, card), "") == text
    return () if said_already else (log_rows.Noted(seat, card, text),)


def _say(room: Room, seat: Seat, text: str, remark: log_rows.Remark | None) -> Rows:
    plain = 1 <= len(text) <= LONGEST_TEXT and all(map(is_plain, text))
    if bool(text) == bool(remark) or not (plain or remark):
        raise Refusal(RefusalReason.BAD_TEXT)
    if room.playing:
        _check_talk(room, seat, free=bool(text))
    return (log_rows.Said(seat, text, remark),)


def _check_talk(room: Room, seat: Seat, *, free: bool) -> None:
    allowed = room.settings.talk
    if allowed == "clues" or (free and allowed == "remarks"):
        raise Refusal(RefusalReason.NO_TALK)
    if room.settings.hush and seat != _game(room).table.to_move:
        raise Refusal(RefusalReason.HUSH)


# taking back


def _take_back(room: Room, who: str) -> Rows:
    """Ask the other people, or do it at once if there are none."""
    why = take_back_refusal(room, who)
    if why is not None:
        raise Refusal(why)
    keep, asking = last_action_of(room, who), room.take_back_request
    assert keep is not None, "there is something to take back"
    seat = room.actions[keep].seat
    asked = asking is not None and (asking.visitor_id, asking.keep) == (who, keep)
    agreed = asking.agreed if asking and asked else NO_VISITORS
    if not _others(room, who) - agreed:
        return (log_rows.TookBack(seat, keep),)
    if asked:
        return ()
    if room.take_backs_asked >= MOST_ASKED:
        raise Refusal(RefusalReason.ASKED_TOO_OFTEN)
    return (log_rows.TakeBackAsked(seat, keep),)


def take_back_refusal(room: Room, who: str) -> RefusalReason | None:
    """Why a visitor cannot take the last move back now, not even if everybody agrees."""
    if not room.settings.take_back:
        return RefusalReason.NO_TAKE_BACK
    keep = last_action_of(room, who)
    if keep is None:
        return RefusalReason.NOTHING_TO_TAKE_BACK
    if room.taken_back >= MOST_TAKEN_BACK:
        return RefusalReason.NO_MORE_TAKE_BACKS
    if not _others(room, who) and not _told_nothing(room, keep):
        return RefusalReason.NOBODY_TO_AGREE
    return None


def last_action_of(room: Room, who: str) -> int | None:
    """The place of a visitor's last action among those of the game."""
    seats = room.seats_of(who)
    own = (n for n in range(len(room.actions) - 1, -1, -1) if room.actions[n].seat in seats)
    return next(own, None)


def _others(room: Room, who: str) -> frozenset[str]:
    """The other people of the game: also those who are away, and may come back to a lost seat."""
    return frozenset(room.members()) - {who}


def _told_nothing(room: Room, keep: int) -> bool:
    """Whether whoever acted after `keep` actions knows no more than before.

    A play or a discard turns a card up and draws another, and so does a clue for a bonus tile,
    which comes before the draw; whatever a bot does since, it does because of what it sees, the
    hand of the one who would take the move back among it.
    """
    act, *more = room.actions[keep:]
    if more or not isinstance(act.action, wire.GiveColourClue | wire.GiveValueClue):
        return False
    since = takewhile(lambda event: not isinstance(event, Clued), reversed(_game(room).history))
    return not any(isinstance(event, Drew) for event in since)


def _answer(room: Room, who: str, seat: Seat, answer: messages.Answer) -> Rows:
    asking = room.take_back_request
    if asking is None or (asking.visitor_id == who and answer.yes):
        raise Refusal(RefusalReason.NOTHING_TO_TAKE_BACK)
    if answer.version < asking.asked_at:
        raise Refusal(RefusalReason.STALE)
    if answer.yes and who in asking.agreed:
        return ()
    answered = log_rows.TakeBackAnswered(seat, answer.yes)
    waiting = _others(room, asking.visitor_id) - asking.agreed - {who}
    if answer.yes and not waiting:
        return (answered, log_rows.TookBack(asking.seat, asking.keep))
    return (answered,)
