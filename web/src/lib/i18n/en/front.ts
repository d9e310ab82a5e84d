/** English: the front page. */

import { plural, signed } from '../plural';
import type { Front } from '../words/front';

const form = plural('en');

export const front: Front = {
  yourTables: 'Your tables',
  goOn: 'Continue',
  gathering: 'not started yet',
  openTables: 'Open tables',
  noOpenTables: 'No table is waiting for players right now. Open one and list it, and it will show up here.',
  join: 'Join',
  watchTables: 'Games to watch',
  noWatchTables: 'The sky is quiet: no games to watch right now.',
  watch: 'Watch',
  freeSeats: (n) => `${n} free ${form(n, { one: 'seat', other: 'seats' })}`,
  bots: (n) => `${n} ${form(n, { one: 'bot', other: 'bots' })}`,
  locked: 'with a password',
  openHands: 'open hands',
  turn: (n) => `turn ${n}`,
  points: (n) => `${signed(n)} ${form(n, { one: 'point', other: 'points' })}`,
  listsFailed: 'We can’t list the tables right now. We’ll keep trying.',

  ways: 'More',
  newHere: 'New here?',
  learn: 'Learn to play',
  myGames: 'My games',
  openReplay: 'Open a replay file',

  device: 'Another device',
  deviceTitle: 'Move to another device',
  deviceAbout: 'Scan this code or open this link on the other device. Your seats and your games come along.',
  deviceCare: 'Whoever opens this link plays as you, so keep it to yourself. It works once, within an hour.',
  deviceFailed: 'No link right now. Try again in a moment.',
  deviceCode: 'QR code for your personal link',
  devices: 'Devices that play as you',
  deviceHere: 'this one',
  deviceUnknown: 'Another browser',
  deviceSeen: (when) => `last seen ${when}`,
  signOut: 'Sign out',
  signOutAll: 'Sign out all the others',
  signOutFailed: 'That didn’t work. Try again in a moment.',
  signedOut: 'This device was signed out',
  signedOutAbout: 'It was signed out from another of your devices. From now on you’re a new visitor here.',
  claimTitle: 'Play on here?',
  claimAsk: 'This personal link brings seats and games from another device to this browser. This browser’s own seats and games will be left behind.',
  claimYes: 'Yes, bring them here',
  claimNo: 'No, leave it',
  claimDone: 'Here you are. Your seats and games came with you.',
  claimFailed: 'This personal link no longer works. It works once, within an hour: make a new one on your other device.',

  nowhere: 'There’s nothing here',
  noTable: 'There’s no table here',
  damagedTable: 'This table can’t be shown',
  damagedAbout: 'Its record on the server is damaged. Other tables are fine; please tell whoever runs this server.',
  noGame: 'There’s no game here',
  nowhereAbout: 'Perhaps the link is incomplete, or the lights here went out long ago.',

  wrongVariant: {
    unknown: (words, said) => `The address asks for the game “${said}”, but we don’t know “${words}”.`,
    twice: (words, said) => `The address asks for the game “${said}”, which names “${words}” more than once.`,
    'two-multicolours': (words, said) =>
      `The address asks for the game “${said}”. Its multicolour cards can be of one kind only, not ${words}.`,
    'base-and-more': (words, said) =>
      `The address asks for the game “${said}”. “base” means just the five colours, so it doesn’t go with ${words}.`,
    'empty-word': () => 'The address asks for a game, but a word is missing there.',
    'too-long': () => 'The address asks for a game with a very long name. We don’t know it.',
  },
  wrongPlayers: 'Hanabi is for two to five players.',
  standardInstead: 'Here is the standard game instead; “Change” shows all the others.',
};
