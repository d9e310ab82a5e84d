"""Commands that are refused: the client gets a `warning` with the reason."""

NO_SUCH_TABLE = "there is no such table"
NOT_AT_TABLE = "you are not at this table"
NO_GAME = "no game is on at this table"
GAME_RUNNING = "the game at this table has begun already"
TOO_MANY_TABLES = "these were many tables; wait a moment"
TABLE_FULL = "all seats at this table are taken"
FREE_SEAT_BETWEEN = "somebody sits behind a free seat; fill the seats, or close the gap"
TOO_MANY_SPECTATORS = "many people are looking on at this table; try again later"
NO_SHADOWING = "hands of others are not shown here"


class CommandRefused(Exception):
    """A command that is not carried out; the message says why."""
