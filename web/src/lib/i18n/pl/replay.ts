/** Polish: the replay of a game. */

import type { Replay } from '../words/replay';

export const replay: Replay = {
  loading: 'Wczytujemy partię…',
  failed: 'Nie można teraz wczytać partii.',
  tryAgain: 'Spróbuj znowu',

  controls: 'Partia krok po kroku',
  asDealt: 'Rozdanie',
  turn: (turn, turns) => `Tura ${turn} z ${turns}`,
  tile: 'kafelek nagrody',
  first: 'Do rozdania',
  previous: 'Krok wstecz',
  next: 'Krok naprzód',
  last: 'Na koniec',
  run: 'Odtwarzaj',
  pause: 'Wstrzymaj',
  keys: {
    step: 'krok wstecz, krok naprzód',
    ends: 'do rozdania, na koniec',
    run: 'odtwarzaj albo wstrzymaj',
    help: 'ta lista',
  },

  eyes: 'Punkt widzenia',
  openHands: 'Odkryte karty',
  isYou: (name) => `${name} (ty)`,

  moves: 'Cała partia',

  about: 'Ta partia',
  fromFile: 'z pliku',
  unfinished: 'Plik urywa się przed końcem partii.',
  playDeal: 'Zagraj to rozdanie',
  playDealAbout: 'Te same karty w tej samej kolejności. Może pójdzie inaczej?',
  withBots: 'Z botami',
  withFriends: 'Ze znajomymi',
  copyTurn: 'Link do tej tury',
  byHand: 'Skopiuj ten adres:',
  passOn: 'Udostępnij',
  tamayaFile: 'Plik Tamaya',
  hanabliveFile: 'Plik hanab.live',
  hanabliveLink: 'Link hanab.live',
  cannotCarry: 'hanab.live nie zna takiej gry, więc nie ma dla niej pliku.',
  leftBehind: 'Zapisano. Ten format pomija:',
  linkLeavesOut: 'Link skopiowany. Pomija:',
  noted: (text) => `notatka: ${text}`,
  downloadFailed: 'Nie można teraz zapisać pliku. Spróbuj za chwilę.',
};
