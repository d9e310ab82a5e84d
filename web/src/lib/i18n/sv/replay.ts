/** Swedish: the replay of a game. */

import type { Replay } from '../words/replay';

export const replay: Replay = {
  loading: 'Hämtar partiet…',
  failed: 'Partiet går inte att hämta just nu.',
  tryAgain: 'Försök igen',

  controls: 'Partiet steg för steg',
  asDealt: 'Given',
  turn: (turn, turns) => `Tur ${turn} av ${turns}`,
  tile: 'bonusbricka',
  first: 'Till given',
  previous: 'Ett steg bakåt',
  next: 'Ett steg framåt',
  last: 'Till slutet',
  run: 'Spela upp',
  pause: 'Pausa',
  keys: {
    step: 'ett steg bakåt, ett steg framåt',
    ends: 'till given, till slutet',
    run: 'spela upp, eller pausa',
    help: 'den här listan',
  },

  eyes: 'Perspektiv',
  openHands: 'Öppna händer',
  isYou: (name) => `${name} (du)`,

  moves: 'Hela partiet',

  about: 'Det här partiet',
  fromFile: 'från en fil',
  unfinished: 'Filen tar slut innan partiet gör det.',
  playDeal: 'Spela den här given',
  playDealAbout: 'Samma kort i samma ordning. Går det bättre den här gången?',
  withBots: 'Med bottar',
  withFriends: 'Med vänner',
  copyTurn: 'Länk till turen',
  byHand: 'Kopiera den här adressen:',
  passOn: 'Dela',
  tamayaFile: 'Tamaya-fil',
  hanabliveFile: 'hanab.live-fil',
  hanabliveLink: 'hanab.live-länk',
  cannotCarry: 'hanab.live har inget sådant spel, så det finns ingen fil för det.',
  leftBehind: 'Sparat. Det här formatet utelämnar:',
  linkLeavesOut: 'Länken är kopierad. Den utelämnar:',
  noted: (text) => `anteckning: ${text}`,
  downloadFailed: 'Filen går inte att spara just nu. Försök igen om en stund.',
};
