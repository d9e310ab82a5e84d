/** Swedish: at the table besides acting. */

import { plural } from '../plural';
import type { TableWords } from '../words/table';

const form = plural('sv');

export const table: TableWords = {
  cardMore: 'Ordning, vrid, anteckning',
  moveLeft: 'Åt vänster',
  moveRight: 'Åt höger',
  turn: 'Vrid',
  turnBack: 'Räta upp',
  turned: 'vridet',
  note: 'Anteckning',
  noteFor: (place) => `Anteckning om ditt kort ${place}`,
  noteAbout: 'Bara du kan läsa den. Den följer med kortet.',
  noteSave: 'Spara',
  noteWipe: 'Ta bort',
  noted: (text) => `din anteckning: ${text}`,

  lookBack: 'Se tillbaka',
  lookingBack: 'Du ser tillbaka',
  backToNow: 'Till spelet',
  newMoves: (n) => `${n} ${form(n, { one: 'nytt drag', other: 'nya drag' })}`,
  lookBackFailed: 'Det går inte att se tillbaka just nu. Försök igen om en stund.',

  takeBack: 'Ta tillbaka',
  asksBack: (name, n) => `${name} vill gärna ta tillbaka ${form(n, { one: 'det senaste draget', other: `de senaste ${n} dragen` })}.`,
  agree: 'Det går bra',
  decline: 'Nej, spela vidare',
  youAsked: 'Du har bett om att få ta tillbaka ditt drag. De andra bestämmer.',
  askedBy: (name) => `${name} har bett om att få ta tillbaka ett drag. De andra bestämmer.`,
  takeBacksLeft: (n) => `${n} kvar`,
  takenBack: (n) => `${n} ${form(n, { one: 'tillbakatagning', other: 'tillbakatagningar' })}`,
  movesTakenBack: (n) => `${n} ${form(n, { one: 'tillbakataget drag', other: 'tillbakatagna drag' })}`,
  awayDecides: 'Den som är borta får svara när hen är tillbaka.',

  knownDeal: {
    replayed: ['Känd giv', 'Given har spelats förut, så någon kan känna till korten.'],
    uploaded: ['Giv från fil', 'Given kommer från en fil, så någon kan känna till korten.'],
  },

  isAway: (name) => `${name} är borta.`,
  freeSeatToMove: (place) => `Nu ska plats ${place} spela, och där sitter ingen.`,
  hostCan: 'Värden kan låta en bott spela vidare.',
  botPlaysOn: 'Låt en bott spela',
  clearSeat: 'Frigör platsen',
  hostAway: 'Värden är borta: nu är det du som delar ut.',
  seatWaits: (place) => `Plats ${place} är ledig. Du kan spela vidare därifrån.`,
  sitDown: 'Sätt dig',
  keptBy: (name) => `Din plats: ${name} spelar åt dig.`,
  keptFree: (place) => `Plats ${place} är din, och ingen spelar där.`,
  takeSeat: 'Ta tillbaka den',
  sawHands: 'En plats är ledig, men här ser åskådare alla händer. Du kan sätta dig när partiet är slut.',

  passTo: (name) => `Lämna över enheten till ${name}`,
  passAbout: 'Alla andra tittar bort.',
  iAm: (name) => `Jag är ${name}`,

  replay: 'Se partiet igen',

  refused: {
    'not-arrived': 'Anslutningen bröts innan ditt drag kom fram. Försök igen.',
    'bad-arrangement': 'Din hand har ändrats under tiden.',
    'bad-note': 'En anteckning får ha högst 100 tecken och hör till ett kort på din hand.',
    'bad-text': 'Ett meddelande ska ha 1 till 300 synliga tecken.',
    'no-talk': 'Så pratar man inte vid det här bordet under ett parti.',
    hush: 'Nu får bara den vars tur det är prata.',
    'no-take-back': 'Vid det här bordet är spelat spelat.',
    'nothing-to-take-back': 'Det finns inget kvar att ta tillbaka.',
    'nobody-to-agree': 'Det finns ingen annan som kan säga ja, så bara en ledtråd kan tas tillbaka, och bara fram till nästa drag.',
    'no-more-take-backs': 'Drag har tagits tillbaka tjugo gånger i det här partiet. Från och med nu är spelat spelat.',
    'asked-too-often': 'Frågan har kommit upp tillräckligt ofta i det här partiet. Spelat är spelat.',
  },
};
