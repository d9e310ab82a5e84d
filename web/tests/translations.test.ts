/** Translations are compiled: what is missing, left over or different in a language stops the build. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { picker, signed } from '../src/lib/i18n/forms';
import { compile, formsOf } from '../tools/words/message.ts';
import { writeWords } from '../tools/words/plugin.ts';
import { readTranslations } from '../tools/words/translations.ts';
import { typescript } from '../tools/words/typescript.ts';

/** What a compiled message says. */
function says(message: string, things: Record<string, unknown>, language = 'en'): string {
  const { code, problems } = compile(message, language);
  expect(problems).toEqual([]);
  const names = Object.keys(things);
  return new Function('pick', 'signed', ...names, `return ${code}`)(
    picker(language),
    signed,
    ...Object.values(things),
  ) as string;
}

describe('a message says', () => {
  test.each([
    ['it’s `plain`', {}, 'it’s `plain`'],
    ['{name} is away.', { name: 'Ada' }, 'Ada is away.'],
    ['{score, number} of {most}', { score: -3, most: 25 }, '−3 of 25'],
    ['{n, plural, =0 {nothing} one {# card} other {# cards}}', { n: 0 }, 'nothing'],
    ['{n, plural, =0 {nothing} one {# card} other {# cards}}', { n: 1 }, '1 card'],
    ['{n, plural, =0 {nothing} one {# card} other {# cards}}', { n: 12 }, '12 cards'],
    ['{n, plural, offset:8 =8 {as usual} one {# more} other {# more}}', { n: 8 }, 'as usual'],
    ['{n, plural, offset:8 =8 {as usual} one {# more} other {# more}}', { n: 11 }, '3 more'],
    [
      'a {suit, select, red {red} blue {blue}} {value, select, 1 {ace} 2 {deuce}}',
      { suit: 'blue', value: 1 },
      'a blue ace',
    ],
  ])('%j with %j', (message, things, text) => {
    expect(says(message, things)).toBe(text);
  });

  test('the form that its language has', () => {
    const cards = (n: number) => says('{n, plural, one {# karta} few {# karty} many {# kart}}', { n }, 'pl');
    expect([1, 3, 5, 22].map(cards)).toEqual(['1 karta', '3 karty', '5 kart', '22 karty']);
  });
});

test('forms are asked for where whole numbers have them', () => {
  expect([...formsOf('pl').keys()].sort()).toEqual(['few', 'many', 'one']);
  expect([...formsOf('cs').keys()].sort()).toEqual(['few', 'one', 'other']);
  expect([...formsOf('es').keys()].sort()).toEqual(['one', 'other']);
});

describe('a folder of translations', () => {
  let folder = '';
  const schema = { order: {}, templates: [], lookups: [], notes: {} };
  const english = { home: 'Home', deck: '{left, plural, one {# card} other {# cards}}', many: ['a {b}', 'c'] };
  const french = { home: 'Accueil', deck: '{left, plural, one {# carte} other {# cartes}}', many: ['un {b}', 'd'] };
  const write = (file: string, data: unknown) => writeFileSync(join(folder, `${file}.json`), JSON.stringify(data));

  /** What is said against a folder with these files. */
  function problems(files: { schema?: object; en?: object; fr?: object }): readonly string[] {
    write('schema', { ...schema, ...files.schema });
    write('en', { ...english, ...files.en });
    write('fr', { ...french, ...files.fr });
    return readTranslations(folder).problems;
  }

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'words-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is well when all agree', () => expect(problems({})).toEqual([]));

  test.each([
    ['a missing word', { en: { more: 'more' } }, 'fr.json: more is missing'],
    ['a missing row', { fr: { many: ['un {b}'] } }, 'fr.json: many.1 is missing'],
    ['a word too many', { fr: { more: 'encore' } }, 'fr.json: more is not in en.json'],
    [
      'a missing form',
      { fr: { deck: '{left, plural, other {# cartes}}' } },
      'fr.json: deck lacks the form “one” for {left}',
    ],
    [
      'a form too many',
      { en: { deck: '{left, plural, one {#} few {#} other {#}}' } },
      'en.json: deck has the form “few” for {left}, which no number takes',
    ],
    ['a lost place', { fr: { many: ['un', 'd'] } }, 'fr.json: many.0 lacks {b}'],
    ['a strange place', { fr: { home: 'Accueil {who}' } }, 'fr.json: home has {who}, which English has not'],
    [
      'other choices',
      { en: { home: '{s, select, a {1} b {2}}' }, fr: { home: '{s, select, a {1} c {2}}' } },
      'fr.json: home has other choices for {s} than English',
    ],
    ['braces that do not close', { fr: { home: '{a' } }, 'fr.json: home is not in ICU’s notation'],
    ['a lonely number sign', { fr: { home: '#' } }, 'fr.json: home has a # that no number stands for'],
    [
      'two places in no order',
      { en: { home: '{a} {b}' }, fr: { home: '{b} {a}' } },
      'schema.json: the order of the places of home',
    ],
    ['a note about nothing', { schema: { notes: { gone: '' } } }, 'schema.json: there is no message gone'],
  ])('complains of %s', (_, files, complaint) => {
    const found = problems(files);
    expect(
      found.some((problem) => problem.startsWith(complaint)),
      found.join('\n'),
    ).toBe(true);
    expect(() => writeWords(folder, join(folder, 'out'))).toThrow(complaint);
  });

  test('a number that only chooses may be left out', () => {
    const en = { home: '{n, plural, one {a card} other {cards}}' };
    expect(problems({ en, fr: { home: 'cartes' } })).toEqual([]);
  });

  test('becomes types and modules', () => {
    const named = {
      en: { tells: '{a} {b}' },
      fr: { tells: '{b} {a}' },
      schema: { order: { tells: ['b', 'a'] }, lookups: ['named'] },
    };
    expect(
      problems({ ...named, en: { ...named.en, named: { x: 'X' } }, fr: { ...named.fr, named: { x: 'Y' } } }),
    ).toEqual([]);
    const files = typescript(readTranslations(folder));
    expect(files.get('types.ts')).toContain('readonly deck: (left: number) => string;');
    expect(files.get('types.ts')).toContain('readonly tells: (b: string | number, a: string | number) => string;');
    expect(files.get('types.ts')).toContain('readonly named: Readonly<Record<string, string>>;');
    expect(files.get('fr.ts')).toContain('tells: (b, a) => `${b} ${a}`');
    writeWords(folder, join(folder, 'out'));
    expect(readFileSync(join(folder, 'out/fr.ts'), 'utf8')).toBe(files.get('fr.ts'));
  });
});
