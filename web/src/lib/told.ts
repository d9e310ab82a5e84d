/** What has been told about a card: what it is where little is left open, else what it is not. */

import type { Card, Play } from './wire';

export type Told = {
  suits: readonly number[];
  values: readonly number[];
  notSuits: readonly number[];
  notValues: readonly number[];
};

const NAMED = 2; // this many possibilities are named; of more, the excluded ones are

export function told(play: Pick<Play, 'suits' | 'values'>, card: Card): Told {
  const everySuit = play.suits.map((_, suit) => suit);
  const everyValue = Array.from({ length: play.values }, (_, index) => index + 1);
  const [suits, notSuits] = sortedOut(everySuit, card.suits ?? everySuit);
  const [values, notValues] = sortedOut(everyValue, card.values ?? everyValue);
  return { suits, values, notSuits, notValues };
}

function sortedOut(every: readonly number[], possible: readonly number[]): [number[], number[]] {
  const left = every.filter((one) => possible.includes(one));
  if (left.length === every.length || left.length === 0) return [[], []];
  if (left.length <= NAMED) return [left, []];
  return [[], every.filter((one) => !possible.includes(one))];
}
