/** The words that were there first: cards, the log, the table, acting, the end, the front page. */

import type { Band, ColourName, EndReason, SuitName } from '../../wire';

/** Text with places in braces; `rich` puts things into them. */
export type Template = string;

export type Core = {
  language: string;

  // cards
  /** a card's colour, standing alone */
  suit: Record<SuitName, string>;
  card: (suit: SuitName, value: number) => string;
  /** the card as what is played, discarded or taken: Polish, Czech and Swedish inflect it */
  cardObject: (suit: SuitName, value: number) => string;
  hiddenCard: (place: number) => string;
  anyCard: string;
  cards: (count: number) => string;
  colourClue: (count: number, colour: ColourName) => string;
  valueClue: (count: number, value: number) => string;

  // what is known of a card
  knows: (what: string) => string;
  toldNothing: string;
  is: (what: string) => string;
  isNot: (items: readonly string[]) => string;
  listOr: (items: readonly string[]) => string;
  listAnd: (items: readonly string[]) => string;
  pointedNow: string;

  // the log: {who} and {whom} are names, {card} a `cardObject` (a `card` in the last two templates),
  // {what} a `colourClue` or `valueClue`
  tells: Template;
  tellsYou: Template;
  youTell: Template;
  discards: Template;
  youDiscard: Template;
  plays: Template;
  youPlay: Template;
  playsAs: Template;
  youPlayAs: Template;
  praise: readonly string[];
  doesNotFit: string;
  wrongColour: string;
  mistakeCount: (made: number, most: number) => string;
  fireworkComplete: string;
  tokenBack: string;
  tokensFull: string;
  forFree: string;
  tileIs: Record<1 | 2 | 3 | 4 | 5 | 6, string>;
  tileRevealed: (tile: number, words: string) => string;
  tileLost: string;
  tileUnused: string;
  mistakeForgiven: string;
  shuffledBack: Template;
  placedFromPile: Template;
  deckEmptyLastRound: string;
  deckEmptyGoesOn: string;
  nothingYet: string;

  // whose turn
  yourTurn: string;
  youBegin: string;
  isThinking: (name: string) => string;
  begins: (name: string) => string;
  waitingForTable: string;
  sending: string;
  skip: string;
  titleYourTurn: string;

  // the table
  you: string;
  bot: string;
  watching: string;
  clueTokens: (left: number, most: number) => string;
  mistakes: (made: number, most: number) => string;
  deck: (left: number) => string;
  deckShort: string;
  score: (score: number, most: number) => string;
  scoreShort: (score: number, most: number) => string;
  atBest: (most: number) => string;
  turnsLeft: (left: number) => string;
  menu: string;
  log: string;
  discardPile: string;
  whatIsLeft: string;
  leftOf: (card: string, left: number) => string;
  fireworks: string;
  firework: (suit: SuitName, placed: number, most: number) => string;
  fireworkDead: string;
  /** On the pile of a firework that cannot be completed: how many cards it can still have. */
  fireworkMost: (cards: number) => string;
  fireworkDone: string;
  yourHand: string;
  whatYouWereTold: string;
  handOf: (name: string) => string;
  tellSomebody: (name: string) => string;
  close: string;
  keysTitle: string;
  endGame: string;
  endGameSure: string;
  copyLink: string;
  linkCopied: string;
  home: string;

  // acting
  play: string;
  discard: string;
  clue: string;
  playAs: (suit: SuitName) => string;
  announceHelp: string;
  tell: (name: string) => string;
  tellWhat: (name: string, what: string) => string;
  tellTarget: string;
  pointsAt: (count: number, cards: string) => string;
  pointsAtNothing: string;
  pickClue: string;
  /** what can be chosen: a card or a teammate; only one of the two, where no clue, or no card, is left */
  hintStart: string;
  hintStartCard: string;
  hintStartMate: string;
  hintCard: string;
  /** where discarding is not possible */
  hintPlay: string;
  cancel: string;
  tileAsks: Record<3 | 4 | 5 | 6, string>;
  tileAsksEmptyDeck: string;
  take: (card: string) => string;
  takeNone: string;
  forgo: string;

  // why not
  whyNotYourTurn: string;
  whyChooseCard: string;
  whyTokensFull: string;
  whyNoToken: string;
  whyTileFirst: string;
  whyEmptyClue: string;
  whyHandEmpty: string;
  whyNotNow: string;
  refused: Record<string, string>;
  refusedOther: (words: string) => string;

  // connection
  lost: string;
  offlineTry: string;

  // the end
  verdict: Record<Band, string>;
  verdictLost: string;
  verdictBouquet: string;
  verdictStopped: string;
  why: Record<EndReason, string>;
  finalScore: (score: number, most: number) => string;
  onTheTable: (points: number, most: number) => string;
  blackPowder: string;
  again: string;
  sameDeal: string;
  hostDeals: string;

  // before the game
  tableTitle: string;
  seat: (place: number) => string;
  sitHere: string;
  standUp: string;
  seatBot: string;
  freeSeat: string;
  seatIsFree: string;
  invite: string;
  begin: string;
  beginNeedsAll: string;
  waitForHost: string;

  // the front page
  tagline: string;
  yourName: string;
  playWithBots: string;
  playWithFriends: string;
  change: string;
  playersCount: (count: number) => string;
  dealing: string;
  startFailed: string;
  credit: string;
  guest: readonly string[];
  variants: Record<string, readonly [name: string, about: string]>;
};
