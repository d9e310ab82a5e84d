/** English: the options page. */

import { plural } from '../plural';
import type { OptionsWords } from '../words/options';

const form = plural('en');
const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const word = (n: number): string => numbers[n] ?? String(n);

export const options: OptionsWords = {
  title: 'Options',
  use: 'Play like this',

  howToChoose: 'Which game',
  fromBox: 'From your box',
  mix: 'Mix your own',
  box: 'Box',
  editions: {
    fr: ['French big box', 'Cocktail Games, “Grands Feux”: multicolour and black cards, bonus tiles.'],
    pl: ['Polish big box', 'Rebel: multicolour and black cards, bonus tiles.'],
    sv: ['Swedish small box', 'Five multicolour cards, and announcing the colour.'],
    cs: ['Czech small box', 'REXhry: five rainbow cards, and two ways to play them.'],
    es: ['Spanish edition', 'ABACUSSPIELE: ten multicolour cards, and difficulty levels.'],
  },
  gameOfBox: 'Game',
  printed: (name) => `in the box: ${name}`,

  multicolour: 'Multicolour firework',
  noMulticolour: ['None', 'Just the five colours.'],
  multicolours: {
    own10: ['A sixth colour, ten cards', 'Clues can name it like any other colour.'],
    own5: ['A sixth colour, five cards', 'Clues can name it, but there is only one card of each value.'],
    wild10: ['Every colour at once, ten cards', 'Any colour clue points at these cards too; “multicolour” is never named.'],
    wild5: ['Every colour at once, five cards', 'Any colour clue points at them, and there is only one card of each value.'],
  },
  onlyOne: 'Only one of these at a time: there is one multicolour firework, and clues treat its cards in one way.',
  further: 'And also',
  black: ['Black powder', 'A firework that runs down from 5 to 1. No colour clue touches it, and each missing card costs a point.'],
  switches: {
    tiles: ['Bonus tiles', 'Completing a firework with its 5 turns up a tile with a small gift, instead of a clue token.'],
    announce: ['Announce the colour', 'Say a card’s colour before you play it: if you’re right, a clue token comes back; if you’re wrong, it’s a mistake.'],
    bouquet: ['Bouquet final', 'No last round, no ratings: complete every firework, or lose.'],
    noempty: ['No empty clues', 'A clue has to point at a card. “You have no red” isn’t allowed.'],
  },
  combine: 'Everything can be combined, except two kinds of multicolour cards.',
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

  seatsGo: 'There will be fewer seats: whoever sits in the last ones has to stand up.',
  dealGoes: 'The set deal belongs to the old options: this will be a new one.',
  first: 'Who goes first',
  firstChance: 'Chance decides',
  firstAbout: 'By most rulebooks, the player in the most colourful clothes; choose their seat for that.',
  talk: 'Talk during the game',
  talks: {
    clues: ['clues only', 'By the book: nothing is said but clues.'],
    remarks: ['set remarks', 'A few harmless remarks, shown to everyone in their own language.'],
    chat: ['anything', 'Say what you like, but play fair.'],
  },
  hush: ['Quiet while others think', 'Only the player whose turn it is may speak.'],
  takeBack: ['Taking moves back', 'The last move can be taken back if everybody agrees, including anyone who is away. Alone with bots: only a clue, and only until the next move.'],
  takeBackGameOn: 'A game is on. You can allow it before the next one.',
  noTakeBack: 'A card laid is a card played.',
  bot: 'Your partners',
};
