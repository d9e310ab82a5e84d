/** English: the replay of a game. */

import type { Replay } from '../words/replay';

export const replay: Replay = {
  loading: 'Fetching the game…',
  failed: 'The game cannot be fetched right now.',
  tryAgain: 'Try again',

  controls: 'Steps of the game',
  asDealt: 'As dealt',
  turn: (turn, turns) => `Turn ${turn} of ${turns}`,
  tile: 'bonus tile',
  first: 'To the deal',
  previous: 'One step back',
  next: 'One step on',
  last: 'To the end',
  run: 'Let it run',
  pause: 'Pause',
  keys: {
    step: 'one step back, one step on',
    ends: 'to the deal, to the end',
    run: 'let it run, or pause',
    help: 'this list',
  },

  eyes: 'Whose eyes',
  openHands: 'Open hands',
  isYou: (name) => `${name} (you)`,

  moves: 'The whole game',

  about: 'This game',
  fromFile: 'from a file',
  unfinished: 'The file stops before the game was over.',
  playDeal: 'Play this deal',
  playDealAbout: 'The same cards in the same order. Could it have ended otherwise?',
  withBots: 'With bots',
  withFriends: 'With friends',
  copyTurn: 'Link to this turn',
  byHand: 'Copy this address:',
  passOn: 'Pass it on',
  tamayaFile: 'Tamaya file',
  hanabliveFile: 'hanab.live file',
  hanabliveLink: 'hanab.live link',
  cannotCarry: 'hanab.live does not know a game like this one, so there is no such file.',
  leftBehind: 'Saved. This format leaves out:',
  linkLeavesOut: 'Link copied. It leaves out:',
  noted: (text) => `note: ${text}`,
  downloadFailed: 'The file cannot be written right now. Try again in a moment.',
};
