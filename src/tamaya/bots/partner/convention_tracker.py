"""A mind that follows the game."""

from tamaya.bots.partner.beliefs import Mind, Wait
from tamaya.bots.partner.clue_reading import read
from tamaya.rules import CardId, Event, Options, Seat
from tamaya.rules.events import Clued, Discarded, Drew, Played


class Memory(Mind):
    """What one seat remembers, at a table that plays conventions up to a level."""

    def __init__(self, options: Options, me: Seat, first: Seat, level: int) -> None:
        super().__init__(options, me, first)
        self.level = level

    def before(self, event: Event) -> None:
        match event:
            case Clued(seat, clue, cards):
                read(self, seat, clue, cards, self.level)
                self._waited(seat, None)
            case Discarded(seat, card):
                self._not_saved(seat)
                self._waited(seat, None)
                self._gone(card)
            case Played(seat, card, face, placed):
                self._not_saved(seat)
                self._judge(seat, card, placed=placed)
                self._waited(seat, card)
                self._keep(seat, card, 1 << self.deck.number[face])
                self._gone(card)
            case _:
                pass

    def after(self, event: Event) -> None:
        if isinstance(event, Drew):
            self.may[event.card] = self.think[event.card] = self.unknown()
            self.settle()

    def _not_saved(self, seat: int) -> None:
        """Who could have saved the next one's chop and did not takes it for no last copy."""
        table, (fitting, useless) = self.table, self.board
        if not table.clue_tokens or table.turns_after is not None or not self.trusts(seat):
            return
        following = (seat + 1) % len(table.hands)
        think = [self.think[card] for card in table.hands[following]]
        if any(not faces & ~fitting or not faces & ~useless for faces in think):
            return  # something else than the chop will go
        chop = self.chop(following)
        if chop is not None:
            self.unsaved[chop] = self.unsaved.get(chop, 0) | self.last()

    def _gone(self, card: CardId) -> None:
        del self.think[card]
        self.clued.discard(card)
        self.called.discard(card)
        self.said.pop(card, None)
        self.unsaved.pop(card, None)
        self.waits = [wait for wait in self.waits if card not in (wait.card, wait.focus)]

    def _judge(self, seat: int, card: CardId, *, placed: bool) -> None:
        """Whether a clue, or silence, meant what it was read to mean, if it took reading."""
        said, fit = self.said.get(card), self.board.fitting
        if self.may[card] & ~fit and not self.going(card) & ~fit:
            giver = said.giver if said else (seat - 1) % len(self.table.hands)
            (self.right if placed else self.wrong)[giver] += 1

    def _keep(self, seat: int, card: CardId, face: int) -> None:
        """A card that was played may be there twice, if who spoke last did not see the other."""
        said = self.said.get(card)
        for holder, hand in enumerate(self.table.hands):
            for other in hand if holder != seat else ():
                if other in self.said:
                    theirs = self.said[other]
                    later = said.giver if said and said.when > theirs.when else theirs.giver
                    if later in (holder, seat):
                        self.said[other] = theirs._replace(kept=theirs.kept | face)

    def _waited(self, seat: int, played: CardId | None) -> None:
        """Somebody acted: what others waited for has come, or will not come."""
        waits, self.waits = self.waits, []
        for wait in waits:
            if wait.holder != seat:
                self.waits.append(wait)
            elif played == wait.card:
                if wait.blind and 1 << self.faces[played] == wait.face:
                    self._came(wait, waits)
            elif not wait.face & self.board.fitting or played is not None:
                self.waits.append(wait)
            else:
                self._failed(wait)

    def _came(self, wait: Wait, waits: list[Wait]) -> None:
        """A card was played blindly: the clue was about what follows."""
        then = 0
        for other in waits:
            if (other.card, other.focus) == (wait.card, wait.focus):
                then |= other.then
        self.think[wait.focus] = self.think[wait.focus] & then or self.think[wait.focus]

    def _failed(self, wait: Wait) -> None:
        """A card could have been played and was not: the clue was about something else."""
        rest = self.think[wait.focus] & ~wait.then
        self.think[wait.focus] = rest or self.think[wait.focus]
        if wait.card in self.called and self.think[wait.card] == wait.face:
            self.uncall(wait.card)
            self.think[wait.card] = self.may[wait.card]
