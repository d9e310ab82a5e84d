/** The suits' colours, read from the style sheets: legible, and told apart by every kind of eyes. */

import { describe, expect, test } from 'vitest';
import page from '../src/app.css?raw';
import { SHAPES } from '../src/lib/shapes';
import suitColours from '../src/suits/colours.css?raw';
import { contrast, deltaE, EYES, seen } from './vision';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const css = page + suitColours;
const suits = Object.keys(SHAPES);

/** What a variable is by day and by night. */
function colour(name: string, theme: Theme): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\\)`).exec(css);
  if (!found) throw new Error(`no --${name} in the style sheets`);
  const hex = found[theme === 'light' ? 1 : 2] ?? '';
  return hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex;
}

/** What is written on a face: by night in the suit's colour, by day white, or dark on the bright suits. */
const bright = /:is\(([^)]*)\) \{\s+--on: light-dark\(var\(--ink\)/.exec(suitColours)?.[1] ?? '';
function written(suit: string, theme: Theme): string {
  if (theme === 'dark') return colour(`${suit}-fill`, theme);
  return bright.includes(`.suit-${suit}`) ? colour('ink', theme) : '#ffffff';
}

const pairs = suits.flatMap((one, n) => suits.slice(n + 1).map((other) => [one, other] as const));

test('the difference of colours is the one of the paper', () => {
  // from the test data of Sharma, Wu and Dalal: L, a, b of both, and the difference
  const known = [
    [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425],
    [50, -1, 2, 50, 0, 0, 2.3669],
    [50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195],
    [50, 2.5, 0, 73, 25, -18, 27.1492],
    [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
    [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
    [2.0776, 0.0795, -1.135, 0.9033, -0.0636, -0.5514, 0.9082],
  ] as const;
  for (const [l, a, b, L, A, B, difference] of known) expect(deltaE([l, a, b], [L, A, B])).toBeCloseTo(difference, 4);
});

describe.each(THEMES)('%s', (theme) => {
  test.each(Object.entries(EYES))('two suits never look alike with %s eyes', (_, eyes) => {
    const fill = (suit: string) => seen(colour(`${suit}-fill`, theme), eyes);
    const near = pairs
      .map(([one, other]) => ({ one, other, difference: deltaE(fill(one), fill(other)) }))
      .filter(({ difference }) => difference < 15);
    expect(near).toEqual([]);
  });

  test('the numeral and the symbol are legible on the face', () => {
    for (const suit of suits) {
      const grounds = theme === 'light' ? [`${suit}-fill`] : ['card', 'card-2'];
      for (const ground of grounds)
        expect(contrast(written(suit, theme), colour(ground, theme)), suit).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('a suit is legible as text on the page', () => {
    for (const suit of suits)
      for (const ground of ['sky-1', 'sky-3', 'card', 'card-2'])
        expect(contrast(colour(suit, theme), colour(ground, theme)), `${suit} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        );
  });
});

test('every suit has a shape of its own', () => {
  expect(new Set(Object.values(SHAPES)).size).toBe(suits.length);
});

test('by day white is white, and yellow is yellow', () => {
  expect(colour('white-fill', 'light')).toBe('#ffffff');
  const [, a, b] = seen(colour('yellow-fill', 'light'), EYES.normal);
  expect(b).toBeGreaterThan(60);
  expect(Math.abs(a)).toBeLessThan(15);
});
