import { describe, expect, test } from 'vitest';
import { english, isText, leavesOf, others, said } from './i18n-help';

/** Rightly the same as in English. */
const SAME: Record<(typeof others)[number], readonly string[]> = {
  fr: [
    'menu',
    'variants.base.0',
    'variants.base+bouquet.0',
    'variants.own5.0',
    'variants.wild10.0',
    'variants.base+tiles.0',
    'variants.wild10+tiles.0',
    'feel.switches.notifications.0',
    'options.title',
    'options.switches.bouquet.0',
    'help.switches.bouquet.0',
    'games.scores',
    'table.note',
  ],
  es: ['bot', 'front.bots'],
  pl: ['menu', 'bot'],
  cs: [],
  sv: ['fireworkMost', 'feel.switches.vibration.0'],
};
/** It puts nothing of its own into the text. */
const SAME_IN_ALL = ['is'];

/** A win may shout. */
const TRIUMPH = /^verdict\.(25|30)$|^verdictBouquet$/;

const texts = [...english].flatMap(([path, word]) => (typeof word === 'string' ? [path] : []));
const places = (text: unknown): string[] => (String(text).match(/\{\w+\}/g) ?? []).sort();

test('there is something to compare', () => {
  expect(texts.length).toBeGreaterThan(200);
  expect(english.size - texts.length).toBeGreaterThan(30);
});

describe.each(others)('%s', (language) => {
  const words = leavesOf[language];

  test('has every word of English, and no other', () => {
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, word] of english) expect(typeof words.get(path), path).toBe(typeof word);
  });

  test('has no word left in English', () => {
    const same = [...english.keys()].filter((path) => {
      const [mine, theirs] = [said(words, path).join('\n'), said(english, path).join('\n')];
      return /\p{L}/u.test(mine) && mine === theirs;
    });
    const allowed = (path: string) => SAME_IN_ALL.includes(path) || SAME[language].includes(path);
    expect(same.filter((path) => !allowed(path))).toEqual([]);
    expect(
      SAME[language].filter((path) => !same.includes(path)),
      'no longer the same',
    ).toEqual([]);
  });

  test('has the same places in its templates', () => {
    for (const path of texts) expect(places(words.get(path)), path).toEqual(places(english.get(path)));
  });
});

describe.each(Object.entries(leavesOf))('%s', (_, words) => {
  const every = (check: (text: string, path: string) => void): void => {
    for (const path of words.keys()) for (const text of said(words, path)) check(text, path);
  };

  test('says something for every number', () => {
    every((text, path) => expect(text, path).toSatisfy(isText));
  });

  test('has no stray space, straight quote or three dots', () => {
    every((text, path) => expect(text, path).not.toMatch(/^ | $| {2}| [.,]|['"]|\.\.\./));
  });

  test('shouts in triumph only', () => {
    const loud = [...words.keys()].filter((path) => said(words, path).join('').includes('!'));
    expect(loud.filter((path) => !TRIUMPH.test(path))).toEqual([]);
    expect(loud).toContain('verdict.25');
  });
});

test('French keeps its punctuation on the line', () => {
  for (const path of leavesOf.fr.keys())
    for (const text of said(leavesOf.fr, path)) {
      expect(text, path).not.toMatch(/[\p{L}\d)}][:;!?](\s|$)| [:;!?»]|« /u);
      expect(text, path).not.toMatch(/\u202f:|\u00a0[;!?]/);
    }
});

test('Spanish opens what it closes', () => {
  const count = (text: string, sign: string): number => text.split(sign).length - 1;
  for (const path of leavesOf.es.keys())
    for (const text of said(leavesOf.es, path)) {
      expect(count(text, '¿'), path).toBe(count(text, '?'));
      expect(count(text, '¡'), path).toBe(count(text, '!'));
    }
});
