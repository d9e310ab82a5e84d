/** The rules of a game, short and in our own words. */

import type { Multicolour, Switch } from '../../variant';

type Part = readonly [heading: string, text: string];

export type Help = {
  title: string;
  goal: (fireworks: number) => Part;
  hands: (cards: number) => Part;
  turn: Part;
  clue: (tokens: number) => Part;
  /** where they are allowed */
  emptyClues: string;
  discard: Part;
  play: Part;
  mistakes: (most: number) => Part;
  end: Part;
  score: (most: number) => Part;
  /** Above what is said about each score. */
  bands: string;
  tips: string;
  tip: readonly string[];

  // what is played beyond that
  options: string;
  multicolour: Record<Multicolour, Part>;
  black: Part;
  /** what black powder does to the score */
  blackScore: string;
  switches: Record<Switch, Part>;
  /** Above the six tiles. */
  tiles: string;
};
