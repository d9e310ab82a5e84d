"""The universe: every action one can think of, and what legality must say about each."""

from collections.abc import Iterator

from tamaya.rules import (
    Action,
    CardId,
    ColourClue,
    Discard,
    Face,
    Forgo,
    Options,
    Play,
    Reason,
    Seat,
    State,
    Table,
    Take,
    ValueClue,
    View,
    legal_actions,
    refusal,
    view,
)


def universe(table: Table) -> Iterator[Action]:
    """Every action one can think of in this game, nonsense included."""
    options = table.options
    cards = sorted({-1, *table.hands[table.to_move], *table.hands[table.to_move - 1], table.drawn})
    for number in cards:
        yield Discard(CardId(number))
        yield Play(CardId(number))
    for number in cards if options.announce else cards[:2]:
        for suit in range(-1, len(options.suits) + 1):
            yield Play(CardId(number), suit)
    for seat in range(-1, options.players + 1):
        for colour in range(-1, len(options.colours) + 1):
            yield ColourClue(Seat(seat), colour)
        for value in range(options.values + 2):
            yield ValueClue(Seat(seat), value)
    for face in nonsense(options):
        yield Take(face)
    for face in options.copies:
        yield Take(face)
    yield Forgo()


def nonsense(options: Options) -> Iterator[Face]:
    """Faces that no card shows."""
    yield from (Face(-1, 1), Face(len(options.suits), 1), Face(0, 0), Face(0, options.values + 1))


def check_refusals(mover: View) -> dict[Action, Reason | None]:
    """What is refused is exactly what is not listed."""
    listed = legal_actions(mover)
    assert len(set(listed)) == len(listed)
    verdicts = {action: refusal(mover, action) for action in universe(mover.table)}
    allowed = {action for action, reason in verdicts.items() if reason is None}
    assert allowed == set(listed)
    assert bool(listed) == (mover.table.outcome is None)
    return verdicts


def check_waiting_seats(state: State) -> None:
    """Nobody else may do anything."""
    for seat in range(state.table.options.players):
        if seat != state.table.to_move:
            other = view(state, Seat(seat))
            assert legal_actions(other) == ()
            expected = Reason.GAME_OVER if state.table.outcome else Reason.NOT_YOUR_TURN
            assert refusal(other, Forgo()) is expected
