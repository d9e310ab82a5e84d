/** Who sat where when: the log names those who acted, also after they have left. */

import { placesOf, type Lines } from './talk';

/** The name of who sat on a seat when so many events had happened. */
export type NameAt = (seat: number, at: number) => string;

/** From what happened beside the game; `now` names who sits there today. */
export function nameAt(lines: Lines, game: number, now: (seat: number) => string): NameAt {
  const before = lines.lines.filter((line) => line.game < game).map((line) => ({ line, at: 0 }));
  const told = [...before, ...placesOf(lines, game)];
  const ofSeat = [0, 1, 2, 3, 4].map((seat) => told.filter(({ line }) => line.seat === seat));
  return (seat, at) => {
    const here = ofSeat[seat] ?? [];
    const last = here.findLast((one) => one.at <= at && one.line.kind !== 'left');
    if (last) return last.line.name;
    // older lines are forgotten: whoever is told of next was there already, unless they sat down then
    const next = here.find((one) => one.at > at);
    return next && next.line.kind !== 'seated' ? next.line.name : now(seat);
  };
}
