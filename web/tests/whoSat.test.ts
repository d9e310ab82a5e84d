import { expect, test } from 'vitest';
import { nameAt } from '../src/lib/whoSat';
import type { Line, LineKind } from '../src/lib/wire';

const line = (kind: LineKind, name: string, game: number, event: number, seat = 1): Line => ({
  kind,
  seat,
  name,
  game,
  event,
});
const now = (seat: number): string => `now ${seat}`;
const names = (lines: Line[], events: number[], from = 0): string[] => {
  const name = nameAt({ from, lines }, 2, now);
  return events.map((at) => name(1, at));
};

test('whoever sits there, if nothing is known', () => {
  expect(names([], [0, 7])).toEqual(['now 1', 'now 1']);
  expect(names([line('seated', 'Cleo', 0, 0, 2)], [3])).toEqual(['now 1']);
});

test('one after the other: the seat is free in between, and nobody acts then', () => {
  const lines = [
    line('seated', 'Bo', 0, 0),
    line('left', 'Bo', 2, 4),
    line('seated', 'Eva', 2, 4),
    line('left', 'Eva', 2, 9),
  ];
  expect(names(lines, [0, 3, 4, 8, 9])).toEqual(['Bo', 'Bo', 'Eva', 'Eva', 'Eva']);
});

test('a bot that takes the place of somebody', () => {
  expect(names([line('seated', 'Bo', 1, 30), line('seated', 'Hana', 2, 5)], [4, 5])).toEqual(['Bo', 'Hana']);
});

test('older lines are forgotten: what is told next says who was there', () => {
  expect(names([line('said', 'Bo', 2, 6), line('left', 'Bo', 2, 8)], [2, 7], 300)).toEqual(['Bo', 'Bo']);
  expect(names([line('left', 'Bo', 2, 8)], [2], 300)).toEqual(['Bo']);
  expect(names([line('seated', 'Eva', 2, 8)], [2, 8], 300)).toEqual(['now 1', 'Eva']);
});

test('moves that were taken back do not count', () => {
  const lines = [line('seated', 'Bo', 0, 0), line('seated', 'Hana', 2, 9), line('took-back', 'Ada', 2, 3, 0)];
  expect(names(lines, [2, 3])).toEqual(['Bo', 'Hana']);
});
