/** The client's notation and figures, against those of the rules (`tools/variant_cases.py`). */

import { describe, expect, test } from 'vitest';
import {
  CLUES,
  figures,
  isVariant,
  MISTAKES,
  MULTICOLOURS,
  notation,
  parse,
  PLAYERS,
  STANDARD,
  type Variant,
} from '../src/lib/variant';
import cases from './variants.json';

const presets = Object.fromEntries(cases.presets as [string, string][]);

function parsed(text: string): Variant {
  const found = parse(text, presets);
  if (!isVariant(found)) throw new Error(`${text}: ${found.wrong}`);
  return found;
}

const flags = [false, true] as const;
const all: Variant[] = [null, ...MULTICOLOURS].flatMap((multicolour) =>
  flags.flatMap((black) =>
    flags.flatMap((tiles) =>
      flags.flatMap((announce) =>
        flags.flatMap((bouquet) =>
          flags.flatMap((noempty) =>
            MISTAKES.flatMap((mistakes) =>
              CLUES.map((clues) => ({ multicolour, black, tiles, announce, bouquet, noempty, mistakes, clues })),
            ),
          ),
        ),
      ),
    ),
  ),
);

describe('notation', () => {
  test('presets mean what the rules say', () => {
    expect(cases.presets).toHaveLength(32);
    for (const [name, variant] of cases.presets as [string, string][]) expect(notation(parsed(name))).toBe(variant);
  });

  test('words in any order, as the rules write them', () => {
    for (const [spelt, canonical] of cases.spellings as [string, string][])
      expect(notation(parsed(spelt))).toBe(canonical);
  });

  test('there and back for every option set, each with a notation of its own', () => {
    for (const variant of all) expect(parsed(notation(variant))).toEqual(variant);
    expect(new Set(all.map(notation)).size).toBe(2400);
  });

  test('what the rules refuse is refused here', () => {
    for (const text of cases.wrong) expect([text, isVariant(parse(text, presets))]).toEqual([text, false]);
  });

  test('a refusal says why, and which words', () => {
    expect(parse('wild10+rainbow')).toEqual({ wrong: 'unknown', words: ['rainbow'] });
    expect(parse('own5+black+wild5')).toEqual({ wrong: 'two-multicolours', words: ['own5', 'wild5'] });
    expect(parse('mistakes=1+mistakes=2')).toEqual({ wrong: 'twice', words: ['mistakes'] });
    expect(parse('base+black')).toEqual({ wrong: 'base-and-more', words: ['black'] });
    expect(parse('')).toEqual({ wrong: 'empty-word', words: [] });
    expect(parse('x'.repeat(201))).toEqual({ wrong: 'too-long', words: [] });
  });

  test('a preset stands alone, and no property of an object is one', () => {
    expect(parse('constructor', presets)).toEqual({ wrong: 'unknown', words: ['constructor'] });
    expect(parse('fr:all+tiles', presets)).toEqual({ wrong: 'unknown', words: ['fr:all'] });
  });
});

test('figures of every option set, for two to five players', () => {
  const known = new Map(
    (cases.figures as [string, number, ...number[]][]).map(([suits, players, ...numbers]) => [
      `${suits} ${players}`,
      numbers,
    ]),
  );
  for (const variant of all) {
    const suits = notation({ ...STANDARD, multicolour: variant.multicolour, black: variant.black });
    for (const players of PLAYERS) {
      const { hand, cards, fireworks, maxScore } = figures(variant, players);
      expect([hand, cards, fireworks, maxScore]).toEqual(known.get(`${suits} ${players}`));
    }
  }
  expect(known.size).toBe(40);
});
