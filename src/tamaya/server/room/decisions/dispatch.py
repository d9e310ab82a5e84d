"""From a visitor's message to the decision about it."""

from tamaya.server.room import log_rows, messages
from tamaya.server.room.decisions import access, games, seats, settings, take_back, talk
from tamaya.server.room.decisions.inputs import NO_VISITORS, Randomness, Rows
from tamaya.server.room.refusals import Refusal, RefusalReason
from tamaya.server.room.room import Room

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


def decide(
    room: Room,
    visitor_id: str,
    message: messages.FromClient,
    chance: Randomness,
    away: frozenset[str] = NO_VISITORS,
) -> Rows:
    """Return the log rows that a visitor's message adds, or raise `Refusal`.

    `away` are the seated visitors who are not connected.
    """
    if isinstance(message, messages.Knock):
        return access.knock(room, visitor_id, message.password)
    if not room.may_enter(visitor_id):
        raise Refusal(RefusalReason.LOCKED)
    match message:
        case messages.Sit(seat, name):
            return seats.sit(room, visitor_id, seat, name)
        case messages.ComeBack(seat):
            return seats.come_back(room, visitor_id, seat)
        case messages.Stand():
            return seats.stand(room, visitor_id)
        case _ if isinstance(message, FromPlayer):
            return _player_decides(room, visitor_id, message)
        case _ if not room.acts_as_host(visitor_id, away):
            raise Refusal(RefusalReason.NOT_HOST)
        case _:
            takes_over: Rows = (
                () if visitor_id == room.host else (log_rows.HostChanged(visitor_id),)
            )
            return takes_over + _host_decides(room, visitor_id, message, chance, away)


def _host_decides(
    room: Room, visitor_id: str, message: FromHost, chance: Randomness, away: frozenset[str]
) -> Rows:
    match message:
        case messages.SeatBot(seat, bot):
            return seats.seat_bot(room, seat, bot, away)
        case messages.Invite(seat, guest):
            return seats.invite(room, seat, guest, away)
        case messages.Clear(seat):
            return seats.clear(room, seat, away)
        case messages.Change(wanted):
            return settings.change(room, wanted)
        case messages.Lock(password):
            return access.lock(password, chance)
        case messages.HandOver(seat):
            return seats.hand_over(room, seat)
        case messages.Begin(same_deal):
            return games.begin(room, same_deal, chance)
        case _:
            return games.end(room, visitor_id, message.version)


def _player_decides(room: Room, visitor_id: str, message: FromPlayer) -> Rows:
    seat = room.seat_of(visitor_id)
    if seat is None:
        raise Refusal(RefusalReason.NOT_SEATED)
    match message:
        case messages.Say(text, remark):
            return talk.say(room, seat, text.strip(), remark)
        case _ if not room.playing:
            raise Refusal(RefusalReason.NO_GAME)
        case messages.Arrange(order, turned):
            return games.arrange(room, seat, order, turned)
        case messages.Note(card, text):
            return games.write_note(room, visitor_id, seat, card, text.strip())
        case _ if not room.game_version <= message.version <= room.version:
            raise Refusal(RefusalReason.STALE)
        case messages.Act(_, action):
            return games.decide_action(room, seat, action)
        case messages.TakeBack():
            return take_back.ask_take_back(room, visitor_id)
        case _:
            return take_back.answer_take_back(room, visitor_id, seat, message)
