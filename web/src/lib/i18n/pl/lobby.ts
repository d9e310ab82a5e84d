/** Polish: before a game. */

import { plural } from '../plural';
import type { Lobby } from '../words/lobby';

const form = plural('pl');

export const lobby: Lobby = {
  inviteTitle: 'Zaproś znajomych',
  inviteLocked: 'Wyślij znajomym ten adres i podaj im hasło.',
  inviteLook: 'Kto otworzy ten adres, może oglądać.',
  inviteWait: 'Nie ma wolnych miejsc, a podczas gry ten stół niczego nie pokazuje.',
  share: 'Udostępnij…',
  showCode: 'Kod QR',
  hideCode: 'Ukryj kod',
  code: 'Kod QR z adresem tego stołu',
  copyByHand: 'Przeglądarka nie pozwala kopiować. Adres jest zaznaczony: skopiuj go ręcznie.',
  onlyHere: 'Ten adres działa tylko na tym komputerze. Uruchom serwer poleceniem {command}, a telefony z tej samej sieci będą mogły dołączyć.',

  seats: 'Miejsca',
  host: 'gospodarz',
  away: 'poza stołem',
  onlookers: (n) => `${n} ${form(n, { one: 'osoba ogląda', few: 'osoby oglądają', many: 'osób ogląda' })}`,
  fillWithBots: 'Boty na wolne miejsca',
  whichBot: (name) => `Jaki bot to ${name}?`,
  bots: {
    partner: ['Kompan', 'Gra według znanych konwencji i mówi ci dlaczego. Najlepsze towarzystwo do gry.'],
    'partner-1': ['Kompan początkujący', 'Jego podpowiedzi mówią, co zagrać i co zachować, nic więcej.'],
    'partner-3': ['Kompan wprawny', 'Śmiały: oczekuje, że zagrasz karty w ciemno, nawet dwie z rzędu.'],
    cautious: ['Ostrożny', 'Zagrywa tylko to, co na pewno pasuje, i mówi ci, co możesz zagrać. Spokojne towarzystwo.'],
    hat: ['Kapelusz', 'Mówi szyfrem, który rozumieją tylko jemu podobni. Najsilniejsza drużyna, ale nie dla ludzi.'],
    net: ['Samouk', 'Nauczył się gry, grając sam ze sobą. Silna drużyna, ale ma własne zwyczaje: nie dla ludzi.'],
    random: ['Losowy', 'Robi cokolwiek, na co pozwalają zasady. Dla śmiechu albo na próbę.'],
  },
  clearSure: 'Na pewno zwolnić?',
  makeHost: 'Oddaj stół',
  more: (name) => `Więcej: ${name}`,
  full: 'Wszystkie miejsca są zajęte. Zostań i oglądaj.',
  curtain: 'Podczas gry tego stołu nie widać z boku.',
  gameOn: ['Trwa gra', 'Gospodarz stołu nie pozwala zaglądać, póki się nie skończy.'],
  hotSeat: ['Gramy na jednym urządzeniu', 'Jedna osoba może zająć kilka miejsc. Karty są zakryte, póki urządzenie nie trafi do następnych rąk.'],
  nameForSeat: (place) => `Imię na miejsce ${place}`,

  doors: 'Kto może wejść',
  listed: ['Na liście otwartych stołów', 'Każdy na tym serwerze znajdzie stół i może dołączyć albo oglądać.'],
  notListed: 'Poza listą: trzeba mieć link.',
  isListed: 'Na liście otwartych stołów.',
  lockTitle: 'Hasło',
  isLocked: 'Kto teraz przyjdzie, musi znać hasło.',
  isOpen: 'Bez hasła: wystarczy link.',
  password: 'Hasło',
  lock: 'Zamknij',
  unlock: 'Usuń hasło',
  watchTitle: 'Oglądający widzą',
  watches: {
    nothing: ['nic', 'Nic z gry, dopóki się nie skończy.'],
    table: ['stół', 'Fajerwerki, odrzucone karty, wskazówki i to, co powiedziano; bez kart na ręce.'],
    hands: ['wszystkie ręce', 'Wszystko, karty na ręce też. Kto oglądał, nie może już usiąść do tej gry.'],
  },

  knockTitle: 'Ten stół ma hasło',
  knockAbout: 'Zna je osoba, która cię zaprasza.',
  knock: 'Wejdź',

  whatWePlay: 'W co gramy',
  rules: 'Zasady',
  dealSet: ['Rozdanie jest ustalone', 'Karty leżą tak jak w grze, która już się odbyła. Przy innych opcjach rozdanie będzie nowe.'],
  playSetDeal: 'Zagraj to rozdanie',
  dealAnew: 'Potasuj na nowo',
  sameDealAgain: 'To samo rozdanie',
  back: 'Wróć do wyniku',

  refused: {
    'seated-already': 'Masz już miejsce.',
    'not-seated': 'Nikt tam teraz nie siedzi.',
    'no-such-seat': 'Nie ma takiego miejsca.',
    'no-such-bot': 'Ten serwer nie zna tego bota.',
    'bad-settings': 'W to nie da się zagrać.',
    present: 'Osoba z tego miejsca jest przy stole.',
    'saw-cards': 'W tej grze znasz już te karty, więc to miejsce nie jest dla ciebie.',
    locked: 'Ten stół jest na hasło.',
    'wrong-password': 'To nie jest to hasło.',
    'bad-password': 'Hasło ma najwyżej 100 znaków.',
    'too-much': 'Trochę za szybko. Poczekaj chwilę i spróbuj jeszcze raz.',
  },
};
