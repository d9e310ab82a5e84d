/** Words for the reasons that bots give for their moves: {card} is the card meant, {by} a name. */

import type { Template } from './core';

/** The codes that our bots give, as listed in tamaya.bots.REASONS. */
export type BotReason =
  | 'knows-it-fits'
  | 'nothing-to-lose'
  | 'likeliest'
  | 'useless'
  | 'never-told'
  | 'least-risk'
  | 'warns'
  | 'helps'
  | 'tells-most'
  | 'nothing-better'
  | 'pointed-at'
  | 'was-told'
  | 'was-called'
  | 'play-clue'
  | 'save-clue'
  | 'prompt-clue'
  | 'finesse-clue'
  | 'fix-clue'
  | 'fits-by-code'
  | 'useless-by-code'
  | 'worth-a-try'
  | 'code-clue'
  | 'code-discard'
  | 'worked-out'
  | 'tile-places'
  | 'tile-regains'
  | 'tile-needed';

export type Because = {
  /** The button beside a bot's move. */
  ask: string;
  reasons: Record<BotReason, Template>;
};
