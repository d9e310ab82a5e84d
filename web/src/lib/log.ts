/** The log of a game: moves in sentences, why bots made them, and what was said in between. */

import type { Words } from './i18n';
import { reasonsIn, type Named } from './replay';
import type { Entry } from './story';
import type { Placed } from './talk';
import type { GameEvent, Line } from './wire';

export type LogItem =
  { kind: 'move'; key: string; entry: Entry; reasons: readonly string[] } | { kind: 'line'; key: string; line: Line };

/** Oldest first. */
export function logOf(
  words: Words,
  named: Named,
  entries: readonly Entry[],
  events: readonly GameEvent[],
  lines: readonly Placed[],
): LogItem[] {
  const items: LogItem[] = [];
  let said = 0;
  const sayUntil = (at: number): void => {
    for (let next = lines[said]; next && next.at <= at; next = lines[++said])
      items.push({ kind: 'line', key: `line${next.key}`, line: next.line });
  };
  entries.forEach((entry, n) => {
    sayUntil(entry.at);
    const reasons = reasonsIn(words, named, events.slice(entry.at, entries[n + 1]?.at));
    items.push({ kind: 'move', key: `move${entry.at}`, entry, reasons });
  });
  sayUntil(Infinity);
  return items;
}
