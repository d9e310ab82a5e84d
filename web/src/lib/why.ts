/** Why an action cannot be done now, in a sentence. */

import type { Words } from './i18n';
import type { Action, Play } from './wire';

export function whyNot(words: Words, play: Play, you: number | null, action: Action): string {
  if (play.over || play.to_move !== you) return words.whyNotYourTurn;
  if (play.tile !== null) return words.whyTileFirst;
  switch (action.do) {
    case 'play':
      return action.card < 0 ? words.whyChooseCard : words.whyNotNow;
    case 'discard':
      if (play.clue_tokens === play.most_clue_tokens) return words.whyTokensFull;
      return action.card < 0 ? words.whyChooseCard : words.whyNotNow;
    case 'colour':
    case 'value':
      if (play.clue_tokens === 0) return words.whyNoToken;
      return play.hands[action.to]?.length ? words.whyEmptyClue : words.whyHandEmpty;
    default:
      return words.whyNotNow;
  }
}
