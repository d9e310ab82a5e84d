import { flushSync, tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Course, READING } from '../src/intro/course.svelte';
import Done from '../src/intro/Done.svelte';
import Intro from '../src/intro/Intro.svelte';
import { LESSONS, movesOf, startOf, type Hint, type Lesson, type Step } from '../src/intro/script';
import { same, touched } from '../src/lib/choosing';
import { loadWords, rich, words } from '../src/lib/i18n';
import { languages, type Language } from '../src/lib/i18n/languages';
import type { Action, Play, SuitName } from '../src/lib/wire';
import { button, click, show } from './help';

vi.setConfig({ testTimeout: 60_000 }); // whole walks, on a busy machine

const STEPS = LESSONS.flatMap((lesson) => lesson.steps.map((step) => ({ lesson, step })));

let leave = (): void => {};
let went: string[] = [];

function open(): void {
  leave = show(Intro, { go: (path: string) => void went.push(path) });
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  went = [];
});

afterEach(async () => {
  leave();
  leave = () => {};
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await loadWords('en');
});

/** The text as it is shown, where shapes are drawn and buttons have their words. */
function plain(template: string): string {
  const things = { play: [words.play], discard: [words.discard] };
  return tidy(rich(template, things).join(''));
}

const tidy = (text: string): string =>
  text
    .replace(/\s+([.,:])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
const coach = (): string => tidy(document.querySelector('.coach')?.textContent ?? '');

function friendsMove(): void {
  vi.advanceTimersByTime(READING * 4);
  flushSync();
}

/** What the step asks for, by clicks alone. */
function doIt(lesson: Lesson, step: Step): void {
  if (step.task.do === 'read') return click(words.intro.next);
  if (step.task.do === 'find') return chooseHand(step.task.seat);
  const way = movesOf(lesson.name)[step.after]?.at(-1);
  if (!way) throw new Error(`nothing to do in ${step.say}`);
  act(way.action);
}

function chooseHand(seat: number): void {
  document.querySelector<HTMLElement>(`[data-seat="${seat}"]`)?.click();
  flushSync();
}

function act(action: Action): void {
  if (action.do === 'play' || action.do === 'discard') {
    document.querySelector<HTMLElement>(`.own [data-card="${action.card}"] button`)?.click();
    flushSync();
    click(words[action.do]);
  } else if (action.do === 'value') {
    chooseHand(action.to);
    click(String(action.value));
    click(String(action.value));
  } else throw new Error(`no lesson asks for ${action.do}`);
}

function walk(until: number): void {
  for (const { lesson, step } of STEPS.slice(0, until)) {
    friendsMove();
    doIt(lesson, step);
  }
  friendsMove();
}

const nth = (say: Step['say']): number => STEPS.findIndex(({ step }) => step.say === say);

describe('the whole introduction', () => {
  test.each(Object.keys(languages) as Language[])('by right choices in %s', async (language) => {
    await loadWords(language);
    open();
    for (const { lesson, step } of STEPS) {
      friendsMove();
      expect(coach()).toContain(words.intro.lessons[lesson.name]);
      expect(coach()).toContain(plain(words.intro.say[step.say]));
      if (step.say === 'points') expect(coach()).toContain(words.finalScore(24, 25));
      doIt(lesson, step);
    }
    expect(document.querySelector('h1')?.textContent).toBe(words.intro.done.title);
  });

  test('shown what to do at every step, one comes to the end as well, and may leave at any', () => {
    open();
    for (const { step } of STEPS) {
      click('Skip');
      friendsMove();
      click('Skip');
      expect(went.splice(0)).toEqual(['/', '/']);
      click(step.task.do === 'read' ? 'Next' : 'Show me');
    }
    expect(button('Play a first game')).toBeTruthy();
    click('Start over');
    expect(coach()).toContain('Together you light five fireworks');
  });

  test('there and back', () => {
    open();
    walk(STEPS.length);
    for (const { step } of STEPS.toReversed()) {
      click('Back');
      expect(coach()).toContain(plain(words.intro.say[step.say]));
    }
    expect(button('Back').getAttribute('aria-disabled')).toBe('true');
  });
});

describe('friends', () => {
  test('move at reading pace, and their words come after', () => {
    open();
    walk(nth('give'));
    act({ do: 'value', to: 1, value: 2 });
    expect(coach()).toContain('Hana is thinking');
    expect(coach()).not.toContain('She understood');
    vi.advanceTimersByTime(READING);
    flushSync();
    expect(coach()).toContain('Hana plays the red 2');
    expect(coach()).toContain('She understood');
  });

  test('do not wait for those who go on', () => {
    open();
    click('Next');
    chooseHand(2);
    click('Next');
    expect(coach()).toContain('Hana is thinking');
    click('Next');
    expect(coach()).toContain(plain(words.intro.say.colour));
  });
});

describe('a wrong choice', () => {
  test('is told why, and may be tried again', async () => {
    open();
    walk(nth('value'));
    click(/^your card 1/);
    click('Play');
    await tick();
    await tick();
    expect(coach()).toContain('You know too little about that card');
    expect(coach()).toContain('the red 1');
    expect(document.querySelector('.own [aria-pressed=true]')).not.toBeNull();
    click(/^your card 3/);
    click('Play');
    friendsMove();
    expect(coach()).toContain('Your first light in the sky');
    expect(coach()).not.toContain('too little');
  });

  test('of a hand, or of one’s own cards where a hand is asked for', () => {
    open();
    click('Next');
    chooseHand(1);
    expect(coach()).toContain('Not there');
    click(/^your card 2/);
    expect(coach()).toContain('only see the backs');
    chooseHand(2);
    expect(coach()).toContain('Kenji does');
  });

  test('of what the rules forbid says so', () => {
    open();
    walk(nth('noTokens'));
    click('Clue…');
    expect(coach()).toContain('No clue tokens left');
  });

  test('whatever it is, has an answer, and every answer a question', () => {
    const heard = new Set<Hint>(['ownCards']);
    for (const [place, { lesson, step }] of STEPS.entries()) {
      const { task } = step;
      if (task.do === 'find') heard.add(task.wrong);
      if (task.do !== 'act') continue;
      const course = at(place);
      const right = movesOf(lesson.name)[step.after] ?? [];
      const legal = course.table.play?.legal ?? [];
      expect(right.every((way) => legal.some((action) => same(action, way.action)))).toBe(true);
      for (const action of legal) {
        if (right.some((way) => same(way.action, action))) continue;
        course.hint = null;
        course.table.act(action);
        expect(course.place, `${step.say}: ${JSON.stringify(action)}`).toBe(place);
        expect(course.hint).not.toBeNull();
        if (course.hint) heard.add(course.hint);
      }
      course.close();
    }
    expect([...heard].sort()).toEqual(Object.keys(words.intro.hint).sort());
  });
});

function at(place: number): Course {
  const course = new Course();
  while (course.place < place || course.moving) {
    if (course.step.task.do === 'read' || course.moving) course.next();
    else course.showMe();
  }
  return course;
}

describe('the tables are as the words say', () => {
  const tableOf = (place: number): Play => {
    const { play } = at(place).table;
    if (!play) throw new Error('no table');
    return play;
  };
  const suitOf = (play: Play, name: SuitName): number => play.suits.findIndex((suit) => suit.name === name);
  const holders = (play: Play, name: SuitName, value: number): number[] =>
    play.hands.flatMap((hand, seat) =>
      hand.some((card) => card.suit === suitOf(play, name) && card.value === value) ? [seat] : [],
    );
  const seatOf = (place: number): number | null => {
    const task = STEPS[place]?.step.task;
    return task?.do === 'find' ? task.seat : null;
  };

  test('who holds the blue 1', () => {
    const place = nth('find');
    expect(holders(tableOf(place), 'blue', 1)).toEqual([seatOf(place)]);
  });

  test('red points at two of Hana’s cards, 2 at the red 2 alone', () => {
    const play = tableOf(nth('give'));
    expect(play.fireworks[suitOf(play, 'red')]).toBe(1);
    expect(touched(play, { do: 'colour', to: 1, colour: 0 })).toHaveLength(2);
    expect(touched(play, { do: 'value', to: 1, value: 2 })).toHaveLength(1);
    expect(holders(play, 'red', 2)).toEqual([1]);
    expect(play.most_clue_tokens).toBe(8);
  });

  test('no token is left, then there is one, and the last green 3 is with Hana', () => {
    expect(tableOf(nth('noTokens')).clue_tokens).toBe(0);
    const place = nth('lastCopy');
    const play = tableOf(place);
    const green = suitOf(play, 'green');
    expect(play.clue_tokens).toBe(1);
    expect(play.suits[green]?.copies).toEqual([3, 2, 2, 2, 1]);
    expect(play.discard_pile.filter(([suit, value]) => suit === green && value === 3)).toHaveLength(1);
    expect(holders(play, 'green', 3)).toEqual([seatOf(place)]);
  });

  test('each card that nobody pointed at is a mistake', () => {
    for (const { table } of movesOf('mistake')[0] ?? []) expect(table.play?.mistakes).toBe(1);
    const untold = startOf('mistake').play?.hands[0]?.filter((card) => !card.pointed_at) ?? [];
    expect(movesOf('mistake')[0]).toHaveLength(untold.length);
    const unpointed = startOf('discard').play?.hands[0]?.filter((card) => !card.pointed_at) ?? [];
    expect(movesOf('discard')[0]).toHaveLength(unpointed.length);
  });

  test('green is completed and a token comes back', () => {
    const [before, after] = [tableOf(nth('grows')), tableOf(nth('complete'))];
    const green = suitOf(before, 'green');
    expect([before.fireworks[green], after.fireworks[green]]).toEqual([4, 5]);
    expect(after.clue_tokens).toBe(before.clue_tokens + 1);
  });

  test('one card is left, then nobody draws, and Kenji keeps the yellow 5', () => {
    expect(tableOf(nth('lastCard')).deck_left).toBe(1);
    expect(tableOf(nth('lastTurn'))).toMatchObject({ deck_left: 0, turns_after: 0, to_move: 0 });
    const end = tableOf(nth('points'));
    expect(end.over).toMatchObject({ result: 'scored', reason: 'last-round', score: 24 });
    expect(end.fireworks[suitOf(end, 'yellow')]).toBe(4);
    expect(holders(end, 'yellow', 5)).toEqual([2]);
  });
});

describe('at the end', () => {
  const done = (): void => {
    leave = show(Done, { go: (path: string) => void went.push(path), again: () => {} });
  };

  test('into a first game', async () => {
    const fetched = vi.fn(async () => Response.json({ table: 'abc' }));
    vi.stubGlobal('fetch', fetched);
    done();
    click('Play a first game');
    await vi.waitFor(() => expect(went).toEqual(['/t/abc']));
    const [path, asked] = fetched.mock.calls[0] as unknown as [string, RequestInit];
    expect(path).toBe('/api/play');
    expect(JSON.parse(String(asked.body))).toMatchObject({ variant: 'base', players: 3 });
  });

  test('without a server says so, and one can try again', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
    done();
    click('Play a first game');
    await vi.waitFor(() => {
      flushSync();
      expect(document.querySelector('[role=alert]')?.textContent).toBe(words.startFailed);
    });
    expect(button('Play a first game').getAttribute('aria-disabled')).toBe('false');
    click('Home');
    expect(went).toEqual(['/']);
  });
});

describe('without a mouse', () => {
  const press = (key: string): void => {
    dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    flushSync();
  };

  test('a card is played and a clue given by keys', () => {
    open();
    walk(nth('value'));
    document.querySelector<HTMLElement>('.own [data-card="2"] button')?.focus();
    press('p');
    press('p');
    friendsMove();
    expect(coach()).toContain('Your first light in the sky');
    click('Next');
    click('Next');
    press('2');
    press('2');
    friendsMove();
    expect(coach()).toContain('She understood');
  });

  test('the focus goes on when what was chosen is done', async () => {
    open();
    await tick();
    expect(document.activeElement?.textContent).toContain('You see every hand but your own');
    click('Next');
    document.querySelector<HTMLElement>('[data-seat="2"]')?.focus();
    chooseHand(2);
    await tick();
    expect(document.activeElement).toBe(button('Next'));
    click('Next');
    friendsMove();
    click('Next');
    friendsMove();
    await tick();
    expect(document.activeElement?.textContent).toContain('A clue for you');
    click(/^your card 3/);
    button('Play').focus();
    click('Play');
    await tick();
    expect(document.activeElement).toBe(button('Next'));
  });

  test('what is said is told to those who listen', () => {
    open();
    expect(document.querySelector('.coach [aria-live=polite]')?.textContent).toContain('Together you light');
    expect(document.querySelector('[role=img][aria-label="Lesson 1 of 8"]')).not.toBeNull();
  });
});
