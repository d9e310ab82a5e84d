/** What happens in each lesson: what is said, what there is to do, what a wrong choice is told. */

import type { Words } from '../lib/i18n';
import type { Action, Card, TableIs } from '../lib/wire';
import tables from './lessons.json';

type Intro = Words['intro'];
export type LessonName = keyof Intro['lessons'];
export type Say = keyof Intro['say'];
export type Hint = keyof Intro['hint'];

/** What the words are about: it shines while they are read. */
export type Light = 'tokens' | 'fuses' | 'deck' | 'fireworks' | 'own' | 'others';

/** A wrong action, and what had been told about the own card that it takes. */
export type Wrong = { action: Action; card: Card | null };

export type Task =
  { do: 'read' } | { do: 'find'; seat: number; wrong: Hint } | { do: 'act'; wrong: (wrong: Wrong) => Hint };

/** A step is reached after so many moves of its lesson; to act is to make the next one. */
export type Step = { say: Say; after: number; task: Task; light?: Light; discards?: true };

export type Lesson = {
  name: LessonName;
  tokens: boolean; // clue tokens, mistakes and the deck are shown
  steps: readonly Step[];
};

/** A move in all the ways that will do, each with the table after it. */
export type Move = readonly { action: Action; table: TableIs }[];

const HANA = 1;
const KENJI = 2;
const read: Task = { do: 'read' };

export const LESSONS: readonly Lesson[] = [
  {
    name: 'hands',
    tokens: false,
    steps: [
      { say: 'together', after: 0, task: read, light: 'others' },
      { say: 'find', after: 0, task: { do: 'find', seat: KENJI, wrong: 'noBlueOne' } },
      { say: 'found', after: 0, task: read },
    ],
  },
  {
    name: 'told',
    tokens: false,
    steps: [
      { say: 'colour', after: 1, task: read },
      { say: 'value', after: 2, task: { do: 'act', wrong: toldWrong } },
      { say: 'lit', after: 3, task: read, light: 'fireworks' },
    ],
  },
  {
    name: 'tell',
    tokens: true,
    steps: [
      { say: 'naming', after: 0, task: read },
      { say: 'give', after: 0, task: { do: 'act', wrong: tellWrong } },
      { say: 'given', after: 2, task: read, light: 'tokens' },
    ],
  },
  {
    name: 'discard',
    tokens: true,
    steps: [
      { say: 'noTokens', after: 0, task: { do: 'act', wrong: discardWrong }, light: 'tokens' },
      { say: 'copies', after: 1, task: read, discards: true },
      { say: 'lastCopy', after: 1, task: { do: 'find', seat: HANA, wrong: 'noGreenThree' }, discards: true },
      { say: 'save', after: 1, task: read, discards: true },
    ],
  },
  {
    name: 'mistake',
    tokens: true,
    steps: [
      { say: 'tryIt', after: 0, task: { do: 'act', wrong: mistakeWrong } },
      { say: 'fuse', after: 1, task: read, light: 'fuses' },
    ],
  },
  {
    name: 'not',
    tokens: true,
    steps: [
      { say: 'twoOnes', after: 1, task: read },
      { say: 'notBlue', after: 2, task: { do: 'act', wrong: notWrong } },
      { say: 'alsoTold', after: 3, task: read, light: 'own' },
    ],
  },
  {
    name: 'order',
    tokens: true,
    steps: [
      { say: 'grows', after: 0, task: { do: 'act', wrong: orderWrong }, light: 'fireworks' },
      { say: 'complete', after: 1, task: read, light: 'tokens' },
    ],
  },
  {
    name: 'end',
    tokens: true,
    steps: [
      { say: 'lastCard', after: 0, task: { do: 'act', wrong: endWrong }, light: 'deck' },
      { say: 'lastTurn', after: 3, task: { do: 'act', wrong: endWrong } },
      { say: 'points', after: 4, task: read, light: 'fireworks' },
    ],
  },
];

const played = tables as unknown as Record<LessonName, { start: TableIs; moves: readonly Move[] }>;

export const startOf = (name: LessonName): TableIs => played[name].start;
export const movesOf = (name: LessonName): readonly Move[] => played[name].moves;

const isValue = (card: Card | null, value: number): boolean => card?.values?.length === 1 && card.values[0] === value;
const isSuit = (card: Card | null): boolean => card?.suits?.length === 1;

function toldWrong({ action }: Wrong): Hint {
  return action.do === 'play' ? 'unknownCard' : 'playFirst';
}

function tellWrong({ action }: Wrong): Hint {
  if (action.do !== 'colour' && action.do !== 'value') return 'tellFirst';
  if (action.to !== HANA) return 'tellHana';
  return action.do === 'colour' && action.colour === 0 ? 'twoReds' : 'missesIt';
}

function discardWrong({ action, card }: Wrong): Hint {
  if (action.do !== 'discard') return 'discardIt';
  return isValue(card, 5) ? 'onlyFive' : 'wasTold';
}

function mistakeWrong({ action }: Wrong): Hint {
  return action.do === 'play' ? 'wouldFit' : 'playAny';
}

function notWrong({ action, card }: Wrong): Hint {
  return action.do === 'play' && isSuit(card) ? 'blueHasOne' : 'oneFits';
}

function orderWrong({ action, card }: Wrong): Hint {
  return action.do === 'play' && isValue(card, 3) ? 'gap' : 'twoKnown';
}

function endWrong({ action, card }: Wrong): Hint {
  if (action.do !== 'play') return 'playLast';
  return isSuit(card) ? 'fourFirst' : 'notSure';
}
