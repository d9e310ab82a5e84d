/** What a key means at the table. The letters are the same in every language. */

import type { SuitName } from './wire';

export type Meaning =
  | { key: 'play' | 'discard' | 'cancel' | 'help' | 'about' | 'empathy' }
  | { key: 'left' | 'right' | 'turn' | 'note' | 'back' }
  | { key: 'value'; value: number }
  | { key: 'suit'; suit: SuitName }
  | { key: 'move'; group: number; step: number };

export type KeyName =
  | 'move'
  | 'choose'
  | 'play'
  | 'discard'
  | 'value'
  | 'colour'
  | 'order'
  | 'turn'
  | 'note'
  | 'back'
  | 'about'
  | 'empathy'
  | 'next'
  | 'cancel'
  | 'help';

/** The list that `?` shows; single keys can be switched off. */
export const KEYS: readonly { name: KeyName; keys: string; single?: true }[] = [
  { name: 'move', keys: '← → ↑ ↓' },
  { name: 'choose', keys: 'Enter' },
  { name: 'play', keys: 'p', single: true },
  { name: 'discard', keys: 'd', single: true },
  { name: 'value', keys: '1 – 5', single: true },
  { name: 'colour', keys: 'r y g w b m k', single: true },
  { name: 'order', keys: ', .', single: true },
  { name: 'turn', keys: 't', single: true },
  { name: 'note', keys: 'n', single: true },
  { name: 'back', keys: '[ ]', single: true },
  { name: 'about', keys: 'i', single: true },
  { name: 'empathy', keys: 'e', single: true },
  { name: 'next', keys: 'Tab' },
  { name: 'cancel', keys: 'Esc' },
  { name: 'help', keys: '?' },
];

const ALWAYS: Record<string, Meaning> = {
  ArrowLeft: { key: 'move', group: 0, step: -1 },
  ArrowRight: { key: 'move', group: 0, step: 1 },
  ArrowUp: { key: 'move', group: -1, step: 0 },
  ArrowDown: { key: 'move', group: 1, step: 0 },
  Escape: { key: 'cancel' },
  '?': { key: 'help' },
};

const SINGLE: Record<string, Meaning> = {
  p: { key: 'play' },
  d: { key: 'discard' },
  r: { key: 'suit', suit: 'red' },
  y: { key: 'suit', suit: 'yellow' },
  g: { key: 'suit', suit: 'green' },
  w: { key: 'suit', suit: 'white' },
  b: { key: 'suit', suit: 'blue' },
  m: { key: 'suit', suit: 'multicolour' },
  k: { key: 'suit', suit: 'black' },
  ',': { key: 'left' },
  '.': { key: 'right' },
  t: { key: 'turn' },
  n: { key: 'note' },
  '[': { key: 'back' },
  ']': { key: 'back' },
  i: { key: 'about' },
  e: { key: 'empathy' },
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function meaning(event: Pressed, single = true): Meaning | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const always = ALWAYS[event.key];
  if (always || !single) return always ?? null;
  if (/^[1-9]$/.test(event.key)) return { key: 'value', value: Number(event.key) };
  return SINGLE[event.key.toLowerCase()] ?? null;
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
