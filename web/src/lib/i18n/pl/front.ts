/** Polish: the front page. */

import { plural, signed } from '../plural';
import type { Front } from '../words/front';

const form = plural('pl');

export const front: Front = {
  yourTables: 'Twoje stoły',
  goOn: 'Graj dalej',
  gathering: 'przed grą',
  openTables: 'Otwarte stoły',
  noOpenTables: 'Żaden stół nie czeka teraz na graczy. Otwórz swój, dodaj go do listy, a pojawi się tutaj.',
  join: 'Dołącz',
  watchTables: 'Gry do oglądania',
  noWatchTables: 'Na niebie spokój: nie ma teraz czego oglądać.',
  watch: 'Oglądaj',
  freeSeats: (n) => `${n} ${form(n, { one: 'wolne miejsce', few: 'wolne miejsca', many: 'wolnych miejsc' })}`,
  bots: (n) => `${n} ${form(n, { one: 'bot', few: 'boty', many: 'botów' })}`,
  locked: 'na hasło',
  openHands: 'odkryte karty',
  turn: (n) => `tura ${n}`,
  points: (n) => `${signed(n)} ${form(n, { one: 'punkt', few: 'punkty', many: 'punktów' })}`,
  listsFailed: 'Nie da się teraz wczytać listy stołów. Próbujemy dalej.',

  ways: 'Więcej',
  newHere: 'Pierwszy raz tutaj?',
  learn: 'Naucz się grać',
  myGames: 'Moje partie',
  openReplay: 'Otwórz plik z partią',

  device: 'Inne urządzenie',
  deviceTitle: 'Przenieś na inne urządzenie',
  deviceAbout: 'Zeskanuj ten kod albo otwórz ten link na drugim urządzeniu. Twoje miejsca i gry przejdą razem z tobą.',
  deviceCare: 'Kto otworzy ten link, gra jako ty, więc zachowaj go dla siebie. Działa raz, w ciągu godziny.',
  deviceFailed: 'Nie udało się utworzyć linku. Spróbuj za chwilę.',
  deviceCode: 'Kod QR twojego osobistego linku',
  devices: 'Urządzenia, które grają jako ty',
  deviceHere: 'to urządzenie',
  deviceUnknown: 'Inna przeglądarka',
  deviceSeen: (when) => `ostatnio tutaj: ${when}`,
  signOut: 'Wyloguj',
  signOutAll: 'Wyloguj wszystkie pozostałe',
  signOutFailed: 'Nie udało się. Spróbuj za chwilę.',
  signedOut: 'To urządzenie zostało wylogowane',
  signedOutAbout: 'Zrobiono to z innego twojego urządzenia. Tutaj zaczynasz teraz od zera.',
  claimTitle: 'Grać dalej tutaj?',
  claimAsk: 'Ten osobisty link przenosi do tej przeglądarki miejsca i gry z innego urządzenia. To, co było w niej do tej pory, zostanie porzucone.',
  claimYes: 'Tak, przenieś',
  claimNo: 'Nie, dziękuję',
  claimDone: 'Gotowe. Twoje miejsca i gry są już tutaj.',
  claimFailed: 'Ten osobisty link już nie działa. Można go użyć raz, w ciągu godziny: utwórz nowy na drugim urządzeniu.',

  nowhere: 'Nic tu nie ma',
  noTable: 'Nie ma tu stołu',
  damagedTable: 'Nie można pokazać tego stołu',
  damagedAbout: 'Jego zapis na serwerze jest uszkodzony. Z innymi stołami wszystko w porządku; daj znać osobie, która prowadzi ten serwer.',
  noGame: 'Nie ma tu żadnej partii',
  nowhereAbout: 'Może link jest niepełny, a może światła dawno tu zgasły.',

  wrongVariant: {
    unknown: (words, said) => `Adres wskazuje grę „${said}”, ale nie znamy słowa „${words}”.`,
    twice: (words, said) => `Adres wskazuje grę „${said}”, w której „${words}” pada więcej niż raz.`,
    'two-multicolours': (words, said) =>
      `Adres wskazuje grę „${said}”. Wielokolorowe karty mogą być tylko jednego rodzaju, a nie ${words}.`,
    'base-and-more': (words, said) =>
      `Adres wskazuje grę „${said}”. „base” to same pięć kolorów, więc nie łączy się z ${words}.`,
    'empty-word': () => 'Adres wskazuje grę, ale brakuje w nim słowa.',
    'too-long': () => 'Adres wskazuje grę o bardzo długiej nazwie. Nie znamy takiej.',
  },
  wrongPlayers: 'W Hanabi gra od dwóch do pięciu osób.',
  standardInstead: 'Zamiast niej jest gra podstawowa; „Zmień” pokazuje wszystkie inne.',
};
