import { describe, expect, test } from 'vitest';
import { faceDown, possibilities, type Possible } from '../src/lib/counting';
import { knowledge } from '../src/lib/told';
import type { Card, Face } from '../src/lib/wire';
import { fixture, lastOf, play, wildSuits } from './help';

const every = [1, 2, 3, 4, 5];
const own = (id: number, suits = [0, 1, 2, 3, 4], values = every): Card => ({ id, suits, values });
const of = (found: Map<number, Possible[]>, id: number): Record<string, number> =>
  Object.fromEntries((found.get(id) ?? []).map(({ face, left }) => [face.join('-'), left]));
const times = (count: number, face: Face): Face[] => Array.from({ length: count }, () => face);

describe('what is unseen', () => {
  test('at the start: all that the others do not hold', () => {
    const game = play({
      hands: [
        [own(0)],
        [
          { id: 1, suit: 0, value: 1 },
          { id: 2, suit: 4, value: 5 },
        ],
      ],
    });
    const found = of(possibilities(game, 0), 0);
    expect(found['0-1']).toBe(2);
    expect(found['0-2']).toBe(2);
    expect(found['4-5']).toBeUndefined(); // the only one
    expect(Object.keys(found)).toHaveLength(24);
  });

  test('placed and discarded cards are seen', () => {
    const game = play({
      hands: [[own(0, [2])], []],
      fireworks: [0, 0, 3, 0, 0],
      discard_pile: [
        [2, 1],
        [2, 2],
      ],
    });
    expect(of(possibilities(game, 0), 0)).toEqual({ '2-1': 1, '2-3': 1, '2-4': 2, '2-5': 1 });
  });

  test('black is built downwards: the first placed is the 5', () => {
    const game = play({ suits: wildSuits, hands: [[own(0, [6])], []], fireworks: [0, 0, 0, 0, 0, 0, 2] });
    expect(of(possibilities(game, 0), 0)).toEqual({ '6-1': 1, '6-2': 2, '6-3': 2, '6-4': 1, '6-5': 2 });
  });

  test('a card that was told red may be multicolour', () => {
    const game = play({ suits: wildSuits, hands: [[own(0, [0, 5], [5])], [{ id: 1, suit: 0, value: 5 }]] });
    expect(of(possibilities(game, 0), 0)).toEqual({ '5-5': 1 });
  });
});

describe('own cards count too', () => {
  test('a card that can be one thing only is that thing, and no other card is its last copy', () => {
    const game = play({ hands: [[own(0, [0], [5]), own(1, [0])], []] });
    const found = possibilities(game, 0);
    expect(of(found, 0)).toEqual({ '0-5': 1 });
    expect(of(found, 1)).toEqual({ '0-1': 3, '0-2': 2, '0-3': 2, '0-4': 2 });
  });

  test('and so on: one settled card settles the next', () => {
    const game = play({
      hands: [[own(0, [0], [4]), own(1, [0], [4, 5]), own(2, [0], [5, 3])], []],
      discard_pile: [[0, 4]],
    });
    const found = possibilities(game, 0);
    expect([0, 1, 2].map((id) => of(found, id))).toEqual([{ '0-4': 1 }, { '0-5': 1 }, { '0-3': 2 }]);
  });

  test('two cards with the same two copies leave one for each other', () => {
    const game = play({ hands: [[own(0, [1], [2]), own(1, [1], [2]), own(2, [1], [2, 3])], []] });
    expect(of(possibilities(game, 0), 2)).toEqual({ '1-3': 2 });
  });
});

test('what is lit is narrowed by counting', () => {
  const game = play({
    hands: [[own(0, [3])], []],
    discard_pile: [...times(3, [3, 1]), ...times(2, [3, 2]), ...times(2, [3, 4])],
  });
  const possible = possibilities(game, 0).get(0);
  expect(knowledge(game, own(0, [3]), [], possible).values).toMatchObject({ left: [3, 5], sure: 'some' });
});

test('a teammate’s hand is counted as its holder sees it: face down', () => {
  const game = play({
    hands: [[own(0)], [{ id: 1, suit: 2, value: 5, suits: [2], values: [4, 5] }]],
    discard_pile: times(2, [2, 4]),
  });
  expect(possibilities(game, 1).size).toBe(0);
  expect(of(possibilities(faceDown(game, 1), 1), 1)).toEqual({ '2-5': 1 });
});

test.each(['two', 'three', 'four', 'five', 'seven', 'seven5', 'tile', 'announce'])(
  'in a real game the copies left are those unseen: %s',
  (name) => {
    const { play: game, you } = lastOf(name);
    const seat = you ?? 0;
    const hidden = game.deck_left + (game.hands[seat]?.length ?? 0);
    const blank = { ...game, hands: game.hands.map((hand, n) => (n === seat ? [{ id: -1 }] : hand)) };
    const left = (possibilities(blank, seat).get(-1) ?? []).reduce((sum, one) => sum + one.left, 0);
    expect(left).toBe(hidden);
  },
);

test('the truth is always among the possible: hands laid open at the end', () => {
  let looked = 0;
  for (const name of ['end', 'lost', 'perfect']) {
    const tables = fixture(name);
    const shown = new Map((lastOf(name).play.hands[0] ?? []).map((card) => [card.id, card]));
    for (const { play: game } of tables.slice(0, -1)) {
      const found = game ? possibilities(game, 0) : new Map<number, Possible[]>();
      for (const [id, faces] of found) {
        const card = shown.get(id);
        if (!card) continue;
        expect(faces.map(({ face }: Possible) => face)).toContainEqual([card.suit, card.value]);
        looked++;
      }
    }
  }
  expect(looked).toBeGreaterThan(15);
});
