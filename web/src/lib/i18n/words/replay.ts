/** A finished game looked at step by step; also looking back during a game. */

export type ReplayKey = 'step' | 'ends' | 'run' | 'help';

export type Replay = {
  loading: string;
  failed: string;
  tryAgain: string;

  // steps
  controls: string;
  asDealt: string;
  turn: (turn: number, turns: number) => string;
  tile: string;
  first: string;
  previous: string;
  next: string;
  last: string;
  run: string;
  pause: string;
  keys: Record<ReplayKey, string>;

  // whose eyes
  eyes: string;
  openHands: string;
  isYou: (name: string) => string;

  // what happened
  moves: string;

  // this game
  about: string;
  fromFile: string;
  unfinished: string;
  playDeal: string;
  playDealAbout: string;
  withBots: string;
  withFriends: string;
  copyTurn: string;
  byHand: string;
  passOn: string;
  tamayaFile: string;
  hanabliveFile: string;
  hanabliveLink: string;
  cannotCarry: string;
  leftBehind: string;
  linkLeavesOut: string;
  /** what a player wrote about a card */
  noted: (text: string) => string;
  downloadFailed: string;
};
