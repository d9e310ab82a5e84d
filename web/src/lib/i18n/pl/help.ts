/** Polish: the rules of a game. */

import { plural } from '../plural';
import type { Help } from '../words/help';

const form = plural('pl');
const numbers = ['zero', 'jeden', 'dwa', 'trzy', 'cztery', 'pięć', 'sześć', 'siedem'];
const word = (n: number): string => numbers[n] ?? String(n);

export const help: Help = {
  title: 'Zasady tej gry',
  goal: (n) => [
    'Cel gry',
    `Razem odpalacie ${word(n)} ${form(n, { one: 'fajerwerk', few: 'fajerwerki', many: 'fajerwerków' })}, po jednym w każdym kolorze. Każdy to rząd kart 1, 2, 3, 4, 5, w tej kolejności. Kolor ma trzy jedynki, po dwie dwójki, trójki i czwórki oraz jedną piątkę.`,
  ],
  hands: (n) => [
    'Karty na ręce',
    `Każdy trzyma ${n} ${form(n, { one: 'kartę', few: 'karty', many: 'kart' })} i widzi karty wszystkich oprócz swoich. Ze swoich widzisz tylko rewersy.`,
  ],
  turn: ['Twoja kolej', 'Zrób dokładnie jedną rzecz: daj wskazówkę, odrzuć kartę albo zagraj kartę. Nie można spasować.'],
  clue: (n) => [
    'Daj wskazówkę',
    `Kosztuje żeton wskazówki; wszystkich jest ${n}. Wybierz osobę oraz jeden kolor albo jedną wartość: wskazane zostaną wszystkie jej karty tego koloru albo tej wartości.`,
  ],
  emptyClues: 'Wskazówka może też nie objąć niczego: „nie masz piątek”.',
  discard: ['Odrzuć', 'Odłóż kartę na dobre, odkrytą. Wraca żeton wskazówki i dobierasz nową kartę. Gdy wszystkie żetony są na miejscu, odrzucać nie można.'],
  play: ['Zagraj', 'Odwróć kartę. Jeśli jest następna w swoim fajerwerku, zostaje; jeśli nie, trafia na stos odrzuconych i to jest pomyłka. Potem dobierasz. Za ostatnią kartę fajerwerku wraca żeton wskazówki.'],
  mistakes: (n) => ['Pomyłki', `${n === 1 ? 'Pierwsza' : n === 2 ? 'Druga' : 'Trzecia'} pomyłka kończy grę przegraną.`],
  end: ['Koniec', 'Gdy ktoś dobierze ostatnią kartę z talii, każdy ma jeszcze jedną turę, ta osoba też. Jeśli wcześniej wszystkie fajerwerki są gotowe, od razu wygrywacie.'],
  score: (n) => ['Punkty', `Fajerwerk jest wart tyle, ile jego najwyższa karta. Najwięcej można mieć ${n} ${form(n, { one: 'punkt', few: 'punkty', many: 'punktów' })}; przegrana gra jest warta zero.`],
  bands: 'Co powiedzą ludzie',
  tips: 'Warto wiedzieć',
  tip: [
    'Przełóż swoje karty albo obróć którąś, żeby zapamiętać, co wiesz.',
    'Odrzucone karty może w każdej chwili obejrzeć każdy.',
    'Większość kart ma drugi egzemplarz: odrzucenie nieznanej to ryzyko, ale nie koniec świata.',
    'Gdy przepadną wszystkie egzemplarze jakiejś karty, dalsze karty jej fajerwerku służą już tylko do odzyskiwania żetonów wskazówek.',
  ],

  options: 'W tej grze także',
  multicolour: {
    own10: ['Szósty kolor', 'Dziesięć wielokolorowych kart tworzy osobny fajerwerk. Wskazówki nazywają je jak każdy kolor: „dwie wielokolorowe karty”.'],
    own5: ['Szósty kolor, pięć kart', 'Wielokolorowych kart jest po jednej każdej wartości i tworzą osobny fajerwerk. Wskazówki nazywają je jak każdy kolor. Nie wolno stracić żadnej.'],
    wild10: ['Wszystkie kolory naraz', 'Dziesięć wielokolorowych kart tworzy osobny fajerwerk. Obejmuje je każda wskazówka o kolorze: przy dwóch niebieskich i jednej wielokolorowej słyszysz „trzy niebieskie karty”. Nikt nie może powiedzieć „wielokolorowa” i nigdy nie zastępują one kart innego fajerwerku.'],
    wild5: ['Wszystkie kolory naraz, pięć kart', 'Wielokolorowych kart jest po jednej każdej wartości i tworzą osobny fajerwerk. Obejmuje je każda wskazówka o kolorze; nikt nie może powiedzieć „wielokolorowa”. Nigdy nie zastępują kart innego fajerwerku i nie wolno stracić żadnej.'],
  },
  black: ['Czarny proch', 'Dziesięć czarnych kart tworzy fajerwerk od końca: 5, 4, 3, 2, 1. Piątki są trzy, jedynka jedna. Żadna wskazówka o kolorze ich nie dotyczy i nikt nie może powiedzieć „czarna”; wartości można podawać. Za ukończenie wraca żeton wskazówki.'],
  blackScore: 'Każda brakująca czarna karta kosztuje punkt: wynik zaczyna się od −5, a każda dołożona czarna karta oddaje jeden punkt.',
  switches: {
    tiles: ['Kafelki nagród', 'Fajerwerk ukończony piątką odkrywa kafelek nagrody zamiast oddać żeton wskazówki. Kafelek działa od razu, potem dobierasz.'],
    announce: ['Zapowiedź koloru', 'Zanim odwrócisz kartę, możesz powiedzieć jej kolor. Jeśli trafisz i karta pasuje, wraca żeton wskazówki. Jeśli nie trafisz, to pomyłka, nawet gdyby karta pasowała.'],
    bouquet: ['Królewski pokaz', 'Nie ma ostatniej rundy. Gra trwa bez talii, aż wszystkie fajerwerki będą gotowe. Przegrana przychodzi z ostatnią pomyłką, ze stratą karty, która jest jeszcze potrzebna, albo gdy ktoś nie ma ani karty, ani żetonu wskazówki. Liczy się tylko całe niebo.'],
    noempty: ['Bez pustych wskazówek', 'Wskazówka musi objąć co najmniej jedną kartę.'],
  },
  tiles: 'Sześć kafelków',
};
