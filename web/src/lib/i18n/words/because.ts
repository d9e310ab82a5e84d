/** Words for the reasons that bots give for their moves; each stands alone, without a name. */

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
  | 'tile-places'
  | 'tile-regains'
  | 'tile-needed';

export type Because = {
  /** The button beside a bot's move. */
  ask: string;
  reasons: Record<BotReason, string>;
};
