/** Polish: the feel of the table. */

import type { Feel } from '../words/feel';

export const feel: Feel = {
  settings: 'Ustawienia',
  switches: {
    sound: ['Dźwięk', 'dzwon, gdy przychodzi twoja kolej, fajerwerki, gdy karta pasuje'],
    vibration: ['Wibracje', 'krótka wibracja, gdy przychodzi twoja kolej'],
    notifications: ['Powiadomienia', 'gdy przychodzi twoja kolej, a ta strona jest w tle'],
    singleKeys: ['Skróty jednoklawiszowe', 'p zagrywa, d odrzuca, litery i cyfry dają wskazówki'],
    counting: ['Pomoc w liczeniu', 'na twoich kartach: czym jeszcze mogą być, sądząc po kartach, które widzisz'],
  },
  notificationsBlocked: 'Przeglądarka nie pozwala tej stronie na powiadomienia. Można to zmienić w jej ustawieniach.',
  notificationsMissing: 'Ta przeglądarka nie obsługuje tu powiadomień.',
  vibrationMissing: 'To urządzenie nie obsługuje wibracji.',
  pace: 'Inni grają',
  paces: { quick: 'szybko', easy: 'spokojnie', slow: 'powoli' },
  theme: 'Niebo',
  themes: { system: 'jak urządzenie', dark: 'noc', light: 'dzień' },

  keys: {
    move: 'przejście między kartami i graczami',
    choose: 'wybór i potwierdzenie',
    play: 'zagranie wybranej karty',
    discard: 'odrzucenie wybranej karty',
    value: 'wskazówka z tą wartością; drugi raz potwierdza',
    colour: 'wskazówka lub zapowiedź koloru: czerwony, żółty, zielony, biały, niebieski, wielokolorowy, czarny; drugi raz potwierdza',
    order: 'przesunięcie wybranej karty w lewo, w prawo',
    turn: 'obrócenie wybranej karty',
    note: 'prywatna notatka do wybranej karty',
    back: 'spojrzenie wstecz; potem krok wstecz, krok naprzód',
    next: 'następny przycisk',
    cancel: 'jednak nie',
    help: 'ta lista',
  },
  singleKeysOff: 'Skróty jednoklawiszowe są wyłączone w ustawieniach.',

  canBe: 'Z liczenia wynika, że to może być',
  skipFinale: 'Dotknij ekranu lub naciśnij klawisz, aby przejść dalej',
};
