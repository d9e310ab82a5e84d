/** At the table besides acting: own cards, looking back, taking back, who is there, one device for several. */

import type { KnownDeal } from '../../wire';

export type TableWords = {
  // one's own cards
  cardMore: string;
  moveLeft: string;
  moveRight: string;
  turn: string;
  turnBack: string;
  /** said of a card that its holder has turned */
  turned: string;
  note: string;
  noteFor: (place: number) => string;
  noteAbout: string;
  noteSave: string;
  noteWipe: string;
  noted: (text: string) => string;

  // looking back
  lookBack: string;
  lookingBack: string;
  backToNow: string;
  newMoves: (count: number) => string;
  lookBackFailed: string;

  // taking back
  takeBack: string;
  asksBack: (name: string, moves: number) => string;
  agree: string;
  decline: string;
  youAsked: string;
  askedBy: (name: string) => string;
  /** in this game, when there are few */
  takeBacksLeft: (times: number) => string;
  /** with the result of a game */
  takenBack: (times: number) => string;
  /** at one place of a game, in its story */
  movesTakenBack: (moves: number) => string;
  awayDecides: string;

  /** a deal that somebody may know: a mark, and what it means */
  knownDeal: Record<KnownDeal, readonly [mark: string, about: string]>;

  // who is there
  isAway: (name: string) => string;
  freeSeatToMove: (place: number) => string;
  hostCan: string;
  botPlaysOn: string;
  clearSeat: string;
  hostAway: string;
  seatWaits: (place: number) => string;
  sitDown: string;
  keptBy: (bot: string) => string;
  keptFree: (place: number) => string;
  takeSeat: string;
  sawHands: string;

  // one device for several people
  passTo: (name: string) => string;
  passAbout: string;
  iAm: (name: string) => string;

  // the end
  replay: string;

  /** Why something was refused, where the other words do not say. */
  refused: Record<string, string>;
};
