/** Before a game: who comes, who sits where, who may look on. */

import type { Watch } from '../../wire';
import type { Template } from './core';

export type Lobby = {
  // the invitation
  inviteTitle: string;
  inviteLocked: string;
  inviteLook: string;
  inviteWait: string;
  share: string;
  showCode: string;
  hideCode: string;
  code: string;
  copyByHand: string;
  /** {command} starts the server for other devices */
  onlyHere: Template;

  // seats
  seats: string;
  host: string;
  away: string;
  onlookers: (count: number) => string;
  /** So many who are no players see all hands. */
  seeHands: (count: number) => string;
  /** how many have in this game, those who have left included */
  sawHands: (count: number) => string;
  fillWithBots: string;
  whichBot: (name: string) => string;
  /** Programs of others that are connected, and a word for one of them. */
  guests: readonly [name: string, about: string];
  guest: string;
  inviteGuest: string;
  /** the same for who hears the page; begins with the words that are seen */
  inviteNamed: (name: string) => string;
  /** Bots that we know by name: what they are called, and what they are like. */
  bots: Record<string, readonly [name: string, about: string]>;
  /** asked before a seat is cleared in the middle of a game */
  clearSure: string;
  makeHost: string;
  more: (name: string) => string;
  full: string;
  curtain: string;
  /** for onlookers who are shown nothing of it */
  gameOn: readonly [name: string, about: string];
  hotSeat: readonly [name: string, about: string];
  nameForSeat: (place: number) => string;

  // who may come in
  doors: string;
  listed: readonly [name: string, about: string];
  notListed: string;
  isListed: string;
  lockTitle: string;
  isLocked: string;
  isOpen: string;
  password: string;
  lock: string;
  unlock: string;
  watchTitle: string;
  watches: Record<Watch, readonly [name: string, about: string]>;

  // a locked table
  knockTitle: string;
  knockAbout: string;
  knock: string;

  // the game and the deal
  whatWePlay: string;
  rules: string;
  dealSet: readonly [name: string, about: string];
  playSetDeal: string;
  dealAnew: string;
  sameDealAgain: string;
  back: string;

  /** Why something was refused, where the core words do not say. */
  refused: Record<string, string>;
};
