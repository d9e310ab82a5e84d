/** English: the replay of a game. */

import type { Replay } from '../words/replay';

export const replay: Replay = {
  loading: 'Fetching the game…',
  failed: 'We can’t fetch the game right now.',
  tryAgain: 'Try again',

  controls: 'Steps of the game',
  asDealt: 'As dealt',
  turn: (turn, turns) => `Turn ${turn} of ${turns}`,
  tile: 'bonus tile',
  first: 'To the deal',
  previous: 'One step back',
  next: 'One step forward',
  last: 'To the end',
  run: 'Let it run',
  pause: 'Pause',
  keys: {
    step: 'one step back, one step forward',
    ends: 'to the deal, to the end',
    run: 'let it run, or pause',
    help: 'this list',
  },

  eyes: 'Point of view',
  openHands: 'Open hands',
  isYou: (name) => `${name} (you)`,

  moves: 'The whole game',

  about: 'This game',
  fromFile: 'from a file',
  unfinished: 'The file ends before the game does.',
  playDeal: 'Play this deal',
  playDealAbout: 'The same cards in the same order. Could it have ended differently?',
  withBots: 'With bots',
  withFriends: 'With friends',
  copyTurn: 'Link to this turn',
  byHand: 'Copy this address:',
  passOn: 'Pass it on',
  tamayaFile: 'Tamaya file',
  hanabliveFile: 'hanab.live file',
  hanabliveLink: 'hanab.live link',
  cannotCarry: 'hanab.live has no game like this one, so there’s no file for it.',
  leftBehind: 'Saved. This format leaves out:',
  linkLeavesOut: 'Link copied. It leaves out:',
  noted: (text) => `note: ${text}`,
  downloadFailed: 'The file can’t be written right now. Try again in a moment.',
};
