/** Polish: the options page. */

import { plural } from '../plural';
import type { OptionsWords } from '../words/options';

const form = plural('pl');
const numbers = ['zero', 'jeden', 'dwa', 'trzy', 'cztery', 'pięć', 'sześć', 'siedem'];
const word = (n: number): string => numbers[n] ?? String(n);
const cards = (n: number): string => `${n} ${form(n, { one: 'karta', few: 'karty', many: 'kart' })}`;

export const options: OptionsWords = {
  title: 'Opcje',
  use: 'Gramy tak',

  howToChoose: 'Która gra',
  fromBox: 'Z pudełka',
  mix: 'Po swojemu',
  box: 'Pudełko',
  editions: {
    fr: ['Duże pudełko, francuskie', 'Cocktail Games, „Grands Feux”: karty wielokolorowe i czarne, kafelki nagród.'],
    pl: ['Duże pudełko, polskie', 'Rebel: karty wielokolorowe i czarne, kafelki nagród.'],
    sv: ['Małe pudełko, szwedzkie', 'Pięć kart wielokolorowych i zapowiadanie koloru.'],
    cs: ['Małe pudełko, czeskie', 'REXhry: pięć kart tęczowych, na dwa sposoby.'],
    es: ['Wydanie hiszpańskie', 'ABACUSSPIELE: dziesięć kart wielokolorowych i stopnie trudności.'],
  },
  gameOfBox: 'Gra',
  printed: (name) => `w pudełku: ${name}`,

  multicolour: 'Wielokolorowy fajerwerk',
  noMulticolour: ['Żaden', 'Same pięć kolorów.'],
  multicolours: {
    own10: ['Szósty kolor, dziesięć kart', 'Wskazówki mogą go nazywać jak każdy inny.'],
    own5: ['Szósty kolor, pięć kart', 'Wskazówki mogą go nazywać, ale każdej wartości jest tylko jedna karta.'],
    wild10: ['Wszystkie kolory naraz, dziesięć kart', 'Każda wskazówka o kolorze obejmuje też te karty; „wielokolorowej” nie wolno nazwać.'],
    wild5: ['Wszystkie kolory naraz, pięć kart', 'Każda wskazówka o kolorze je obejmuje, a każdej wartości jest tylko jedna karta.'],
  },
  onlyOne: 'Tylko jedna możliwość naraz: wielokolorowy fajerwerk jest jeden, a wskazówki traktują jego karty w jeden sposób.',
  further: 'I jeszcze',
  black: ['Czarny proch', 'Fajerwerk od 5 w dół do 1. Żadna wskazówka o kolorze go nie dotyczy, a każda brakująca karta kosztuje punkt.'],
  switches: {
    tiles: ['Kafelki nagród', 'Fajerwerk ukończony piątką odkrywa kafelek z małym prezentem zamiast żetonu wskazówki.'],
    announce: ['Zapowiedź koloru', 'Nazwij kolor karty przed zagraniem: jeśli trafisz, wraca żeton wskazówki; jeśli nie, to pomyłka.'],
    bouquet: ['Królewski pokaz', 'Bez ostatniej rundy i bez skali: albo wszystkie fajerwerki, albo przegrana.'],
    noempty: ['Bez pustych wskazówek', 'Wskazówka musi objąć jakąś kartę. „Nie masz czerwonych” jest zakazane.'],
  },
  combine: 'Wszystko można łączyć, oprócz dwóch rodzajów kart wielokolorowych.',
  mistakes: 'Pomyłki',
  mistakesAbout: (n) =>
    n === 1 ? 'Pierwsza pomyłka to przegrana.' : n === 2 ? 'Druga pomyłka to przegrana.' : 'Trzecia pomyłka to przegrana, jak w każdym pudełku.',
  clues: 'Żetony wskazówek',
  cluesAbout: (n) => (n === 8 ? 'Osiem, jak w każdym pudełku.' : `O ${n - 8} więcej niż w pudełku: trochę łatwiej.`),
  cluesName: (n) => `${n} ${form(n, { one: 'żeton wskazówki', few: 'żetony wskazówek', many: 'żetonów wskazówek' })}`,

  players: 'Ile osób',
  hand: (n) => `${cards(n)} na ręce`,
  cards: (n) => `razem ${cards(n)}`,
  fireworks: (n) => `${word(n)} ${form(n, { one: 'fajerwerk', few: 'fajerwerki', many: 'fajerwerków' })}`,
  atMost: (n) => `najwyżej ${n} ${form(n, { one: 'punkt', few: 'punkty', many: 'punktów' })}`,
  allOrNothing: 'wszystko albo nic',
  inShort: 'W skrócie',

  seatsGo: 'Miejsc będzie mniej: osoby z ostatnich będą musiały wstać.',
  dealGoes: 'Ustalone rozdanie należy do starych opcji: to będzie nowe.',
  first: 'Kto zaczyna',
  firstChance: 'Los zdecyduje',
  firstAbout: 'Według instrukcji osoba w najbardziej kolorowym ubraniu: wybierz jej miejsce.',
  talk: 'Rozmowy podczas gry',
  talks: {
    clues: ['tylko wskazówki', 'Jak w instrukcji: poza wskazówkami cisza.'],
    remarks: ['gotowe zdania', 'Kilka niewinnych zdań, które każdy czyta w swoim języku.'],
    chat: ['bez ograniczeń', 'Swobodna rozmowa. Grajcie uczciwie.'],
  },
  hush: ['Cisza, gdy ktoś myśli', 'Mówi tylko ten, czyja jest kolej.'],
  takeBack: ['Cofanie ruchów', 'Ostatni ruch można cofnąć, jeśli zgodzą się wszyscy, także nieobecni. Przy samych botach: tylko wskazówkę, do następnego ruchu.'],
  takeBackGameOn: 'Gra trwa. Można na to pozwolić przed następną.',
  noTakeBack: 'Co zagrane, to zagrane.',
  bot: 'Z kim grasz',
};
