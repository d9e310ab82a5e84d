/** My games: the list, the scores, and opening a file. */

import type { Company } from '../../gamesScores';
import type { Result } from '../../wire';

export type Games = {
  title: string;
  loading: string;
  failed: string;
  tryAgain: string;
  none: string;
  noneAbout: string;
  playOne: string;

  // the list
  list: string;
  count: (games: number) => string;
  turns: (turns: number) => string;
  results: Record<Result, string>;
  more: (games: number) => string;

  // filters
  filters: string;
  variant: string;
  anyVariant: string;
  players: string;
  anyPlayers: string;
  result: string;
  anyResult: string;
  company: string;
  anyCompany: string;
  companies: Record<Company, string>;
  noMatch: string;
  showAll: string;

  // scores
  scores: string;
  average: string;
  best: string;
  running: (games: number) => string;
  notCounted: string;
  moreVariants: (variants: number) => string;

  // files
  open: string;
  openAbout: string;
  pasteLink: string;
  openLink: string;
  /** where files can be dragged */
  dropIt: string;
  letGo: string;
  opening: string;
  /** By the server's reason. */
  refused: Record<string, string>;
  openFailed: string;
  opened: string;
  leftOut: string;
  look: string;
};
