import { describe, expect, test } from 'vitest';
import { knowledgeWords } from '../src/lib/describe';
import { heardOf, type Heard } from '../src/lib/history';
import { words } from '../src/lib/i18n';
import { knowledge } from '../src/lib/told';
import type { Card, Clue, GameEvent, Play } from '../src/lib/wire';
import { fixture, lastOf, play, wildSuits } from './help';

const game = play();
const wild = play({ suits: wildSuits });

const colour = (one: number): Clue => ({ do: 'colour', to: 0, colour: one });
const value = (one: number): Clue => ({ do: 'value', to: 0, value: one });
const heard = (clue: Clue, touched = true): Heard => ({ at: 0, turn: 1, from: 1, clue, touched });

describe('what is known of a card', () => {
  test.each<[string, Play, Partial<Card>, Heard[], [string, number[]], [string, number[]]]>([
    ['nothing', game, {}, [], ['open', [0, 1, 2, 3, 4]], ['open', [1, 2, 3, 4, 5]]],
    ['a colour that was said', game, { suits: [2] }, [heard(colour(2))], ['told', [2]], ['open', [1, 2, 3, 4, 5]]],
    ['a value that was said', game, { values: [5] }, [heard(value(5))], ['open', [0, 1, 2, 3, 4]], ['told', [5]]],
    [
      'a value that is left when the others are excluded',
      game,
      { values: [5] },
      [1, 2, 3, 4].map((one) => heard(value(one), false)),
      ['open', [0, 1, 2, 3, 4]],
      ['inferred', [5]],
    ],
    ['two suits', game, { suits: [0, 4] }, [], ['some', [0, 4]], ['open', [1, 2, 3, 4, 5]]],
    [
      'red, where it may be multicolour',
      wild,
      { suits: [0, 5] },
      [heard(colour(0))],
      ['some', [0, 5]],
      ['open', [1, 2, 3, 4, 5]],
    ],
    [
      'red that another clue parted from multicolour',
      wild,
      { suits: [0] },
      [heard(colour(0)), heard(colour(1), false)],
      ['inferred', [0]],
      ['open', [1, 2, 3, 4, 5]],
    ],
    [
      'multicolour, which two colours point at',
      wild,
      { suits: [5] },
      [heard(colour(0)), heard(colour(1))],
      ['told', [5]],
      ['open', [1, 2, 3, 4, 5]],
    ],
    [
      'said before the events begin',
      game,
      { suits: [1], pointed_at: true },
      [],
      ['told', [1]],
      ['open', [1, 2, 3, 4, 5]],
    ],
  ])('%s', (_, rules, card, clues, suits, values) => {
    const known = knowledge(rules, { id: 1, ...card }, clues);
    expect([known.suits.sure, known.suits.left]).toEqual(suits);
    expect([known.values.sure, known.values.left]).toEqual(values);
  });

  test('every suit and every value of the game has its place', () => {
    const known = knowledge(wild, { id: 1, suits: [6], values: [2, 3] });
    expect(known.suits.every).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(known.values.every).toEqual([1, 2, 3, 4, 5]);
  });

  test('counting excludes more, and what is left by it was not said', () => {
    const known = knowledge(game, { id: 1, suits: [3] }, [heard(colour(3))], [{ face: [3, 5], left: 1 }]);
    expect([known.suits.sure, known.values.sure, known.values.left]).toEqual(['told', 'inferred', [5]]);
  });
});

describe('in words', () => {
  const said = (rules: Play, card: Partial<Card>, clues: Heard[] = []): string =>
    knowledgeWords(words, rules, knowledge(rules, { id: 1, ...card }, clues));

  test.each<[string, Play, Partial<Card>, Heard[]]>([
    ['nothing so far', game, {}, []],
    ['red or blue, not 1', game, { suits: [0, 4], values: [2, 3, 4, 5] }, []],
    ['told white, not 1 or 5', game, { suits: [3], values: [2, 3, 4] }, [heard(colour(3))]],
    ['red or multicolour, told 3', wild, { suits: [0, 5], values: [3] }, [heard(colour(0)), heard(value(3))]],
    ['told 2', game, { values: [2] }, [heard(value(2))]],
    ['must be green', game, { suits: [2] }, [heard(colour(0), false)]],
  ])('%s', (expected, rules, card, clues) => expect(said(rules, card, clues)).toBe(expected));
});

describe('what a holder has heard', () => {
  const clued = (seat: number, clue: Clue, cards: number[]): GameEvent => ({
    event: 'clued',
    seat,
    clue,
    cards,
    free: false,
  });
  const passed: GameEvent = { event: 'turn-passed', to: 0 };
  const events: GameEvent[] = [
    clued(1, value(1), [0]),
    passed,
    clued(2, { ...value(3), to: 1 }, [2]),
    passed,
    { event: 'discarded', seat: 0, card: 0, face: [0, 1] },
    { event: 'drew', seat: 0, card: 9 },
    passed,
    clued(1, colour(2), [9]),
  ];
  const found = heardOf(events, [[{ id: 1 }, { id: 9 }], [{ id: 2 }]]);

  test('from whom, in which turn, and whether it pointed at the card', () => {
    expect(found.get(1)).toEqual([
      { at: 0, turn: 1, from: 1, clue: value(1), touched: false },
      { at: 7, turn: 4, from: 1, clue: colour(2), touched: false },
    ]);
    expect(found.get(2)).toMatchObject([{ turn: 2, from: 2, touched: true }]);
  });

  test('nothing of what was said before the card was drawn', () => {
    expect(found.get(9)).toMatchObject([{ turn: 4, touched: true }]);
  });

  test.each(['three', 'four', 'five', 'seven5', 'announce'])('in a real game it explains what is known: %s', (name) => {
    const { play: last } = lastOf(name);
    const all = fixture(name).flatMap((table) => table.play?.events ?? []);
    const explained = heardOf(all, last.hands);
    const pointed = last.hands.flat().filter((card) => card.pointed_at);
    expect(pointed.length).toBeGreaterThan(0);
    for (const card of pointed) {
      const touching = explained.get(card.id)?.filter(({ touched }) => touched) ?? [];
      for (const { clue } of touching)
        if (clue.do === 'value') expect(card.values).toEqual([clue.value]);
        else expect(card.suits?.every((suit) => last.suits[suit]?.touched_by.includes(clue.colour))).toBe(true);
    }
  });
});
