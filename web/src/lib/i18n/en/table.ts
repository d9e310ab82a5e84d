/** English: at the table besides acting. */

import { plural } from '../plural';
import type { TableWords } from '../words/table';

const form = plural('en');

export const table: TableWords = {
  cardMore: 'Order, turn, note',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  turn: 'Turn',
  turnBack: 'Turn back',
  turned: 'turned',
  note: 'Note',
  noteFor: (place) => `Note on your card ${place}`,
  noteAbout: 'Only you can read it. It goes with the card.',
  noteSave: 'Keep it',
  noteWipe: 'Wipe it away',
  noted: (text) => `your note: ${text}`,

  lookBack: 'Look back',
  lookingBack: 'Looking back',
  backToNow: 'Back to now',
  newMoves: (n) => `${n} new ${form(n, { one: 'move', other: 'moves' })}`,
  lookBackFailed: 'Looking back is not possible right now. Try again in a moment.',

  takeBack: 'Take back',
  asksBack: (name, n) => `${name} would like to take back the last ${form(n, { one: 'move', other: `${n} moves` })}.`,
  agree: 'Agree',
  decline: 'No, go on',
  youAsked: 'You have asked to take your move back. The others decide.',
  askedBy: (name) => `${name} has asked to take a move back. The others decide.`,
  takeBacksLeft: (n) => `${n} left`,
  takenBack: (n) => `${n} ${form(n, { one: 'take-back', other: 'take-backs' })}`,
  movesTakenBack: (n) => `${n} ${form(n, { one: 'move', other: 'moves' })} taken back`,
  awayDecides: 'Whoever is away answers when they are back.',

  knownDeal: {
    replayed: ['Known deal', 'This deal has been played before: somebody may know the cards.'],
    uploaded: ['Deal from a file', 'This deal comes from a file: somebody may know the cards.'],
  },

  isAway: (name) => `${name} is away.`,
  freeSeatToMove: (place) => `Nobody sits on seat ${place}, and it is that seat’s turn.`,
  hostCan: 'The host can let a bot play on.',
  botPlaysOn: 'A bot plays on',
  clearSeat: 'Free the seat',
  hostAway: 'The host is away: you deal now.',
  seatWaits: (place) => `Seat ${place} is free. You can play on from there.`,
  sitDown: 'Sit down',
  keptBy: (name) => `Your seat: ${name} plays for you.`,
  keptFree: (place) => `Seat ${place} is yours, and nobody plays there.`,
  takeSeat: 'Take it back',
  sawHands: 'A seat is free, but onlookers here see all hands. You can sit down when the game is over.',

  passTo: (name) => `Pass the device to ${name}`,
  passAbout: 'Everybody else looks away.',
  iAm: (name) => `I am ${name}`,

  replay: 'See the replay',

  refused: {
    'not-arrived': 'The connection broke before your move got through. Try it again.',
    'bad-arrangement': 'Your hand has changed in the meantime.',
    'bad-note': 'A note has at most 100 characters and belongs to a card in your hand.',
    'bad-text': 'A message has 1 to 300 visible characters.',
    'no-talk': 'This table does not talk like that during a game.',
    hush: 'Now only the player whose turn it is talks.',
    'no-take-back': 'At this table what is played is played.',
    'nothing-to-take-back': 'There is nothing to take back any more.',
    'nobody-to-agree': 'Nobody else is here to agree, so only a clue can be taken back, and only until the next move.',
    'no-more-take-backs': 'Moves have been taken back twenty times in this game. From now on, what is played is played.',
    'asked-too-often': 'That question has come up often enough in this game. What is played is played.',
  },
};
