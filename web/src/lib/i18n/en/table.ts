/** English: at the table besides acting. */

import { plural } from '../plural';
import type { TableWords } from '../words/table';

const form = plural('en');

export const table: TableWords = {
  cardMore: 'Move, turn, note',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  turn: 'Turn',
  turnBack: 'Turn back',
  turned: 'turned',
  note: 'Note',
  noteFor: (place) => `Note on your card ${place}`,
  noteAbout: 'Only you can read it. It stays with the card.',
  noteSave: 'Save',
  noteWipe: 'Delete',
  noted: (text) => `your note: ${text}`,

  lookBack: 'Look back',
  lookingBack: 'Looking back',
  backToNow: 'Back to now',
  newMoves: (n) => `${n} new ${form(n, { one: 'move', other: 'moves' })}`,
  lookBackFailed: 'You can’t look back right now. Try again in a moment.',

  takeBack: 'Take back',
  asksBack: (name, n) => `${name} would like to take back the last ${form(n, { one: 'move', other: `${n} moves` })}.`,
  agree: 'Agree',
  decline: 'No, play on',
  youAsked: 'You’ve asked to take your move back. The others decide.',
  askedBy: (name) => `${name} has asked to take a move back. The others decide.`,
  takeBacksLeft: (n) => `${n} left`,
  takenBack: (n) => `${n} ${form(n, { one: 'take-back', other: 'take-backs' })}`,
  movesTakenBack: (n) => `${n} ${form(n, { one: 'move', other: 'moves' })} taken back`,
  awayDecides: 'Anyone who’s away answers when they’re back.',

  knownDeal: {
    replayed: ['Known deal', 'This deal has been played before: somebody may know the cards.'],
    uploaded: ['Deal from a file', 'This deal comes from a file: somebody may know the cards.'],
  },

  isAway: (name) => `${name} is away.`,
  freeSeatToMove: (place) => `It’s seat ${place}’s turn, and nobody is sitting there.`,
  hostCan: 'The host can let a bot play on.',
  botPlaysOn: 'Let a bot play on',
  clearSeat: 'Free the seat',
  hostAway: 'The host is away: it’s up to you to deal.',
  seatWaits: (place) => `Seat ${place} is free. You can play on from there.`,
  sitDown: 'Sit down',
  keptBy: (name) => `Your seat: ${name} is playing for you.`,
  keptFree: (place) => `Seat ${place} is yours, and nobody is playing it.`,
  takeSeat: 'Take it back',
  sawHands: 'A seat is free, but onlookers here see all hands. You can sit down when the game is over.',

  passTo: (name) => `Pass the device to ${name}`,
  passAbout: 'Everybody else looks away.',
  iAm: (name) => `I’m ${name}`,

  replay: 'See the replay',

  refused: {
    'not-arrived': 'The connection broke before your move got through. Try it again.',
    'bad-arrangement': 'Your hand has changed in the meantime.',
    'bad-note': 'A note can have up to 100 characters, and goes on a card in your hand.',
    'bad-text': 'A message needs 1 to 300 visible characters.',
    'no-talk': 'That kind of talk is off during a game at this table.',
    hush: 'Right now only the player whose turn it is may talk.',
    'no-take-back': 'At this table, a card laid is a card played.',
    'nothing-to-take-back': 'There’s nothing left to take back.',
    'nobody-to-agree': 'Nobody else is here to agree, so only a clue can be taken back, and only until the next move.',
    'no-more-take-backs': 'Moves have been taken back twenty times in this game. From now on, a card laid is a card played.',
    'asked-too-often': 'That question has come up often enough in this game. A card laid is a card played.',
  },
};
