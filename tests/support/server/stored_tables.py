"""Tables in a store with finished games, for tests of what operators do."""

from support.server.rooms import HOST, NAMES, PEOPLE, chance
from tamaya.server.room import decisions, log_rows, messages, room
from tamaya.server.store import game_records
from tamaya.server.store.store import Store

Messages = list[tuple[str, messages.FromClient]]


async def play(store: Store, table: str, people: int, at: int, seed: int) -> str:
    """A table of people and a bot where a game was played and talked about; its address."""
    luck, players = chance(seed), max(people, 2)
    settings = log_rows.Settings(players=players, first=0, talk="chat")
    log: list[log_rows.Row] = [decisions.open_table(HOST, settings)]
    now = room.fold(None, log[0])
    said: Messages = [(who, messages.Sit(n, NAMES[n])) for n, who in enumerate(PEOPLE[:people])]
    said += [(HOST, messages.SeatBot(seat, "random")) for seat in range(people, players)]
    said += [(HOST, messages.Begin()), (HOST, messages.Note(0, "a five of Ada's"))]
    said += [(HOST, messages.Say("this is Ada speaking")), (HOST, messages.End(players + 1))]
    for who, message in said:
        if isinstance(message, messages.End):
            message = messages.End(now.version)  # noqa: PLW2901 - of the moment
        for row in decisions.decide(now, who, message, luck):
            log.append(row)
            now = room.fold(now, row)
    bodies = [log_rows.encode(row) for row in log]
    follows = list(game_records.derive_from_log((at, body) for body in bodies))
    for seq, (body, also) in enumerate(zip(bodies, follows, strict=True)):
        await store.append(table, seq, [body], at, also)
    assert now.dealt is not None
    return now.dealt.id
