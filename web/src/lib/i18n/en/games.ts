/** English: my games. */

import { plural } from '../plural';
import type { Games } from '../words/games';

const form = plural('en');
const games_ = (n: number): string => form(n, { one: 'game', other: 'games' });

export const games: Games = {
  title: 'My games',
  loading: 'Looking for your games…',
  failed: 'We can’t list your games right now.',
  tryAgain: 'Try again',
  none: 'Your sky is still dark.',
  noneAbout: 'Every game you finish is kept here, to look back on whenever you like.',
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
  company: 'Teammates',
  anyCompany: 'Anyone',
  companies: { bots: 'With bots', people: 'People only' },
  noMatch: 'No games match.',
  showAll: 'Show all games',

  scores: 'Scores',
  average: 'average',
  best: 'best',
  running: (n) => `average of the last ${n}`,
  notCounted: 'Games that were ended early don’t count here.',
  moreVariants: (n) => `${n} more ${form(n, { one: 'variant', other: 'variants' })}`,

  open: 'Open a replay file',
  openAbout: 'From Tamaya or hanab.live.',
  pasteLink: 'Or paste a hanab.live link',
  openLink: 'Open the link',
  dropIt: 'You can also drop it anywhere on this page.',
  letGo: 'Let go to open it',
  opening: 'Reading…',
  refused: {
    'not-understood': 'We can’t find a game in this file.',
    'too-long': 'This file is too big. A game can take up to 200 kB.',
    'too-much': 'That was a lot of files. Take a break and try again later.',
    'your-space-full': 'The games you’ve uploaded fill all your space here. There’s no room for more.',
    'space-full': 'This server has no space left for uploaded games.',
    busy: 'We’re busy with other games right now. Try again in a moment.',
  },
  openFailed: 'The file didn’t get through. Try again in a moment.',
  opened: 'The game is here.',
  leftOut: 'Not carried over from the file:',
  look: 'Take a look',
};
