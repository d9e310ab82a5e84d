/** Swedish: the rules of a game. */

import type { Help } from '../words/help';

const numbers = ['noll', 'ett', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'nio', 'tio', 'elva', 'tolv'];
const word = (n: number): string => numbers[n] ?? String(n);

export const help: Help = {
  title: 'Spelets regler',
  goal: (n) => [
    'Vad det går ut på',
    `Tillsammans tänder ni ${word(n)} fyrverkerier, ett i varje färg. Vart och ett är en rad kort, 1, 2, 3, 4, 5, i den ordningen. En färg har tre ettor, två tvåor, två treor, två fyror och en enda femma.`,
  ],
  hands: (n) => ['Händerna', `Var och en har ${word(n)} kort och ser allas händer utom sin egen. Av dina egna ser du bara baksidan.`],
  turn: ['Din tur', 'Gör exakt en sak: ge en ledtråd, kasta ett kort eller spela ett kort. Det går inte att passa.'],
  clue: (n) => [
    'Ge en ledtråd',
    `Det kostar en av de ${word(n)} ledtrådsmarkerna. Välj någon, och en färg eller en siffra: alla kort med den färgen eller siffran pekas ut.`,
  ],
  emptyClues: 'En ledtråd får också peka på ingenting: ”du har inga femmor”.',
  discard: ['Kasta', 'Lägg bort ett kort för gott, med framsidan upp. En ledtrådsmarker kommer tillbaka, och du drar ett nytt kort. När alla marker är på plats går det inte.'],
  play: ['Spela', 'Vänd ett kort. Är det nästa i sitt fyrverkeri stannar det där; annars hamnar det i kasthögen och är ett misstag. Sedan drar du. Sista kortet i ett fyrverkeri ger en ledtrådsmarker tillbaka.'],
  mistakes: (n) => ['Misstag', `Det ${n === 1 ? 'första' : n === 2 ? 'andra' : 'tredje'} misstaget avslutar spelet, och ni förlorar.`],
  end: ['Slutet', 'När lekens sista kort har dragits får alla en tur till, även den som drog det. Är alla fyrverkerier klara innan dess har ni vunnit på fläcken.'],
  score: (n) => ['Poäng', `Varje fyrverkeri är värt sitt högsta kort. ${n} poäng är det mesta man kan få; ett förlorat spel är värt noll.`],
  bands: 'Vad folk säger',
  tips: 'Bra att veta',
  tip: [
    'Lägg dina kort i en annan ordning eller vrid ett, så minns du vad du vet.',
    'Alla får titta i kasthögen när som helst.',
    'Av de flesta kort finns det ett till: att kasta ett okänt kort är en risk, men inte hela världen.',
    'När alla exemplar av ett kort är borta duger de följande korten i fyrverkeriet bara till att få tillbaka ledtrådsmarker.',
  ],

  options: 'I det här spelet också',
  multicolour: {
    own10: ['En sjätte färg', 'Tio flerfärgade kort bildar ett eget fyrverkeri. Ledtrådar nämner dem som vilken färg som helst: ”två flerfärgade kort”.'],
    own5: ['En sjätte färg, fem kort', 'Det finns ett flerfärgat kort av varje siffra, och de bildar ett eget fyrverkeri. Ledtrådar nämner dem som vilken färg som helst. Inget av dem får gå förlorat.'],
    wild10: ['Alla färger på en gång', 'Tio flerfärgade kort bildar ett eget fyrverkeri. Varje ledtråd om färg pekar på dem också: med två blå och ett flerfärgat får du höra ”tre blå kort”. Ingen får säga ”flerfärgad”, och de ersätter aldrig ett annat fyrverkeris kort.'],
    wild5: ['Alla färger på en gång, fem kort', 'Det finns ett flerfärgat kort av varje siffra, och de bildar ett eget fyrverkeri. Varje ledtråd om färg pekar på dem också; ingen får säga ”flerfärgad”. De ersätter aldrig ett annat fyrverkeris kort, och inget av dem får gå förlorat.'],
  },
  black: ['Svartkrut', 'Tio svarta kort bildar ett fyrverkeri baklänges: 5, 4, 3, 2, 1. Tre är femmor, bara ett är en etta. Ingen ledtråd om färg pekar på dem och ingen får nämna svart; siffror går bra. Blir det klart kommer en ledtrådsmarker tillbaka.'],
  blackScore: 'Varje svart kort som saknas kostar en poäng: man börjar på −5, och varje svart kort som läggs ger tillbaka en poäng.',
  switches: {
    tiles: ['Bonusbrickor', 'Ett fyrverkeri som blir klart med en femma avslöjar en bonusbricka i stället för att ge en ledtrådsmarker tillbaka. Brickan används genast, sedan drar du.'],
    announce: ['Annonsera färgen', 'Innan du vänder ett kort får du säga dess färg. Har du rätt och kortet passar kommer en ledtrådsmarker tillbaka. Har du fel är det ett misstag, även om kortet hade passat.'],
    bouquet: ['Stora finalen', 'Det finns ingen sista runda. Spelet går vidare utan lek tills alla fyrverkerier är klara. Det är förlorat vid det sista misstaget, när ett kort som ännu behövs är borta för gott, eller när någon varken har kort eller ledtrådsmarker. Bara en hel himmel räknas.'],
    noempty: ['Inga tomma ledtrådar', 'En ledtråd måste peka på minst ett kort.'],
  },
  tiles: 'De sex brickorna',
};
