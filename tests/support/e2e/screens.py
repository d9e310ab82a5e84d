"""All parts of the tour."""

from support.e2e import tour, tour_table
from support.e2e.tour import Part

PARTS: dict[str, Part] = {
    part.__name__: part
    for part in (
        tour.front,
        tour.moving,
        tour.lobby,
        tour.guest,
        tour.games,
        tour.replay,
        tour.nowhere,
        tour.learn,
        tour_table.turn,
        tour_table.tiles,
        tour_table.sheets,
        tour_table.announcing,
        tour_table.sharing,
        tour_table.ends,
    )
}
