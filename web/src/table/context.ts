/** What everything at a table works with: `TablePage` provides it; and what is done there, in a lesson too. */

import { createContext } from 'svelte';
import type { Chooser } from '../lib/chooser.svelte';
import type { Possible } from '../lib/counting';
import type { Notices } from '../lib/notices.svelte';
import type { Spectacle } from '../lib/spectacle.svelte';
import type { TableState } from '../lib/table.svelte';
import type { TableStory } from '../lib/tableStory.svelte';
import type { TableSheet } from './sheets';

export type AtTable = {
  readonly id: string;
  readonly live: TableState;
  readonly chooser: Chooser;
  readonly story: TableStory;
  readonly spectacle: Spectacle;
  readonly notices: Notices;
  open: (sheet: TableSheet | null) => void;
  /** A note on a card: the chosen one, if none is named. */
  note: (card?: number) => void;
  lookBack: () => void;
  /** The seats, between two games. */
  seats: () => void;
  go: (path: string) => void;
};

export const [atTable, provideTable] = createContext<AtTable>();

export type Acting = {
  readonly live: TableState;
  readonly chooser: Chooser;
  /** The teammates who can be told something. */
  readonly mates: readonly { seat: number; name: string }[];
  /** What can be done now, in words. */
  readonly hint: string;
  /** What each own card can be, if counting is wanted. */
  readonly possible: ReadonlyMap<number, readonly Possible[]> | null;
  /** Missing in a lesson: there, cards are only played. */
  readonly note?: (() => void) | undefined;
  readonly seats?: (() => void) | undefined;
  readonly go?: ((path: string) => void) | undefined;
};

export const [acting, provideActing] = createContext<Acting>();
