/** Swedish: the options page. */

import { plural } from '../plural';
import type { OptionsWords } from '../words/options';

const form = plural('sv');
const numbers = ['noll', 'ett', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju'];
const word = (n: number): string => numbers[n] ?? String(n);

export const options: OptionsWords = {
  title: 'Alternativ',
  use: 'Spela så här',

  howToChoose: 'Vilket spel',
  fromBox: 'Från din ask',
  mix: 'Egen blandning',
  box: 'Ask',
  editions: {
    fr: ['Stora franska asken', 'Cocktail Games, ”Grands Feux”: flerfärgade och svarta kort, bonusbrickor.'],
    pl: ['Stora polska asken', 'Rebel: flerfärgade och svarta kort, bonusbrickor.'],
    sv: ['Lilla svenska asken', 'Fem flerfärgade kort, och att annonsera färgen.'],
    cs: ['Lilla tjeckiska asken', 'REXhry: fem regnbågskort, på två sätt.'],
    es: ['Spanska utgåvan', 'ABACUSSPIELE: tio flerfärgade kort, och olika svårighetsgrader.'],
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
  onlyOne: 'Bara ett av dem åt gången: det finns ett enda flerfärgat fyrverkeri, och ledtrådar behandlar dess kort på ett enda sätt.',
  further: 'Och dessutom',
  black: ['Svartkrut', 'Ett fyrverkeri från 5 ner till 1. Ingen ledtråd om färg pekar på det, och varje kort som saknas kostar en poäng.'],
  switches: {
    tiles: ['Bonusbrickor', 'Ett fyrverkeri som blir klart med sin femma avslöjar en bricka med en liten gåva i stället för en ledtrådsmarker.'],
    announce: ['Annonsera färgen', 'Säg kortets färg innan du spelar det: rätt ger en ledtrådsmarker tillbaka, fel är ett misstag.'],
    bouquet: ['Stora finalen', 'Ingen sista runda och ingen skala: gör klart alla fyrverkerier, eller förlora.'],
    noempty: ['Inga tomma ledtrådar', 'En ledtråd måste peka på något kort. ”Du har inga röda” går inte.'],
  },
  combine: 'Allt går att kombinera, utom två slags flerfärgade kort.',
  mistakes: 'Misstag',
  mistakesAbout: (n) =>
    n === 1 ? 'Det första misstaget innebär förlust.' : n === 2 ? 'Det andra misstaget innebär förlust.' : 'Det tredje misstaget innebär förlust, som i alla askar.',
  clues: 'Ledtrådsmarker',
  cluesAbout: (n) => (n === 8 ? 'Åtta, som i alla askar.' : `${n - 8} fler än i asken: lite lättare.`),
  cluesName: (n) => `${n} ledtrådsmarker`,

  players: 'Spelare',
  hand: (n) => `${n} kort på hand`,
  cards: (n) => `${n} kort totalt`,
  fireworks: (n) => `${word(n)} ${form(n, { one: 'fyrverkeri', other: 'fyrverkerier' })}`,
  atMost: (n) => `högst ${n} poäng`,
  allOrNothing: 'allt eller inget',
  inShort: 'I korthet',

  seatsGo: 'Det blir färre platser: den som sitter på de sista får resa sig.',
  dealGoes: 'Given som var bestämd hör till de gamla alternativen: det blir en ny.',
  first: 'Vem som börjar',
  firstChance: 'Slumpen avgör',
  firstAbout: 'Enligt reglerna den med de färggladaste kläderna: välj den platsen.',
  talk: 'Under spelet säger man',
  talks: {
    clues: ['bara ledtrådar', 'Som i reglerna: inget annat sägs.'],
    remarks: ['färdiga repliker', 'Några oskyldiga repliker som alla läser på sitt eget språk.'],
    chat: ['vad som helst', 'Fritt prat. Spela schysst.'],
  },
  hush: ['Tyst när någon tänker', 'Bara den vars tur det är får prata.'],
  takeBack: ['Ta tillbaka drag', 'Det senaste draget kan tas tillbaka om alla är med på det, även den som är borta. Ensam med bottar: bara en ledtråd, fram till nästa drag.'],
  takeBackGameOn: 'Ett parti pågår. Du kan tillåta det före nästa.',
  noTakeBack: 'Spelat är spelat.',
  bot: 'Dina medspelare',
};
