"""Beliefs kept up to date with the game: clues read, connections made or missed, trust earned."""

from tamaya.bots.partner.beliefs import Beliefs, PendingConnection
from tamaya.bots.partner.clue_reading import read_clue
from tamaya.rules import CardId, Event, Options, Seat
from tamaya.rules.events import Clued, Discarded, Drew, Played


class ConventionTracker(Beliefs):
    """One seat's memory of a game at a table that plays conventions up to a level."""

    def __init__(self, options: Options, me: Seat, first: Seat, level: int) -> None:
        super().__init__(options, me, first)
        self.level = level

    def before_event(self, event: Event) -> None:
        match event:
            case Clued(seat, clue, cards):
                read_clue(self, seat, clue, cards, self.level)
                self._resolve_pending(seat, None)
            case Discarded(seat, card):
                self._note_unsaved_chop(seat)
                self._resolve_pending(seat, None)
                self._forget(card)
            case Played(seat, card, face, placed):
                self._note_unsaved_chop(seat)
                self._judge_reading(seat, card, placed=placed)
                self._resolve_pending(seat, card)
                self._exempt_duplicates(seat, card, 1 << self.deck.number[face])
                self._forget(card)
            case _:
                pass

    def after_event(self, event: Event) -> None:
        if isinstance(event, Drew):
            self.possible[event.card] = self.believed[event.card] = self.drawable()
            self.deduce()

    def _note_unsaved_chop(self, seat: int) -> None:
        """Whoever could save the next player's chop and does not says that it is not critical."""
        table = self.table
        if not table.clue_tokens or table.turns_after is not None or not self.trusts(seat):
            return
        following = (seat + 1) % len(table.hands)
        if self.needs.has_obvious_move([self.believed[card] for card in table.hands[following]]):
            return  # something else than the chop will go
        chop = self.chop(following)
        if chop is not None:
            self.unsaved[chop] = self.unsaved.get(chop, 0) | self.needs.critical

    def _forget(self, card: CardId) -> None:
        del self.believed[card]
        self.clued.discard(card)
        self.finessed.discard(card)
        self.gotten.pop(card, None)
        self.unsaved.pop(card, None)
        self.pending = [one for one in self.pending if card not in (one.card, one.focus)]

    def _judge_reading(self, seat: int, card: CardId, *, placed: bool) -> None:
        """Whether a clue, or silence, meant what it was read to mean, if it took reading."""
        gotten, playable = self.gotten.get(card), self.needs.playable
        if self.possible[card] & ~playable and not self.believed_unsaved(card) & ~playable:
            giver = gotten.giver if gotten else (seat - 1) % len(self.table.hands)
            (self.right if placed else self.wrong)[giver] += 1

    def _exempt_duplicates(self, seat: int, card: CardId, face: int) -> None:
        """Another copy of a card that was played may be gotten, if the later giver did not see one.

        So that good touch does not rule the face out there.
        """
        gotten = self.gotten.get(card)
        for holder, hand in enumerate(self.table.hands):
            for other in hand if holder != seat else ():
                if other in self.gotten:
                    theirs = self.gotten[other]
                    later = gotten.giver if gotten and gotten.turn > theirs.turn else theirs.giver
                    if later in (holder, seat):
                        self.gotten[other] = theirs._replace(exempt=theirs.exempt | face)

    def _resolve_pending(self, seat: int, played: CardId | None) -> None:
        """A seat acted: what others waited for was played, or will not be."""
        pending, self.pending = self.pending, []
        for one in pending:
            if one.holder != seat:
                self.pending.append(one)
            elif played == one.card:
                if one.blind and 1 << self.faces[played] == one.face:
                    self._confirm(one, pending)
            elif not one.face & self.needs.playable or played is not None:
                self.pending.append(one)
            else:
                self._refute(one)

    def _confirm(self, made: PendingConnection, pending: list[PendingConnection]) -> None:
        """A card was played blindly: the focus is what follows it."""
        faces = 0
        for other in pending:
            if (other.card, other.focus) == (made.card, made.focus):
                faces |= other.focus_face
        believed = self.believed[made.focus]
        self.believed[made.focus] = believed & faces or believed

    def _refute(self, missed: PendingConnection) -> None:
        """A card could have been played and was not: the focus is something else."""
        believed = self.believed[missed.focus]
        self.believed[missed.focus] = believed & ~missed.focus_face or believed
        if missed.card in self.finessed and self.believed[missed.card] == missed.face:
            self.cancel_finesse(missed.card)
            self.believed[missed.card] = self.possible[missed.card]
