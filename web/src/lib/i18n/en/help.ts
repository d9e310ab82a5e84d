/** English: the rules of a game. */

import type { Help } from '../words/help';

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const word = (n: number): string => numbers[n] ?? String(n);
const nth = (n: number): string => ['first', 'second', 'third'][n - 1] ?? `${n}th`;

export const help: Help = {
  title: 'Rules of this game',
  goal: (n) => [
    'The goal',
    `Together you light ${word(n)} fireworks, one of each colour. Each is a row of cards, 1, 2, 3, 4, 5, in that order. A colour has three 1s, two each of 2, 3 and 4, and a single 5.`,
  ],
  hands: (n) => ['Hands', `Everybody holds ${word(n)} cards and sees all hands but their own. You only see the backs of yours.`],
  turn: ['Your turn', 'Do exactly one thing: give a clue, discard a card, or play a card. You can’t pass.'],
  clue: (n) => [
    'Give a clue',
    `It costs one of the ${word(n)} clue tokens. Choose a teammate and name one colour or one value: the clue points at all their cards of that colour or value.`,
  ],
  emptyClues: 'A clue may also point at nothing: “you have no 5s”.',
  discard: ['Discard', 'Put a card away for good, face up. A clue token comes back, and you draw a new card. You can’t discard while all the tokens are there.'],
  play: ['Play', 'Turn a card over. If it’s the next one of its firework, it stays; if not, it’s discarded and counts as a mistake. Then you draw. Whoever completes a firework with its last card gets a clue token back.'],
  mistakes: (n) => ['Mistakes', `The ${nth(n)} mistake ends the game, and you lose.`],
  end: ['The end', 'Once the last card of the deck is drawn, everybody has one more turn, including whoever drew it. Complete all the fireworks before that, and you win at once.'],
  score: (n) => ['Points', `Each firework is worth its highest card. ${n} points is the most you can score; a lost game scores nothing.`],
  bands: 'What people say',
  tips: 'Good to know',
  tip: [
    'Reorder your cards, or turn one, to remember what you know.',
    'Anyone can look through the discard pile at any time.',
    'Most cards have another copy: discarding an unknown one is a risk, not the end.',
    'Once every copy of a card is gone, later cards of its firework are good only for clue tokens.',
  ],

  options: 'Also in this game',
  multicolour: {
    own10: ['A sixth colour', 'Ten multicolour cards make a firework of their own. Clues name them like any colour: “two multicolour cards”.'],
    own5: ['A sixth colour, five cards', 'There is one multicolour card of each value, and they make a firework of their own. Clues name them like any colour. You can’t afford to lose a single one.'],
    wild10: ['Every colour at once', 'Ten multicolour cards make a firework of their own. Every colour clue points at them as well: with two blue cards and a multicolour one you hear “three blue cards”. Nobody may name “multicolour”, and they never stand in for another firework’s card.'],
    wild5: ['Every colour at once, five cards', 'There is one multicolour card of each value, and they make a firework of their own. Every colour clue points at them as well; nobody may name “multicolour”. They never stand in for another firework’s card, and you can’t afford to lose a single one.'],
  },
  black: ['Black powder', 'Ten black cards make a firework that runs backwards: 5, 4, 3, 2, 1. Three of them are 5s, only one is a 1. No colour clue points at them and nobody may name black; values can be told. Completing it brings a clue token back.'],
  blackScore: 'Each missing black card costs a point: the score starts at −5, and every black card you place wins a point back.',
  switches: {
    tiles: ['Bonus tiles', 'Completing a firework with its 5 turns up a bonus tile instead of a clue token. The tile is used at once, then you draw.'],
    announce: ['Announce the colour', 'Before you turn a card over you may say its colour. If you’re right and it fits, a clue token comes back. If you’re wrong, it’s a mistake even if the card would have fitted.'],
    bouquet: ['Bouquet final', 'There’s no last round. The game goes on without a deck until all fireworks are complete. You lose with the last mistake, when a card that is still needed is gone for good, or when somebody has no card and no clue token. Only a complete sky counts.'],
    noempty: ['No empty clues', 'A clue has to point at a card.'],
  },
  tiles: 'The six tiles',
};
