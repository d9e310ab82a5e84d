/** A visitor's games: which of them are wanted, and what their scores come to. */

import type { GameInfo, Result } from './wire';

export const COMPANIES = ['bots', 'people'] as const;
export type Company = (typeof COMPANIES)[number];

/** What is wanted; null is anything. */
export type Filter = {
  variant: string | null;
  players: number | null;
  result: Result | null;
  company: Company | null;
};
export const EVERYTHING: Filter = { variant: null, players: null, result: null, company: null };

export const companyOf = ({ bots }: Pick<GameInfo, 'bots'>): Company =>
  bots.some((bot) => bot !== null) ? 'bots' : 'people';

export function wanted(games: readonly GameInfo[], filter: Filter): GameInfo[] {
  const fits = <T>(asked: T | null, is: T): boolean => asked === null || asked === is;
  return games.filter(
    (game) =>
      fits(filter.variant, game.variant) &&
      fits(filter.players, game.players) &&
      fits(filter.result, game.result) &&
      fits(filter.company, companyOf(game)),
  );
}

/** What there is to choose from: each value once, the most frequent first. */
export function valuesOf<T>(games: readonly GameInfo[], of: (game: GameInfo) => T): T[] {
  const counts = new Map<T, number>();
  for (const game of games) counts.set(of(game), (counts.get(of(game)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}

/** The scores of one variant, oldest first. */
export type Scores = {
  variant: string;
  most: number;
  games: readonly GameInfo[];
  average: number;
  best: number;
  /** For each game the mean of it and those before it. */
  running: readonly number[];
};

export const WINDOW = 10; // games that a running mean looks at

/** For each variant, the one played most first. Games that were ended early say nothing. */
export function scoresByVariant(games: readonly GameInfo[]): Scores[] {
  const counted = games.filter(({ result }) => result !== 'stopped' && result !== 'unfinished');
  return valuesOf(counted, ({ variant }) => variant).map((variant) => {
    const own = counted.filter((game) => game.variant === variant).sort((a, b) => a.at - b.at);
    const scores = own.map(({ score }) => score);
    return {
      variant,
      most: Math.max(...own.map(({ max_score }) => max_score)),
      games: own,
      average: mean(scores),
      best: Math.max(...scores),
      running: scores.map((_, n) => mean(scores.slice(Math.max(0, n + 1 - WINDOW), n + 1))),
    };
  });
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
