/** What has changed of a table: put together with what was known, it is the whole table again. */

import type { Play, PlayChanged, TableChanged, TableIs } from './wire';

/** The table after a change; null if something is missing in between. */
export function withChanges(before: TableIs | null, change: TableChanged): TableIs | null {
  if (before?.version !== change.follows) return null;
  const { fields, version, lines = [], play = {} } = change;
  return { ...before, ...fields, version, lines, play: before.play && playWithChanges(before.play, play) };
}

function playWithChanges(before: Play, { fields, hands = {}, discarded = [], events = [] }: PlayChanged): Play {
  const play = { ...before, ...fields };
  return {
    ...play,
    hands: play.hands.map((hand, seat) => hands[seat] ?? hand),
    discard_pile: [...play.discard_pile, ...discarded],
    events,
  };
}
