/** What a board shows and what can be chosen on it: `Board` provides it, hands and piles read it. */

import { createContext } from 'svelte';
import type { Attention } from './attention.svelte';
import type { Dragged } from '../lib/drag';
import type { Heard, Ring } from '../lib/history';
import type { Knowledge } from '../lib/told';
import type { Card, Clue, Play, Sitter } from '../lib/wire';

/** Choosing on a board; a `Chooser` is one. */
export type Choosing = {
  /** Nothing can be chosen just now. */
  readonly idle: boolean;
  /** One's turn, and nothing is under way. */
  readonly ready: boolean;
  /** The own card that is chosen. */
  readonly card: number | null;
  /** The teammate who is chosen for a clue. */
  readonly to: number | null;
  readonly clue: Clue | null;
  /** The cards that the chosen clue would point at, or the one under the pointer. */
  readonly preview: readonly number[] | null;
  pickCard: (card: number) => void;
  pickMate: (seat: number) => void;
  pickClue: (clue: Clue) => void;
  /** The pointer is over what would give this clue. */
  look: (clue: Clue | null) => void;
  dragged: (card: number) => Dragged | null;
};

/** What can be done on a board besides choosing; what is missing is not offered. */
export type Offers = {
  /** Says what the fireworks are. */
  readonly explain?: (() => void) | undefined;
  /** Writes a private note on a card in any hand. */
  readonly note?: ((card: number) => void) | undefined;
  /** Helps where a teammate is absent. */
  readonly manage?: ((seat: number) => void) | undefined;
};

export type BoardView = {
  readonly play: Play;
  readonly sitters: readonly (Sitter | null)[];
  /** The cards that were pointed at since one's last turn. */
  readonly rings: ReadonlyMap<number, Ring>;
  /** What the holder of a card knows of it. */
  known: (card: Card) => Knowledge;
  /** The clues that the holder of a card was told about it. */
  heard: (card: number) => readonly Heard[];
  /** What somebody points out. */
  readonly attention: Attention;
  /** None where nothing can be done: the board is only looked at. */
  readonly choosing: Choosing | null;
  readonly offers: Offers;
};

export const [boardView, provideBoardView] = createContext<BoardView>();
