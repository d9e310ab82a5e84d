/** The finale: each card that was placed goes up once more, and the crowd shouts as the score deserves. */

import type { Over, Play, SuitName } from './wire';

/** When a shell bursts, and where: places in parts of the sky, the size in parts of its shorter side. */
export type Going = { suit: SuitName; at: number; x: number; y: number; size: number };
/** A shout from the crowd: when, where from, how loud. */
export type Shout = { at: number; x: number; loud: number };

export type Finale = {
  /** A lost game has no fireworks to count: somebody lights a sparkler. */
  kind: 'fireworks' | 'sparkler';
  shells: readonly Going[];
  shouts: readonly Shout[];
  /** After how many milliseconds the score is counted up, and everything is over. */
  counted: number;
  lasts: number;
};

export const RISE = 620; // milliseconds from the mortar to the burst
const EACH_LEAST = 190;
const EACH_MOST = 340;
const HOLDS = 2_800;
const WHOLE_SKY = 10_000;
const FADES = 1_900;

type Ended = Pick<Play, 'suits' | 'fireworks' | 'max_score'>;

/** `chance` gives numbers from 0 to 1. */
export function planned(play: Ended, over: Pick<Over, 'result' | 'score'>, chance: () => number = Math.random): Finale {
  const cards = placed(play);
  const share = Math.max(0, over.score / play.max_score);
  if (over.result === 'lost') return sparkler(cards, chance);
  const whole = over.result === 'won' || over.score >= play.max_score;
  const most = play.suits.reduce((sum, { order }) => sum + order.length, 0);
  const each = EACH_LEAST + (EACH_MOST - EACH_LEAST) * (1 - cards.length / most);
  const shells = cards.map(({ suit, column, step }, n) => ({
    suit,
    at: RISE + n * each,
    x: (column + 0.5 + (chance() - 0.5) * 0.7) / play.suits.length,
    y: 0.5 - 0.07 * step + (chance() - 0.5) * 0.1,
    size: 0.07 + 0.022 * step,
  }));
  const counted = RISE + cards.length * each;
  const shouts = [
    ...cards.flatMap(({ completes, column }, n) =>
      completes ? [{ at: RISE + n * each + 250, x: (column + 0.5) / play.suits.length, loud: 0.5 }] : [],
    ),
    ...crowd(share, counted + 250, chance),
  ];
  const close = whole ? wholeSky(play, counted, chance) : volley(play, share, counted + 200, chance);
  const lasts = whole ? WHOLE_SKY : counted + HOLDS;
  return { kind: 'fireworks', shells: [...shells, ...close], shouts, counted, lasts };
}

type Placed = { suit: SuitName; column: number; step: number; completes: boolean };

/** The placed cards, the lowest of all fireworks first. */
function placed({ suits, fireworks }: Ended): Placed[] {
  return suits
    .flatMap(({ name, order }, column) =>
      order
        .slice(0, fireworks[column] ?? 0)
        .map((_, n) => ({ suit: name, column, step: n + 1, completes: n + 1 === order.length })),
    )
    .sort((a, b) => a.step - b.step);
}

/** The more of the sky is lit, the more of the crowd shout; few points, and nobody does. */
function crowd(share: number, at: number, chance: () => number): Shout[] {
  const voices = share < 0.24 ? 0 : Math.round(share * share * 8) || 1;
  return Array.from({ length: voices }, (_, n) => ({
    at: at + n * 130,
    x: (n + 0.5 + (chance() - 0.5) * 0.6) / voices,
    loud: Math.min(1, share * (0.6 + chance() * 0.4)),
  }));
}

/** Side by side and nearly at once, when the score is counted. */
function volley({ suits, fireworks }: Ended, share: number, at: number, chance: () => number): Going[] {
  const lit = suits.filter((_, n) => fireworks[n]);
  const count = Math.round(share * share * 8);
  return Array.from({ length: count }, (_, n) => ({
    suit: lit[n % lit.length]?.name ?? 'red',
    at: at + n * 70,
    x: (n + 0.5) / count,
    y: 0.16 + (n % 2) * 0.14 + chance() * 0.06,
    size: 0.1 + 0.09 * share,
  }));
}

/** All shapes at once, until the end. */
function wholeSky({ suits }: Ended, from: number, chance: () => number): Going[] {
  const every = 90;
  const count = Math.max(0, Math.floor((WHOLE_SKY - FADES - from) / every));
  return Array.from({ length: count }, (_, n) => ({
    suit: suits[n % suits.length]?.name ?? 'red',
    at: from + n * every,
    // neighbours in time are far apart in place
    x: 0.08 + ((n * 0.37 + chance() * 0.14) % 0.84),
    y: 0.1 + chance() * 0.42,
    size: 0.12 + chance() * 0.14,
  }));
}

/** Far away and small, what was placed; near, a sparkler that lasts a little longer. */
function sparkler(cards: readonly Placed[], chance: () => number): Finale {
  const shells = cards.map(({ suit }, n) => ({
    suit,
    at: 600 + n * 160,
    x: 0.06 + ((n * 0.37 + chance() * 0.1) % 0.88),
    y: 0.5 + chance() * 0.1,
    size: 0.028,
  }));
  return { kind: 'sparkler', shells, shouts: [], counted: 0, lasts: 6_000 };
}
