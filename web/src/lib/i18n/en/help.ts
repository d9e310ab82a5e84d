/** English: the rules of a game. */

import type { Help } from '../words/help';

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const word = (n: number): string => numbers[n] ?? String(n);
const nth = (n: number): string => ['first', 'second', 'third'][n - 1] ?? `${n}th`;

export const help: Help = {
  title: 'Rules of this game',
  goal: (n) => [
    'What it is about',
    `Together you light ${word(n)} fireworks, one of each colour. Each is a row of cards, 1, 2, 3, 4, 5, in this order. A colour has three 1s, two each of 2, 3 and 4, and a single 5.`,
  ],
  hands: (n) => ['Hands', `Everybody holds ${word(n)} cards and sees all hands but their own. Your own cards show you their backs.`],
  turn: ['Your turn', 'Do exactly one thing: give a clue, discard a card, or play a card. Passing is not possible.'],
  clue: (n) => [
    'Give a clue',
    `It costs one of the ${word(n)} clue tokens. Name a teammate and one colour or one value: all their cards of that colour or value are pointed out.`,
  ],
  emptyClues: 'A clue may point at nothing, too: “you have no 5”.',
  discard: ['Discard', 'Put a card away for good, face up. A clue token comes back, and you draw a new card. With all tokens there it is not possible.'],
  play: ['Play', 'Turn a card over. If it is the next one of its firework, it stays; if not, it is discarded and that is a mistake. Then you draw. Whoever completes a firework with its last card gets a clue token back.'],
  mistakes: (n) => ['Mistakes', `The ${nth(n)} mistake ends the game, and it is lost.`],
  end: ['The end', 'When the last card of the deck is drawn, everybody has one more turn, the one who drew it included. If all fireworks are complete before, you have won at once.'],
  score: (n) => ['Points', `Each firework is worth its highest card. ${n} points are the most there can be; a lost game is worth nothing.`],
  bands: 'What people say',
  tips: 'Good to know',
  tip: [
    'Put your cards into another order or turn one, to remember what it is.',
    'The discard pile is open to everybody at any time.',
    'Most cards have another copy: to discard an unknown one is a risk, not the end.',
    'Once every copy of a card is gone, the cards that would come after it in its firework are free clue tokens.',
  ],

  options: 'In this game also',
  multicolour: {
    own10: ['A sixth colour', 'Ten multicolour cards make a firework of their own. Clues name them like any colour: “two multicolour cards”.'],
    own5: ['A sixth colour, five cards', 'There is one multicolour card of each value, and they make a firework of their own. Clues name them like any colour. Not one of them may be lost.'],
    wild10: ['Every colour at once', 'Ten multicolour cards make a firework of their own. Every colour clue points at them as well: with two blue cards and a multicolour one you hear “three blue cards”. Nobody may name “multicolour”, and they never stand in for another firework’s card.'],
    wild5: ['Every colour at once, five cards', 'There is one multicolour card of each value, and they make a firework of their own. Every colour clue points at them as well; nobody may name “multicolour”. They never stand in for another firework’s card, and not one of them may be lost.'],
  },
  black: ['Black powder', 'Ten black cards make a firework that runs backwards: 5, 4, 3, 2, 1. Three of them are 5s, only one is a 1. No colour clue points at them and nobody may name black; values can be told. Completing it brings a clue token.'],
  blackScore: 'Each black card that is missing costs a point: the score begins at −5, and every black card placed wins a point back.',
  switches: {
    tiles: ['Bonus tiles', 'A firework that is completed with a 5 turns up a bonus tile in place of the clue token. The tile is used at once, then you draw.'],
    announce: ['Announce the colour', 'Before you turn a card over you may say its colour. If you are right and it fits, a clue token comes back. If you are wrong, it is a mistake even if the card would have fitted.'],
    bouquet: ['Bouquet final', 'There is no last round. The game goes on without a deck until all fireworks are complete. It is lost with the last mistake, when a card that is still needed is gone for good, or when somebody has neither card nor clue token. Only a complete sky counts.'],
    noempty: ['No empty clues', 'A clue must point at one card at least.'],
  },
  tiles: 'The six tiles',
};
