/** English: my games. */

import { plural } from '../plural';
import type { Games } from '../words/games';

const form = plural('en');
const games_ = (n: number): string => form(n, { one: 'game', other: 'games' });

export const games: Games = {
  title: 'My games',
  loading: 'Looking for your games…',
  failed: 'Your games cannot be listed right now.',
  tryAgain: 'Try again',
  none: 'Your sky is still dark.',
  noneAbout: 'Every game you finish will be kept here, to be looked at again whenever you like.',
  playOne: 'Play the first one',

  list: 'All of them',
  count: (n) => `${n} ${games_(n)}`,
  turns: (n) => `${n} ${form(n, { one: 'turn', other: 'turns' })}`,
  results: { won: 'perfect', scored: 'finished', lost: 'lost', stopped: 'ended early', unfinished: 'unfinished' },
  more: (n) => `${n} more ${games_(n)}`,

  filters: 'Which games',
  variant: 'Game',
  anyVariant: 'Any game',
  players: 'Players',
  anyPlayers: 'Any number',
  result: 'Result',
  anyResult: 'Any result',
  company: 'Company',
  anyCompany: 'Anybody',
  companies: { bots: 'With bots', people: 'People only' },
  noMatch: 'No game is like that.',
  showAll: 'Show all games',

  scores: 'Scores',
  average: 'average',
  best: 'best',
  running: (n) => `average of the last ${n}`,
  notCounted: 'Games that were ended early do not count here.',
  moreVariants: (n) => `${n} more ${form(n, { one: 'variant', other: 'variants' })}`,

  open: 'Open a replay file',
  openAbout: 'From Tamaya or hanab.live.',
  pasteLink: 'Or paste a hanab.live link',
  openLink: 'Open the link',
  dropIt: 'You can also drop it anywhere on this page.',
  letGo: 'Let go to open it',
  opening: 'Reading…',
  refused: {
    'not-understood': 'We find no game in this file that we can read.',
    'too-long': 'This file is too large. A game takes 200 kB at most.',
    'too-much': 'Those were many files. Have a rest and try again later.',
    'your-space-full': 'The games you have uploaded take all the space you have here. No more can be added.',
    'space-full': 'This server has no space left for uploaded games.',
    busy: 'Many games are being looked at just now. Try again in a moment.',
  },
  openFailed: 'The file did not get through. Try again in a moment.',
  opened: 'The game is here.',
  leftOut: 'Not kept from the file:',
  look: 'Look at it',
};
