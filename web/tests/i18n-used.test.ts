/** Every word is used somewhere: what nobody reads is not written in every language. */

import { expect, test } from 'vitest';
import { all } from './i18n-help';

const sources = import.meta.glob<string>(['../src/**/*.{ts,svelte}', '!../src/lib/i18n/messages/**'], {
  eager: true,
  import: 'default',
  query: '?raw',
});
const files = Object.values(sources);
const PARTS = [
  'because',
  'feel',
  'front',
  'games',
  'guide',
  'help',
  'intro',
  'lobby',
  'options',
  'replay',
  'table',
  'talk',
];

/** `words.home`, or `{ home } = words`. */
const names = (file: string, word: string): boolean =>
  new RegExp(`words\\.${word}\\b|\\{[^{}]*\\b${word}\\b[^{}]*\\}(: Words|: Messages| = words)\\b`).test(file);

/** A word of a part is named in a file that names the part. */
const isUsed = ([word, inside]: readonly string[]): boolean =>
  files.some((file) => names(file, word ?? '') && (inside === undefined || file.includes(`.${inside}`)));

const paths = Object.entries(all.en).flatMap(([name, word]) =>
  PARTS.includes(name) ? Object.keys(word).map((inside) => [name, inside]) : [[name]],
);

test('there are words to look for', () => {
  expect(files.length).toBeGreaterThan(90);
  expect(paths.filter(({ length }) => length === 2).length).toBeGreaterThan(200);
  expect(paths.length).toBeGreaterThan(350);
});

test('no word is left over', () => {
  expect(paths.filter((path) => !isUsed(path)).map((path) => path.join('.'))).toEqual([]);
});
