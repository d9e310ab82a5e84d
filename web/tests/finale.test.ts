/** The finale is scaled to the score. */

import { describe, expect, test } from 'vitest';
import { planned, type Finale } from '../src/lib/finale';
import { play, wildSuits } from './help';

const even = (): number => 0.5;

/** The finale of a game in which so many cards were placed, five to a firework. */
function after(points: number, result: 'won' | 'scored' | 'lost' = 'scored'): Finale {
  const fireworks = [0, 1, 2, 3, 4].map((n) => Math.max(0, Math.min(5, points - 5 * n)));
  const score = result === 'lost' ? 0 : points;
  return planned(play({ fireworks }), { result, score }, even);
}

describe('the score decides', () => {
  test('every card that was placed goes up once more, and then it is counted', () => {
    for (const points of [0, 1, 7, 21, 25]) {
      const { shells, counted } = after(points);
      expect(shells.filter(({ at }) => at < counted)).toHaveLength(points);
    }
  });

  test('more points: more in the sky, more voices, more time', () => {
    const [few, some, many, all] = [after(4), after(12), after(21), after(25, 'won')] as const;
    for (const measure of [
      (one: Finale) => one.shells.length,
      (one: Finale) => one.shouts.length,
      (one: Finale) => one.lasts,
    ]) {
      expect(measure(few)).toBeLessThan(measure(some));
      expect(measure(some)).toBeLessThan(measure(many));
      expect(measure(many)).toBeLessThan(measure(all));
    }
  });

  test('21 points are a celebration: a volley and a crowd', () => {
    const { shells, shouts, counted } = after(21);
    expect(shells.filter(({ at }) => at >= counted).length).toBeGreaterThanOrEqual(5);
    expect(shouts.filter(({ at }) => at >= counted).length).toBeGreaterThanOrEqual(5);
  });

  test('a perfect score is the whole sky, ten seconds', () => {
    const { shells, lasts } = after(25, 'won');
    expect(lasts).toBe(10_000);
    expect(shells.length).toBeGreaterThan(35);
  });

  test('a lost game has something kind, and nobody shouts', () => {
    const { kind, shells, shouts } = after(12, 'lost');
    expect([kind, shells.length, shouts]).toEqual(['sparkler', 12, []]);
  });

  test('all of it is in the sky and over in time, in every game', () => {
    const finales = [
      after(0),
      after(25, 'won'),
      planned(play({ suits: wildSuits, fireworks: [5, 5, 5, 5, 5, 5, 5], max_score: 30 }), {
        result: 'won',
        score: 30,
      }),
      planned(play({ suits: wildSuits, fireworks: [1, 0, 0, 0, 0, 0, 0], max_score: 30 }), {
        result: 'scored',
        score: -4,
      }),
    ];
    for (const { shells, shouts, lasts } of finales) {
      expect(lasts).toBeLessThanOrEqual(10_000);
      for (const { at, x, y } of [...shells, ...shouts.map((shout) => ({ ...shout, y: 0.5 }))]) {
        expect(at).toBeLessThan(lasts);
        expect(Math.min(x, y, 1 - x, 1 - y)).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
