/** English: the options page. */

import { plural } from '../plural';
import type { OptionsWords } from '../words/options';

const form = plural('en');
const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const word = (n: number): string => numbers[n] ?? String(n);

export const options: OptionsWords = {
  title: 'Options',
  use: 'Play it like this',

  howToChoose: 'Which game',
  fromBox: 'From your box',
  mix: 'Mix your own',
  box: 'Box',
  editions: {
    fr: ['French big box', 'Cocktail Games, “Grands Feux”: multicolour and black cards, bonus tiles.'],
    pl: ['Polish big box', 'Rebel: multicolour and black cards, bonus tiles.'],
    sv: ['Swedish small box', 'Five multicolour cards, and colours that are announced.'],
    cs: ['Czech small box', 'REXhry: five rainbow cards, to be played in two ways.'],
    es: ['Spanish edition', 'ABACUSSPIELE: ten multicolour cards, and steps of difficulty.'],
  },
  gameOfBox: 'Game',
  printed: (name) => `in the box: ${name}`,

  multicolour: 'Multicolour firework',
  noMulticolour: ['None', 'The five colours alone.'],
  multicolours: {
    own10: ['A sixth colour, ten cards', 'Clues can name it like any other colour.'],
    own5: ['A sixth colour, five cards', 'Clues can name it, but there is only one card of each value.'],
    wild10: ['Every colour at once, ten cards', 'Any colour clue points at these cards too; “multicolour” is never named.'],
    wild5: ['Every colour at once, five cards', 'Any colour clue points at them, and there is only one card of each value.'],
  },
  onlyOne: 'Only one of these at a time: there is one multicolour firework, and its cards answer to clues in one way.',
  further: 'And also',
  black: ['Black powder', 'A firework that runs down from 5 to 1. No colour clue touches it, and each card missing costs a point.'],
  switches: {
    tiles: ['Bonus tiles', 'A firework completed with its 5 turns up a tile with a small gift, in place of the clue token.'],
    announce: ['Announce the colour', 'Say a card’s colour before you play it: right brings a clue token, wrong is a mistake.'],
    bouquet: ['Bouquet final', 'No last round, no scale: complete every firework, or lose.'],
    noempty: ['No empty clues', 'A clue has to point at a card. “You have no red” is not allowed.'],
  },
  combine: 'Everything goes with everything else. Only two kinds of multicolour cards exclude each other.',
  mistakes: 'Mistakes',
  mistakesAbout: (n) => (n === 1 ? 'The first mistake loses the game.' : n === 2 ? 'The second mistake loses the game.' : 'The third mistake loses the game, as in every box.'),
  clues: 'Clue tokens',
  cluesAbout: (n) => (n === 8 ? 'Eight, as in every box.' : `${n - 8} more than in the box: a little easier.`),
  cluesName: (n) => `${n} clue tokens`,

  players: 'Players',
  hand: (n) => `${n} ${form(n, { one: 'card', other: 'cards' })} in each hand`,
  cards: (n) => `${n} ${form(n, { one: 'card', other: 'cards' })} in all`,
  fireworks: (n) => `${word(n)} ${form(n, { one: 'firework', other: 'fireworks' })}`,
  atMost: (n) => `${n} ${form(n, { one: 'point', other: 'points' })} at most`,
  allOrNothing: 'all or nothing',
  inShort: 'In short',

  seatsGo: 'There will be fewer seats: who sits on the last ones stands up.',
  dealGoes: 'The deal that was set goes with the old options: this will be a new one.',
  first: 'Who begins',
  firstChance: 'Chance decides',
  firstAbout: 'The boxes ask for the most colourful clothes; choose a seat for that.',
  talk: 'During the game people say',
  talks: {
    clues: ['clues only', 'As in the book: a clue is all that is said.'],
    remarks: ['set remarks', 'A few harmless remarks that appear in everyone’s own language.'],
    chat: ['anything', 'Free talk. Be fair to the game.'],
  },
  hush: ['Quiet while others think', 'Only the player whose turn it is may say something.'],
  takeBack: ['Taking moves back', 'The last move can be taken back if everybody agrees, whoever is away included. With bots alone: only a clue, until the next move.'],
  takeBackGameOn: 'A game is on. You can allow it before the next one.',
  noTakeBack: 'What is played is played.',
  bot: 'Your partners',
};
