/** The words of the game are those of the glossary: each language has its column, and none of the words we do not use. */

import { expect, test } from 'vitest';
import glossary from '../translations/glossary.md?raw';
import { languages, type Language } from '../src/lib/i18n/languages';

const sources = Object.entries(
  import.meta.glob<string>('../translations/??.json', { eager: true, import: 'default', query: '?raw' }),
);
const rows = glossary
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const terms = rows.filter((row) => row.length === 7 && row[1] !== '');
const unused = rows.filter((row) => row.length === 3).slice(1);
const codes = Object.keys(languages) as Language[];

test('every term has a word in every language', () => {
  expect(terms.length).toBeGreaterThan(40);
  expect(terms.filter((row) => row.includes(''))).toEqual([]);
});

test.each(unused)('%s: not “%s” but “%s”', (language, word) => {
  expect(codes).toContain(language);
  const wrong = new RegExp(`(?<!\\p{L})${word}`, 'iu');
  const files = sources.filter(([path]) => path.endsWith(`/${language}.json`));
  expect(files.length).toBe(1);
  expect(files.filter(([, text]) => wrong.test(text)).map(([path]) => path)).toEqual([]);
});
