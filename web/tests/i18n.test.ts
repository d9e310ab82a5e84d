import { describe, expect, test } from 'vitest';
import { codes, english, messagesOf, others, said } from './i18n-help';

/** Rightly the same as in English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  fr: [
    'menu',
    'variants.base.0',
    'variants.base+bouquet.0',
    'variants.own5.0',
    'variants.wild10.0',
    'variants.base+tiles.0',
    'variants.wild10+tiles.0',
    'feel.switches.notifications.0',
    'front.points',
    'options.title',
    'options.switches.bouquet.0',
    'help.switches.bouquet.0',
    'games.scores',
    'table.note',
  ],
  de: ['guest.11', 'lobby.bots.partner.0', 'replay.pause'],
  es: ['bot', 'front.bots'],
  pl: ['menu', 'bot'],
  cs: [],
  sv: ['fireworkMost', 'feel.switches.vibration.0'],
};
/** Words of the international community. */
const SAME_IN_ALL = ['guide.conventions.prompt.0', 'guide.conventions.finesse.0'];

/** A win may shout. */
const TRIUMPH = /^verdict\.(25|30)$|^verdictBouquet$/;

test('there is something to compare', () => expect(english.size).toBeGreaterThan(800));

describe.each(others)('%s', (language) => {
  test('has no word left in English', () => {
    const same = [...messagesOf[language]].flatMap(([path, message]) => {
      const [mine, theirs] = [said(message).join('\n'), said(english.get(path) ?? '').join('\n')];
      return /\p{L}/u.test(mine.replace(/\{\w+\}/g, '')) && mine === theirs ? [path] : [];
    });
    const allowed = [...SAME_IN_ALL, ...(SAME[language] ?? [])];
    expect(same).toEqual(allowed.sort((a, b) => same.indexOf(a) - same.indexOf(b)));
  });
});

describe.each(codes)('%s', (language) => {
  const words = messagesOf[language];
  const every = (check: (text: string, path: string) => void): void => {
    for (const [path, message] of words) for (const text of said(message)) check(text, path);
  };

  test('says something for every number', () => {
    every((text, path) => expect(text.trim(), path).not.toBe(''));
  });

  test('has no stray space, straight quote or three dots', () => {
    every((text, path) => expect(text, path).not.toMatch(/^ | $| {2}| [.,]|['"]|\.\.\./));
  });

  test('shouts in triumph only', () => {
    const loud = [...words].flatMap(([path, message]) => (said(message).join('').includes('!') ? [path] : []));
    expect(loud.filter((path) => !TRIUMPH.test(path))).toEqual([]);
    expect(loud).toContain('verdict.25');
  });
});

test('French keeps its punctuation on the line', () => {
  for (const [path, message] of messagesOf.fr)
    for (const text of said(message)) {
      expect(text, path).not.toMatch(/[\p{L}\d)}][:;!?](\s|$)| [:;!?»]|« /u);
      expect(text, path).not.toMatch(/\u202f:|\u00a0[;!?]/);
    }
});

test('Spanish opens what it closes', () => {
  const count = (text: string, sign: string): number => text.split(sign).length - 1;
  for (const [path, message] of messagesOf.es)
    for (const text of said(message)) {
      expect(count(text, '¿'), path).toBe(count(text, '?'));
      expect(count(text, '¡'), path).toBe(count(text, '!'));
    }
});
