/** What is known of a card: which suits and values it can still have, and whether that was said or follows. */

import type { Heard } from './history';
import type { Possible } from './counting';
import type { Card, Play } from './wire';

/** Nothing is excluded; some are left; one is left, because a clue said so, or because the others are excluded. */
export type Sure = 'open' | 'some' | 'inferred' | 'told';

/** One side of a card: its suit or its value. */
export type Side = { every: readonly number[]; left: readonly number[]; sure: Sure };

export type Knowledge = { suits: Side; values: Side };

type Rules = Pick<Play, 'suits' | 'values'>;

/** What clues say of a card, and counting where it is wanted. */
export function knowledge(
  play: Rules,
  card: Card,
  heard: readonly Heard[] = [],
  possible: readonly Possible[] = [],
): Knowledge {
  const everySuit = play.suits.map((_, suit) => suit);
  const everyValue = Array.from({ length: play.values }, (_, index) => index + 1);
  const counted = (side: 0 | 1) => (one: number) => !possible.length || possible.some(({ face }) => face[side] === one);
  const said = saidOf(play, card, heard);
  return {
    suits: sideOf(everySuit, (card.suits ?? everySuit).filter(counted(0)), said.suits),
    values: sideOf(everyValue, (card.values ?? everyValue).filter(counted(1)), said.values),
  };
}

function sideOf(every: readonly number[], possible: readonly number[], said: readonly number[] | null): Side {
  const left = every.filter((one) => possible.includes(one));
  if (left.length === every.length || left.length === 0) return { every, left: every, sure: 'open' };
  if (left.length > 1) return { every, left, sure: 'some' };
  return { every, left, sure: said?.length === 1 ? 'told' : 'inferred' };
}

type Said = { suits: readonly number[] | null; values: readonly number[] | null };

/** What the clues that pointed at a card leave of it. Where it was pointed at before the first event that is
    known, nobody can say by what: what is settled counts as said. */
function saidOf(play: Rules, card: Card, heard: readonly Heard[]): Said {
  const pointed = heard.filter(({ touched }) => touched).map(({ clue }) => clue);
  if (!pointed.length && card.pointed_at) return { suits: card.suits ?? null, values: card.values ?? null };
  const colours = pointed.flatMap((clue) => (clue.do === 'colour' ? [clue.colour] : []));
  const values = pointed.flatMap((clue) => (clue.do === 'value' ? [clue.value] : []));
  const matches = (suit: number): boolean => colours.every((colour) => play.suits[suit]?.touched_by.includes(colour));
  return {
    suits: colours.length ? play.suits.map((_, suit) => suit).filter(matches) : null,
    values: values.length ? values.slice(0, 1) : null,
  };
}
