/** The introduction. {red} and the like are a suit's shape; {play} and {discard} the buttons' words. */

import type { Template } from './core';

export type Intro = {
  title: string;
  skip: string;
  back: string;
  next: string;
  showMe: string;
  lessonOf: (place: number, lessons: number) => string;
  failed: string;

  lessons: Record<'hands' | 'told' | 'tell' | 'discard' | 'mistake' | 'not' | 'order' | 'end', string>;

  say: {
    /** hands */
    together: Template;
    find: Template;
    found: Template;
    /** told */
    colour: Template;
    value: Template;
    lit: Template;
    /** tell */
    naming: Template;
    give: Template;
    given: Template;
    /** discard */
    noTokens: Template;
    copies: Template;
    lastCopy: Template;
    save: Template;
    /** mistake */
    tryIt: Template;
    fuse: Template;
    /** not */
    twoOnes: Template;
    notBlue: Template;
    alsoTold: Template;
    /** order */
    grows: Template;
    complete: Template;
    /** end */
    lastCard: Template;
    lastTurn: Template;
    points: Template;
  };

  hint: {
    ownCards: Template;
    /** hands */
    noBlueOne: Template;
    /** told */
    unknownCard: Template;
    playFirst: Template;
    /** tell */
    tellHana: Template;
    twoReds: Template;
    missesIt: Template;
    tellFirst: Template;
    /** discard */
    onlyFive: Template;
    wasTold: Template;
    discardIt: Template;
    noGreenThree: Template;
    /** mistake */
    wouldFit: Template;
    playAny: Template;
    /** not */
    blueHasOne: Template;
    oneFits: Template;
    /** order */
    gap: Template;
    twoKnown: Template;
    /** end */
    fourFirst: Template;
    notSure: Template;
    playLast: Template;
  };

  done: { title: string; text: string; play: string; again: string };
};
