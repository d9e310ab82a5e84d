/** English: the introduction. */

import type { Intro } from '../words/intro';

export const intro: Intro = {
  title: 'Learn to play',
  skip: 'Skip',
  back: 'Back',
  next: 'Next',
  showMe: 'Show me',
  lessonOf: (place, lessons) => `Lesson ${place} of ${lessons}`,
  failed: 'The introduction couldn’t be loaded. Try again in a moment.',

  lessons: {
    hands: 'You see every hand but your own',
    told: 'A clue for you',
    tell: 'A clue from you',
    discard: 'The lanterns are out',
    mistake: 'When a card doesn’t fit',
    not: 'What isn’t said',
    order: 'From one to five',
    end: 'The last round',
  },

  say: {
    together:
      'Together you light five fireworks, one in each colour. You hold your cards the wrong way round: you see Hana’s and Kenji’s, never your own.',
    find: 'Somebody holds the blue 1 {blue}. Choose that hand.',
    found: 'Kenji does, and he has no idea. Like you, he sees only the backs of his cards. Somebody has to tell him.',
    colour: 'Hana points at all your red cards {red}. There’s just one. She didn’t say which value it has.',
    value:
      'Kenji points at all your 1s: the same card. So it’s the red 1 {red}, and that’s how red begins. Choose the card, then {play}.',
    lit: 'Your first light in the sky. Each time you play a card, you draw a new one.',
    naming:
      'Your turn. A clue is for one friend and names one colour or one value. It points at all such cards in that hand, never just some of them.',
    give: 'Red is waiting for its 2, and Hana holds it {red}. Choose her hand, then a clue that points at this card alone.',
    given: 'She understood. A clue costs a lantern: there are eight, and they are your clue tokens.',
    noTokens:
      'All lanterns are out, so no more clues. A discard lights one again. Choose a card that nobody has pointed at, then {discard}.',
    copies:
      'A lantern burns again. But once a card is gone, it’s gone: each colour has three 1s, two each of 2, 3 and 4, and a single 5. A ring marks a last copy.',
    lastCopy: 'One green 3 {green} is gone already. Who holds the last one? Choose that hand.',
    save: 'Hana does. Before she discards it, somebody should spend a clue on it.',
    tryIt: 'And if a card doesn’t fit? Try it, just this once: play one that nobody has pointed at.',
    fuse: 'It’s on the discard pile now, and a fuse has burnt. The third mistake ends the show, without a single point.',
    twoOnes: 'Hana points at your 1s: you have two. But blue {blue} has its 1 already. Perhaps one of yours comes too late.',
    notBlue:
      'Kenji points at all your blue cards {blue}: there is one. So the other 1 isn’t blue, and it’s sure to fit. Play it.',
    alsoTold: 'A clue also tells you about the cards it leaves out. The small struck-through signs on your cards remember it for you.',
    grows: 'A firework grows 1, 2, 3, 4, 5, without a gap. You know two of your cards. Play the one that fits now.',
    complete: 'Green {green} is complete, and a lantern comes back as a present.',
    lastCard:
      'One card is left in the deck. Whoever draws it starts the last round: one more turn for everybody. Play a card that you know will fit.',
    lastTurn: 'The deck is empty: nobody draws any more. This is your last turn. Which card do you know will fit?',
    points:
      'Each card in a firework is a point. One more turn, and the yellow 5 {yellow} in Kenji’s hand would have made the sky perfect.',
  },

  hint: {
    ownCards: 'You only see the backs of your own cards. Look at the others’ hands.',
    noBlueOne: 'Not there. Look for the 1 with the blue sign {blue}.',
    unknownCard: 'You know too little about that card. Play the one with the red sign {red}.',
    playFirst: 'That can wait. First play the red 1 {red}.',
    tellHana: 'It’s Hana who needs to know.',
    twoReds: 'Red {red} points at two of her cards, and she couldn’t tell which one is the 2. Another clue says it better.',
    missesIt: 'That clue doesn’t point at her red 2 {red}.',
    tellFirst: 'Your own cards can wait. First a clue for Hana.',
    onlyFive: 'That’s the blue 5 {blue}, the only one there is. Without it blue can never be finished.',
    wasTold: 'Somebody spent a clue on that card, so it matters. Better one that nobody has pointed at.',
    discardIt: 'You know too little to play that card. This time: {discard}.',
    noGreenThree: 'Not there. Look for the 3 with the green sign {green}.',
    wouldFit: 'That’s the red 1 {red}: it would fit. Just this once, take one that nobody has pointed at.',
    playAny: 'Another time. For now: {play}, and see what happens.',
    blueHasOne: 'That one is blue {blue}, and blue has its 1 already.',
    oneFits: 'One of your 1s is sure to fit. Play that one.',
    gap: 'Yellow {yellow} is only up to 1. Its 2 has to come before the 3.',
    twoKnown: 'Look at the two cards you know, and play the one that fits.',
    fourFirst: 'Blue {blue} is up to 3. First the 4, then the 5.',
    notSure: 'You can’t be sure of that card. Look for the blue sign {blue}.',
    playLast: 'A discard would waste the turn. Play the blue card that fits {blue}.',
  },

  done: {
    title: 'That’s the whole game',
    text: 'The rest is trust, and a little daring. Hana and Kenji have kept a seat for you.',
    play: 'Play a first game',
    again: 'Start over',
  },
};
