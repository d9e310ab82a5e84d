import { expect, test } from 'vitest';
import { toldWords } from '../src/lib/describe';
import { words } from '../src/lib/i18n';
import { told } from '../src/lib/told';
import { play, wildSuits } from './help';

const game = play();

test.each([
  ['nothing told', {}, [], [], [], []],
  ['everything possible', { suits: [0, 1, 2, 3, 4], values: [1, 2, 3, 4, 5] }, [], [], [], []],
  ['a suit known', { suits: [2], values: [1, 2, 3, 4, 5] }, [2], [], [], []],
  ['one of two suits', { suits: [0, 4] }, [0, 4], [], [], []],
  ['a value known', { values: [5] }, [], [5], [], []],
  ['not these', { suits: [1, 2, 3], values: [2, 3, 4] }, [], [], [0, 4], [1, 5]],
])('%s', (_, card, isSuits, isValues, notSuits, notValues) => {
  expect(told(game, { id: 1, ...card })).toEqual({ suits: isSuits, values: isValues, notSuits, notValues });
});

test('a card pointed at by red in a game with wild cards is red or multicolour', () => {
  const wild = play({ suits: wildSuits });
  expect(toldWords(words, wild, { id: 1, suits: [0, 5], values: [3] })).toBe('red or multicolour, 3');
});

test('what a card is not is said after what it is', () => {
  expect(toldWords(words, game, { id: 1, suits: [3], values: [2, 3, 4] })).toBe('white, not 1 or 5');
  expect(toldWords(words, game, { id: 1 })).toBe('nothing so far');
});
