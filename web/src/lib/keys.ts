/** What a key means at the table. The letters are the same in every language. */

import type { ColourName, SuitName } from './wire';

export type Meaning =
  | { key: 'play' | 'discard' | 'cancel' | 'help' | 'confirm' }
  | { key: 'value'; value: number }
  | { key: 'suit'; suit: SuitName }
  | { key: 'move'; group: number; step: number };

const LETTERS: Record<string, ColourName | 'black'> = {
  r: 'red',
  y: 'yellow',
  g: 'green',
  w: 'white',
  b: 'blue',
  m: 'multicolour',
  k: 'black',
};

const ARROWS: Record<string, readonly [group: number, step: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function meaning(event: Pressed): Meaning | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const arrow = ARROWS[event.key];
  if (arrow) return { key: 'move', group: arrow[0], step: arrow[1] };
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^[1-9]$/.test(key)) return { key: 'value', value: Number(key) };
  const suit = LETTERS[key];
  if (suit) return { key: 'suit', suit };
  switch (key) {
    case 'p':
      return { key: 'play' };
    case 'd':
      return { key: 'discard' };
    case 'Escape':
      return { key: 'cancel' };
    case '?':
      return { key: 'help' };
    default:
      return null;
  }
}

/** Move the focus among teammates and own cards: sideways inside a row, up and down between rows. */
export function moveFocus(group: number, step: number): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-nav]')];
  const rows = rowsOf(all);
  const row = rows.findIndex((one) => one.includes(document.activeElement as HTMLElement));
  if (row < 0) {
    (all.find((one) => one.dataset.nav === 'own') ?? all[0])?.focus();
    return;
  }
  const here = rows[row] ?? [];
  const place = here.indexOf(document.activeElement as HTMLElement);
  const there = rows[row + group] ?? here;
  const next = group ? Math.min(place, there.length - 1) : (place + step + here.length) % here.length;
  there[next]?.focus();
}

/** Elements in rows as they are seen, from the top. */
function rowsOf(all: readonly HTMLElement[]): HTMLElement[][] {
  const rows = new Map<number, HTMLElement[]>();
  for (const one of all) {
    const top = Math.round(one.getBoundingClientRect().top / 24);
    rows.set(top, [...(rows.get(top) ?? []), one]);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}
