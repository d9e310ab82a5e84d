/** Polish: at the table besides acting. */

import { plural } from '../plural';
import type { TableWords } from '../words/table';

const form = plural('pl');

export const table: TableWords = {
  cardMore: 'Kolejność, obrót, notatka',
  moveLeft: 'W lewo',
  moveRight: 'W prawo',
  turn: 'Obróć',
  turnBack: 'Wyprostuj',
  turned: 'obrócona',
  note: 'Notatka',
  noteFor: (place) => `Notatka do karty ${place}`,
  noteAbout: 'Widzisz ją tylko ty. Wędruje razem z kartą.',
  noteSave: 'Zapisz',
  noteWipe: 'Usuń',
  noted: (text) => `twoja notatka: ${text}`,

  lookBack: 'Spójrz wstecz',
  lookingBack: 'Spojrzenie wstecz',
  backToNow: 'Wróć do gry',
  newMoves: (n) => `${n} ${form(n, { one: 'nowy ruch', few: 'nowe ruchy', many: 'nowych ruchów' })}`,
  lookBackFailed: 'Teraz nie da się spojrzeć wstecz. Spróbuj za chwilę.',

  takeBack: 'Cofnij ruch',
  asksBack: (name, n) =>
    `${name} chce cofnąć ${form(n, { one: 'ostatni ruch', few: `ostatnie ${n} ruchy`, many: `ostatnich ${n} ruchów` })}.`,
  agree: 'Zgoda',
  decline: 'Nie, gramy dalej',
  youAsked: 'Prosisz o cofnięcie ruchu. Decydują pozostali.',
  askedBy: (name) => `${name} prosi o cofnięcie ruchu. Decydują pozostali.`,
  takeBacksLeft: (n) => `zostało ${n}`,
  takenBack: (n) => `${n} ${form(n, { one: 'cofnięcie ruchu', few: 'cofnięcia ruchów', many: 'cofnięć ruchów' })}`,
  movesTakenBack: (n) => `${n} ${form(n, { one: 'cofnięty ruch', few: 'cofnięte ruchy', many: 'cofniętych ruchów' })}`,
  awayDecides: 'Kto jest nieobecny, zdecyduje po powrocie.',

  knownDeal: {
    replayed: ['Znane rozdanie', 'To rozdanie było już grane, więc ktoś może znać karty.'],
    uploaded: ['Rozdanie z pliku', 'To rozdanie pochodzi z pliku, więc ktoś może znać karty.'],
  },

  isAway: (name) => `${name} jest offline.`,
  freeSeatToMove: (place) => `Kolej na miejsce ${place}, a nikt tam nie siedzi.`,
  hostCan: 'Gospodarz może wpuścić do gry bota.',
  botPlaysOn: 'Niech gra bot',
  clearSeat: 'Zwolnij miejsce',
  hostAway: 'Gospodarza nie ma: teraz rozdajesz ty.',
  seatWaits: (place) => `Miejsce ${place} jest wolne. Możesz tam grać dalej.`,
  sitDown: 'Siadam',
  keptBy: (name) => `Twoje miejsce: gra za ciebie ${name}.`,
  keptFree: (place) => `Miejsce ${place} jest twoje i nikt tam nie gra.`,
  takeSeat: 'Wracam na miejsce',
  sawHands: 'Jest wolne miejsce, ale tutaj oglądający widzą wszystkie karty. Możesz usiąść po tej grze.',

  passTo: (name) => `Teraz przy urządzeniu: ${name}`,
  passAbout: 'Reszta patrzy w inną stronę.',
  iAm: (name) => `To ja, ${name}`,

  replay: 'Obejrzyj powtórkę',

  refused: {
    'not-arrived': 'Połączenie zerwało się, zanim ruch dotarł. Spróbuj jeszcze raz.',
    'bad-arrangement': 'Twoje karty zmieniły się w międzyczasie.',
    'bad-note': 'Notatka może mieć najwyżej 100 znaków i dotyczyć karty na twojej ręce.',
    'bad-text': 'Wiadomość musi mieć od 1 do 300 widocznych znaków.',
    'no-talk': 'Przy tym stole tak się podczas gry nie rozmawia.',
    hush: 'Teraz mówi tylko ten, czyja jest kolej.',
    'no-take-back': 'Przy tym stole co zagrane, to zagrane.',
    'nothing-to-take-back': 'Nie ma już czego cofać.',
    'nobody-to-agree': 'Nie ma nikogo, kto mógłby się zgodzić, więc cofnąć można tylko wskazówkę i tylko do następnego ruchu.',
    'no-more-take-backs': 'W tej grze cofano ruchy już dwadzieścia razy. Odtąd co zagrane, to zagrane.',
    'asked-too-often': 'W tej grze to pytanie padło już wystarczająco często. Co zagrane, to zagrane.',
  },
};
