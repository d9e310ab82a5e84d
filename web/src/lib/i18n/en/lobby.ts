/** English: before a game. */

import { plural } from '../plural';
import type { Lobby } from '../words/lobby';

const form = plural('en');

export const lobby: Lobby = {
  inviteTitle: 'Invite friends',
  inviteLocked: 'Send your friends this address, and tell them the password.',
  inviteLook: 'Whoever opens this address can look on.',
  inviteWait: 'No seat is free, and while a game is on this table shows nothing.',
  share: 'Share…',
  showCode: 'QR code',
  hideCode: 'Hide code',
  code: 'QR code of this table’s address',
  copyByHand: 'The browser does not let us copy. The address is marked: copy it by hand.',
  onlyHere: 'This address works on this computer only. Start the server with {command}, and phones in the same network can join.',

  seats: 'Seats',
  host: 'host',
  away: 'away',
  onlookers: (n) => `${n} ${form(n, { one: 'person is', other: 'people are' })} looking on`,
  fillWithBots: 'Bots for the free seats',
  whichBot: (name) => `Which bot is ${name}?`,
  bots: {
    partner: ['Partner', 'Plays the conventions that people know, and tells you why. The one to play with.'],
    'partner-1': ['Partner, beginner', 'Its clues say what to play and what to keep, and nothing more.'],
    'partner-3': ['Partner, practised', 'Bold: expects you to play cards unseen, even two in a row.'],
    cautious: ['Cautious', 'Plays only what surely fits, and tells you what you can play. A calm partner.'],
    hat: ['Hat', 'Speaks a code that only others like it can read. The strongest team, but no partner for people.'],
    net: ['Self-taught', 'Learned the game by playing with itself. A strong team, but its habits are its own: no partner for people.'],
    random: ['Random', 'Does anything the rules allow. For a laugh, or for tests.'],
  },
  clearSure: 'Really free it?',
  makeHost: 'Make host',
  more: (name) => `More about ${name}`,
  full: 'All seats are taken. Stay and look on.',
  curtain: 'While a game is on, this table is not shown to onlookers.',
  gameOn: ['A game is on', 'The host lets nobody look until it is over.'],
  hotSeat: ['We share one device', 'One person may sit on several seats. Hands stay hidden until the device is passed on.'],
  nameForSeat: (place) => `Name for seat ${place}`,

  doors: 'Who may come in',
  listed: ['Among the open tables', 'Everybody on this server finds the table and can join or look on.'],
  notListed: 'Not listed: only who has the link finds it.',
  isListed: 'Listed among the open tables.',
  lockTitle: 'Password',
  isLocked: 'Whoever comes now needs the password.',
  isOpen: 'No password: the link is enough.',
  password: 'Password',
  lock: 'Lock',
  unlock: 'Remove it',
  watchTitle: 'Onlookers see',
  watches: {
    nothing: ['nothing', 'Nothing of the game until it is over.'],
    table: ['the table', 'Fireworks, discards, clues and what was told; no hands.'],
    hands: ['all hands', 'Everything, hands too. Who has looked on cannot take a seat in that game.'],
  },

  knockTitle: 'This table has a password',
  knockAbout: 'Whoever invited you knows it.',
  knock: 'Come in',

  whatWePlay: 'What we play',
  rules: 'Rules',
  dealSet: ['This deal is set', 'The cards lie as in a game that was played before. With other options it would be a new deal.'],
  playSetDeal: 'Play this deal',
  dealAnew: 'Shuffle anew',
  sameDealAgain: 'Same deal again',
  back: 'Back to the result',

  refused: {
    'seated-already': 'You have a seat already.',
    'not-seated': 'Nobody sits there now.',
    'no-such-seat': 'There is no such seat.',
    'no-such-bot': 'This server does not know that bot.',
    'bad-settings': 'That cannot be played.',
    present: 'Whoever sits there is present.',
    'saw-cards': 'You have seen these cards in this game, so this seat is not for you.',
    locked: 'This table needs a password.',
    'wrong-password': 'That is not the password.',
    'bad-password': 'A password has at most 100 characters.',
    'too-much': 'That was a little fast. Wait a moment and try again.',
  },
};
