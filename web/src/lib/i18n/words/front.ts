/** The front page: tables to go to, quiet ways, another device, addresses that name a game. */

import type { Wrong } from '../../variant';

export type Front = {
  // tables
  yourTables: string;
  goOn: string;
  gathering: string;
  openTables: string;
  noOpenTables: string;
  join: string;
  watchTables: string;
  noWatchTables: string;
  watch: string;
  freeSeats: (count: number) => string;
  bots: (count: number) => string;
  locked: string;
  openHands: string;
  turn: (turn: number) => string;
  points: (score: number) => string;
  listsFailed: string;

  // ways
  ways: string;
  newHere: string;
  learn: string;
  myGames: string;
  openReplay: string;

  // another device
  device: string;
  deviceTitle: string;
  deviceAbout: string;
  deviceCare: string;
  deviceFailed: string;
  deviceCode: string;
  devices: string;
  deviceHere: string;
  deviceUnknown: string;
  deviceSeen: (when: string) => string;
  signOut: string;
  signOutAll: string;
  signOutFailed: string;
  signedOut: string;
  signedOutAbout: string;
  claimTitle: string;
  claimAsk: string;
  claimYes: string;
  claimNo: string;
  claimDone: string;
  claimFailed: string;

  // addresses with nothing behind them
  nowhere: string;
  noTable: string;
  damagedTable: string;
  damagedAbout: string;
  noGame: string;
  nowhereAbout: string;

  /** An address names a game that cannot be played: `said` is what it named, `words` the culprits. */
  wrongVariant: Record<Wrong['wrong'], (words: string, said: string) => string>;
  wrongPlayers: string;
  standardInstead: string;
};
