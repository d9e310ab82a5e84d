/** A game step by step: which step belongs to which turn, and what had happened by then. */

import { language, rich, type Words } from './i18n';
import { story, type Entry, type Told } from './story';
import type { GameEvent, GameInfo, Steps } from './wire';

/** Where a step stands: its turn, counted from 1, and which decision of that turn it was; a tile
    asks for a second one. The deal is turn 0. */
export type Place = { turn: number; part: number };

const DEAL: Place = { turn: 0, part: 1 };

/** The place of every step: a step shows what was done in its turn. */
export function placesOf(steps: Pick<Steps, 'plays'>): Place[] {
  const places = [DEAL];
  for (const { tile } of steps.plays.slice(0, -1)) {
    const { turn, part } = places.at(-1) ?? DEAL;
    places.push(tile === null ? { turn: turn + 1, part: 1 } : { turn, part: part + 1 });
  }
  return places;
}

/** A step in an address: `#12`, or `#12.2` for what a tile brought; nothing for the deal. */
export function hashOf({ turn, part }: Place): string {
  if (turn === 0) return '';
  return part === 1 ? `#${turn}` : `#${turn}.${part}`;
}

/** The step that an address names: the last one up to there, and the deal if it names none. */
export function stepOf(places: readonly Place[], hash: string): number {
  const named = /^#(\d{1,4})(?:\.(\d{1,2}))?$/.exec(hash);
  if (!named) return 0;
  const [turn, part] = [Number(named[1]), Number(named[2] ?? 1)];
  return Math.max(
    0,
    places.findLastIndex((place) => place.turn < turn || (place.turn === turn && place.part <= part)),
  );
}

/** What had happened by a step. */
export function eventsBy({ events, events_until }: Steps, at: number): readonly GameEvent[] {
  return events.slice(0, events_until[at] ?? 0);
}

/** What happened in a step. */
export function eventsIn({ events, events_until }: Steps, at: number): readonly GameEvent[] {
  return events.slice(events_until[at - 1] ?? 0, events_until[at] ?? 0);
}

/** A sentence of the whole game's story, its turn, and the step that shows it. */
export type Move = Entry & { step: number; turn: number };

export function movesOf(words: Words, told: Told, steps: Steps): Move[] {
  const places = placesOf(steps);
  return story(words, told, steps.events).map((entry) => {
    const step = steps.events_until.findIndex((until) => until > entry.at);
    return { ...entry, step, turn: places[step]?.turn ?? 0 };
  });
}

/** How many moves were taken back before each sentence of the story, and after the last one. */
export function takenBackBefore(
  moves: readonly Pick<Move, 'step'>[],
  { take_backs }: Pick<Steps, 'take_backs'>,
): number[] {
  const counts = Array<number>(moves.length + 1).fill(0);
  for (const { after, moves: number } of take_backs) {
    const next = moves.findIndex(({ step }) => step > after);
    const place = next < 0 ? moves.length : next;
    counts[place] = (counts[place] ?? 0) + number;
  }
  return counts;
}

/** Who and which cards there are to be named. */
export type Named = Pick<Told, 'nameAt' | 'suits'>;

/** What bots said about these events, as far as there are words for it. */
export function reasonsIn(words: Words, named: Named, events: readonly GameEvent[]): string[] {
  const reasons: Readonly<Record<string, string>> = words.because.reasons;
  return events.flatMap((event) => {
    if (!('why' in event) || typeof event.why !== 'object') return [];
    const { code, about = {} } = event.why;
    if (!Object.hasOwn(reasons, code)) return [];
    const suit = named.suits[Number(about.suit)]?.name;
    const card = suit ? [words.card(suit, Number(about.value))] : [];
    const by = about.by === undefined ? [] : [named.nameAt(Number(about.by), Infinity)];
    const gain = about.gain === undefined ? [] : [pointsIn(Number(about.gain))];
    return [rich(reasons[code] ?? '', { card, by, gain }).join('')];
  });
}

/** Hundredths of a point as a number that is read: 38 is 0.4. */
const pointsIn = (hundredths: number): string =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(hundredths / 100);

/** How a game ended, in one sentence of our own. */
export function verdict(words: Words, game: Pick<GameInfo, 'result' | 'band'>): string {
  if (game.result === 'lost') return words.verdictLost;
  if (game.result === 'stopped') return words.verdictStopped;
  if (game.result === 'unfinished') return words.replay.unfinished;
  return game.band ? words.verdict[game.band] : words.verdictBouquet;
}

export const hasLastRound = (variant: string): boolean => !variant.split('+').includes('bouquet');
