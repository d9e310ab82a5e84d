/** Czech: the replay of a game. */

import type { Replay } from '../words/replay';

export const replay: Replay = {
  loading: 'Načítáme hru…',
  failed: 'Hru teď nejde načíst.',
  tryAgain: 'Zkusit znovu',

  controls: 'Hra krok za krokem',
  asDealt: 'Rozdání',
  turn: (turn, turns) => `Tah ${turn} z ${turns}`,
  tile: 'bonusová destička',
  first: 'Na rozdání',
  previous: 'O krok zpět',
  next: 'O krok dál',
  last: 'Na konec',
  run: 'Přehrávat',
  pause: 'Pozastavit',
  keys: {
    step: 'o krok zpět, o krok dál',
    ends: 'na rozdání, na konec',
    run: 'přehrávat, nebo pozastavit',
    help: 'tenhle seznam',
  },

  eyes: 'Pohled',
  openHands: 'Odkryté karty',
  isYou: (name) => `${name} (ty)`,

  moves: 'Celá hra',

  about: 'Tahle hra',
  fromFile: 'ze souboru',
  unfinished: 'Soubor končí dřív než hra.',
  playDeal: 'Zahrát tohle rozdání',
  playDealAbout: 'Stejné karty ve stejném pořadí. Dopadne to tentokrát jinak?',
  withBots: 'S roboty',
  withFriends: 'S přáteli',
  copyTurn: 'Odkaz na tento tah',
  byHand: 'Zkopíruj si tuhle adresu:',
  passOn: 'Sdílet',
  tamayaFile: 'Soubor Tamaya',
  hanabliveFile: 'Soubor hanab.live',
  hanabliveLink: 'Odkaz hanab.live',
  cannotCarry: 'hanab.live takovou hru nezná, takže pro ni soubor není.',
  leftBehind: 'Uloženo. Tenhle formát vynechává:',
  linkLeavesOut: 'Odkaz zkopírován. Vynechává:',
  noted: (text) => `poznámka: ${text}`,
  downloadFailed: 'Soubor teď nejde uložit. Zkus to za chvilku.',
};
