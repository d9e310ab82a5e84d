/** Swedish: the options page. */

import { plural } from '../plural';
import type { OptionsWords } from '../words/options';

const form = plural('sv');
const numbers = ['noll', 'ett', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju'];
const word = (n: number): string => numbers[n] ?? String(n);

export const options: OptionsWords = {
  title: 'Val',
  use: 'Spela så här',

  howToChoose: 'Vilket spel',
  fromBox: 'Ur din ask',
  mix: 'Egen blandning',
  box: 'Ask',
  editions: {
    fr: ['Stora franska asken', 'Cocktail Games, ”Grands Feux”: flerfärgade och svarta kort, bonusbrickor.'],
    pl: ['Stora polska asken', 'Rebel: flerfärgade och svarta kort, bonusbrickor.'],
    sv: ['Lilla svenska asken', 'Fem flerfärgade kort, och färger som utropas.'],
    cs: ['Lilla tjeckiska asken', 'REXhry: fem regnbågskort, på två sätt.'],
    es: ['Spanska utgåvan', 'ABACUSSPIELE: tio flerfärgade kort, och olika svårighet.'],
  },
  gameOfBox: 'Spel',
  printed: (name) => `i asken: ${name}`,

  multicolour: 'Flerfärgat fyrverkeri',
  noMulticolour: ['Inget', 'Bara de fem färgerna.'],
  multicolours: {
    own10: ['En sjätte färg, tio kort', 'Ledtrådar kan nämna den som vilken färg som helst.'],
    own5: ['En sjätte färg, fem kort', 'Ledtrådar kan nämna den, men det finns bara ett kort av varje siffra.'],
    wild10: ['Alla färger på en gång, tio kort', 'Varje ledtråd om färg pekar på dem också; ”flerfärgad” nämns aldrig.'],
    wild5: ['Alla färger på en gång, fem kort', 'Varje ledtråd om färg pekar på dem, och det finns bara ett kort av varje siffra.'],
  },
  onlyOne: 'Bara ett av dem åt gången: det finns ett enda flerfärgat fyrverkeri, och dess kort svarar på ledtrådar på ett enda sätt.',
  further: 'Och dessutom',
  black: ['Svartkrut', 'Ett fyrverkeri från 5 ner till 1. Ingen ledtråd om färg rör det, och varje kort som saknas kostar en poäng.'],
  switches: {
    tiles: ['Bonusbrickor', 'Ett fyrverkeri som blir klart med sin femma avslöjar en bricka med en liten gåva i stället för en ledtråd tillbaka.'],
    announce: ['Utropa färgen', 'Säg kortets färg innan du spelar det: rätt ger en ledtråd tillbaka, fel är ett misstag.'],
    bouquet: ['Stora finalen', 'Ingen sista runda och ingen skala: gör klart alla fyrverkerier, eller förlora.'],
    noempty: ['Inga tomma ledtrådar', 'En ledtråd måste peka på något kort. ”Du har inga röda” går inte.'],
  },
  combine: 'Allt går ihop med allt. Bara två slags flerfärgade kort utesluter varandra.',
  mistakes: 'Misstag',
  mistakesAbout: (n) =>
    n === 1 ? 'Det första misstaget är en förlust.' : n === 2 ? 'Det andra misstaget är en förlust.' : 'Det tredje misstaget är en förlust, som i alla askar.',
  clues: 'Ledtrådar',
  cluesAbout: (n) => (n === 8 ? 'Åtta, som i alla askar.' : `${n - 8} fler än i asken: lite lättare.`),
  cluesName: (n) => `${n} ledtrådar`,

  players: 'Spelare',
  hand: (n) => `${n} kort på hand`,
  cards: (n) => `${n} kort totalt`,
  fireworks: (n) => `${word(n)} ${form(n, { one: 'fyrverkeri', other: 'fyrverkerier' })}`,
  atMost: (n) => `högst ${n} poäng`,
  allOrNothing: 'allt eller inget',
  inShort: 'I korthet',

  seatsGo: 'Det blir färre platser: den som sitter på de sista reser sig.',
  dealGoes: 'Given som var bestämd hörde till de gamla valen: det blir en ny.',
  first: 'Vem som börjar',
  firstChance: 'Slumpen avgör',
  firstAbout: 'I asken börjar de färggladaste kläderna: välj den platsen.',
  talk: 'Under spelet säger man',
  talks: {
    clues: ['bara ledtrådar', 'Som i regelboken: ledtrådarna är allt som sägs.'],
    remarks: ['färdiga repliker', 'Några oskyldiga repliker som alla läser på sitt eget språk.'],
    chat: ['vad som helst', 'Fritt prat. Spela schysst.'],
  },
  hush: ['Tyst när någon tänker', 'Bara den som har turen får säga något.'],
  takeBack: ['Ta tillbaka drag', 'Det senaste draget kan tas tillbaka om alla är med på det, även den som är borta. Med bara bottar: bara en ledtråd, fram till nästa drag.'],
  takeBackGameOn: 'Ett parti pågår. Du kan tillåta det före nästa.',
  noTakeBack: 'Spelat är spelat.',
  bot: 'Dina medspelare',
};
