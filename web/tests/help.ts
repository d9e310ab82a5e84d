/** Tables for tests: those of the fixtures, and a small one made by hand. */

import { flushSync, mount, unmount, type Component } from 'svelte';
import { followLinks } from '../src/lib/router.svelte';
import type { Card, Play, Suit, TableIs } from '../src/lib/wire';

const files = import.meta.glob<TableIs[]>('../fixtures/*.json', { eager: true, import: 'default' });

export const FIXTURES = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''));

export function fixture(name: string): TableIs[] {
  const found = files[`../fixtures/${name}.json`];
  if (!found) throw new Error(`no fixture ${name}`);
  return found;
}

export function lastOf(name: string): TableIs & { play: Play } {
  const table = fixture(name).at(-1);
  if (!table?.play) throw new Error(`no game in ${name}`);
  return { ...table, play: table.play };
}

const ten = [3, 2, 2, 2, 1];
const names = ['red', 'yellow', 'green', 'white', 'blue'] as const;

export const wildSuits: Suit[] = [
  ...names.map((name, n) => ({ name, letter: name.charAt(0), order: [1, 2, 3, 4, 5], copies: ten, touched_by: [n] })),
  { name: 'multicolour', letter: 'm', order: [1, 2, 3, 4, 5], copies: ten, touched_by: [0, 1, 2, 3, 4] },
  { name: 'black', letter: 'k', order: [5, 4, 3, 2, 1], copies: ten.toReversed(), touched_by: [] },
];
export const suits = wildSuits.slice(0, 5);

export function play(over: Partial<Play> = {}): Play {
  const open = (id: number, suit: number, value: number): Card => ({
    id,
    suit,
    value,
    suits: [0, 1, 2, 3, 4],
    values: [1, 2, 3, 4, 5],
  });
  return {
    suits,
    colours: [...names],
    values: 5,
    hands: [
      [{ id: 0 }, { id: 1 }],
      [open(2, 0, 1), open(3, 2, 1)],
      [open(4, 2, 4), open(5, 4, 5)],
    ],
    to_move: 0,
    turn: 1,
    fireworks: [0, 0, 0, 0, 0],
    dead: [],
    discard_pile: [],
    clue_tokens: 8,
    most_clue_tokens: 8,
    mistakes: 0,
    most_mistakes: 3,
    deck_left: 44,
    turns_after: null,
    tile: null,
    tiles_left: 0,
    score: 0,
    max_score: 25,
    reachable: 25,
    legal: [
      { do: 'play', card: 0 },
      { do: 'play', card: 1 },
      { do: 'colour', to: 1, colour: 0 },
      { do: 'value', to: 1, value: 1 },
    ],
    events: [],
    events_from: 0,
    game: 1,
    taken_back: 0,
    over: null,
    address: null,
    ...over,
  };
}

/** A component on an otherwise empty page, and the way to take it off again. */
export function show<P extends Record<string, unknown>>(component: Component<P>, props: P): () => void {
  document.body.innerHTML = '';
  const shown = mount(component, { target: document.body, props });
  flushSync();
  return () => void unmount(shown);
}

export function button(name: string | RegExp): HTMLButtonElement {
  const fits = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
  const found = [...document.querySelectorAll('button')].find((one) =>
    fits((one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/\s+/g, ' ').trim()),
  );
  if (!found) throw new Error(`no button ${name}`);
  return found;
}

export function click(name: string | RegExp): void {
  button(name).click();
  flushSync();
}

/** A page whose links lead where the app's router would go; returns how to leave it. */
export function showPage<Props extends { go: (to: string) => void }>(page: Component<Props>, props: Props): () => void {
  const follow = followLinks(props.go);
  document.addEventListener('click', follow);
  const leave = show(page, props);
  return () => {
    document.removeEventListener('click', follow);
    leave();
  };
}
