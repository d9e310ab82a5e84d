/** English: the front page. */

import { plural, signed } from '../plural';
import type { Front } from '../words/front';

const form = plural('en');

export const front: Front = {
  yourTables: 'Your tables',
  goOn: 'Go on',
  gathering: 'before the game',
  openTables: 'Open tables',
  noOpenTables: 'No table waits for players right now. Open one and list it, and it will stand here.',
  join: 'Join',
  watchTables: 'Games to watch',
  noWatchTables: 'The sky is quiet: no game to watch at the moment.',
  watch: 'Watch',
  freeSeats: (n) => `${n} free ${form(n, { one: 'seat', other: 'seats' })}`,
  bots: (n) => `${n} ${form(n, { one: 'bot', other: 'bots' })}`,
  locked: 'with password',
  openHands: 'open hands',
  turn: (n) => `turn ${n}`,
  points: (n) => `${signed(n)} ${form(n, { one: 'point', other: 'points' })}`,
  listsFailed: 'The tables cannot be listed right now. We keep trying.',

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
  deviceCode: 'QR code of your personal link',
  devices: 'Devices that play as you',
  deviceHere: 'this one',
  deviceUnknown: 'Another browser',
  deviceSeen: (when) => `last here ${when}`,
  signOut: 'Sign out',
  signOutAll: 'Sign out all others',
  signOutFailed: 'That did not work. Try again in a moment.',
  signedOut: 'This device was signed out',
  signedOutAbout: 'Somebody signed it out on another device of yours. From here you are a new visitor.',
  claimTitle: 'Go on playing here?',
  claimAsk: 'This personal link brings seats and games from another device to this browser. What this browser played as until now stays behind.',
  claimYes: 'Yes, bring them here',
  claimNo: 'No, leave it',
  claimDone: 'Here you are. Your seats and games came along.',
  claimFailed: 'This personal link does not work any more. It works once, within an hour: make a new one on your other device.',

  nowhere: 'There is nothing here',
  noTable: 'There is no table here',
  damagedTable: 'This table cannot be shown',
  damagedAbout: 'Its record on the server is damaged. Other tables are fine; please tell whoever runs this server.',
  noGame: 'There is no game here',
  nowhereAbout: 'Perhaps the link is incomplete, or the lights here went out long ago.',

  wrongVariant: {
    unknown: (words, said) => `The address asks for the game “${said}”, but we do not know “${words}”.`,
    twice: (words, said) => `The address asks for the game “${said}”, which names “${words}” more than once.`,
    'two-multicolours': (words, said) =>
      `The address asks for the game “${said}”. Its multicolour cards can be of one kind only, not ${words}.`,
    'base-and-more': (words, said) =>
      `The address asks for the game “${said}”. “base” means the five colours alone, so it does not go with ${words}.`,
    'empty-word': () => 'The address asks for a game, but a word is missing there.',
    'too-long': () => 'The address asks for a game with a very long name. We do not know it.',
  },
  wrongPlayers: 'Two to five people play.',
  standardInstead: 'Here is the standard game instead; “Change” shows all the others.',
};
