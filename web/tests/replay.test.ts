import { flushSync, tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { words } from '../src/lib/i18n';
import { PACES } from '../src/lib/preferences.svelte';
import {
  eventsBy,
  eventsIn,
  hasLastRound,
  hashOf,
  movesOf,
  placesOf,
  reasonsIn,
  stepOf,
  takenBackBefore,
  verdict,
} from '../src/lib/replay';
import { plain } from '../src/lib/story';
import type { GameInfo, Steps } from '../src/lib/wire';
import LookBack from '../src/replay/LookBack.svelte';
import ReplayPage from '../src/replay/ReplayPage.svelte';
import { stepKey } from '../src/replay/stepKey';
import { button, click, show } from './help';
import recorded from './steps.json';

// written by tools/replay_steps.py: step 7 completes red and reveals a tile, step 8 uses it
const { info, open, first } = recorded as unknown as { info: GameInfo; open: Steps; first: Steps };
const places = placesOf(open);
const told = {
  nameAt: (seat: number) => info.names[seat] ?? '',
  you: 0,
  suits: open.plays[0]?.suits ?? [],
  colours: open.plays[0]?.colours ?? [],
  mostMistakes: 3,
  lastRound: true,
};

describe('turns and steps', () => {
  test('each decision has its turn; a tile adds a part to it', () => {
    expect(places.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10]);
    expect(places.filter(({ part }) => part > 1)).toEqual([{ turn: 7, part: 2 }]);
  });

  test('an address names a step, and every step can be named', () => {
    expect(places.map(hashOf).slice(0, 10)).toEqual(['', '#1', '#2', '#3', '#4', '#5', '#6', '#7', '#7.2', '#8']);
    places.forEach((place, step) => expect(stepOf(places, hashOf(place))).toBe(step));
  });

  test.each([
    ['#0', 0],
    ['#999', 11],
    ['#7.9', 8],
    ['#me=CODE', 0],
    ['#-1', 0],
    ['#99999999999', 0],
  ])('%s is step %i', (hash, step) => expect(stepOf(places, hash)).toBe(step));

  test('what had happened, and what happened', () => {
    expect(eventsBy(open, 0)).toEqual([]);
    expect(eventsIn(open, 0)).toEqual([]);
    expect(eventsIn(open, 2).map(({ event }) => event)).toEqual(['discarded', 'drew', 'turn-passed']);
    expect(eventsBy(open, 11)).toEqual(open.events);
  });

  test('the whole story: a sentence leads to the step that shows it', () => {
    const moves = movesOf(words, told, open);
    expect(moves.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 10]);
    expect(moves.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(moves.map(plain)[1]).toBe('Kenji discards the blue 3.');
  });

  test('moves that were taken back stand before the move that was made instead', () => {
    const moves = movesOf(words, told, open);
    expect(open.take_backs).toEqual([{ after: 2, times: 1, moves: 1 }]);
    expect(takenBackBefore(moves, open)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    const places = [
      { after: 0, times: 1, moves: 2 },
      { after: 7, times: 1, moves: 1 },
      { after: 8, times: 2, moves: 3 },
      { after: 11, times: 1, moves: 4 },
    ];
    // steps 7 and 8 come before the same sentence: a tile belongs to its turn
    expect(takenBackBefore(moves, { take_backs: places })).toEqual([2, 0, 0, 0, 0, 0, 0, 4, 0, 4]);
    expect(takenBackBefore([], { take_backs: places })).toEqual([10]);
  });

  test('a bot is asked why', () => {
    expect(reasonsIn(words, told, eventsIn(open, 2))).toEqual([words.because.reasons['never-told']]);
    expect(reasonsIn(words, told, eventsIn(open, 3))).toEqual([]);
    const tokens = { event: 'token-back', why: 'tile', kept: true } as const;
    const unknown = { event: 'discarded', seat: 0, card: 1, face: [0, 1], why: { code: 'constructor' } } as const;
    expect(reasonsIn(words, told, [tokens, unknown])).toEqual([]);
  });

  test('a reason names the card that is meant, and whoever comes first', () => {
    const why = { code: 'finesse-clue', about: { seat: 0, card: 3, suit: 1, value: 2, by: 1 }, secret: true };
    const clued = {
      event: 'clued',
      seat: 2,
      clue: { do: 'value', to: 0, value: 2 },
      cards: [3],
      free: false,
      why,
    } as const;
    const [said] = reasonsIn(words, told, [clued]);
    expect(said).toContain(words.card('yellow', 2));
    expect(said).toContain(told.nameAt(1));
    expect(said).not.toMatch(/[{}]/);
  });

  test('a bot that thought ahead says how many points it expects to gain', () => {
    const why = { code: 'search-over-clue', about: { gain: 38, worlds: 400 }, secret: true };
    const played = { event: 'played', seat: 0, card: 1, face: [0, 1], placed: true, announced: null, why } as const;
    expect(reasonsIn(words, told, [played])).toEqual([
      'I tried it out: on average this brings 0.4 points more than the clue I’d usually give.',
    ]);
  });

  test('verdicts', () => {
    expect(verdict(words, { result: 'scored', band: '16-20' })).toBe(words.verdict['16-20']);
    expect(verdict(words, { result: 'lost', band: '0-5' })).toBe(words.verdictLost);
    expect(verdict(words, { result: 'stopped', band: '0-5' })).toBe(words.verdictStopped);
    expect(verdict(words, { result: 'unfinished', band: null })).toBe(words.replay.unfinished);
    expect(verdict(words, { result: 'won', band: null })).toBe(words.verdictBouquet);
    expect(hasLastRound('own5+bouquet')).toBe(false);
    expect(hasLastRound('base')).toBe(true);
  });
});

describe('keys', () => {
  const key = (name: string, target: EventTarget | null = null, more = {}) =>
    stepKey({ key: name, ctrlKey: false, metaKey: false, altKey: false, target, ...more }, 3, 9);

  test.each([
    ['ArrowLeft', 2],
    ['ArrowRight', 4],
    ['[', 2],
    [']', 4],
    ['Home', 0],
    ['End', 9],
    [' ', 'run'],
    ['?', 'help'],
    ['x', null],
  ])('%s', (name, meant) => expect(key(name)).toBe(meant));

  test('not where the key belongs to something else', () => {
    const [select, go, slider] = ['select', 'button', 'input'].map((name) => document.createElement(name));
    slider?.setAttribute('type', 'range');
    expect(key('ArrowRight', select)).toBeNull();
    expect(key(' ', go)).toBeNull();
    expect(key('ArrowRight', go)).toBe(4);
    expect(key('ArrowRight', slider)).toBe(4);
    expect(key('ArrowLeft', null, { altKey: true })).toBeNull();
  });
});

const props = { names: info.names, bots: info.bots, you: 0, near: 0, variant: info.variant, ending: 'That was it.' };
const slider = () => document.querySelector<HTMLInputElement>('input[type=range]');
const said = () => document.querySelector('[aria-live=polite]')?.textContent?.trim() ?? '';
const press = (key: string): void => {
  window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  flushSync();
};

describe('looking back', () => {
  let leave = (): void => {};
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
  });
  afterEach(() => {
    leave();
    vi.useRealTimers();
  });

  test('what was written about cards lies on them', () => {
    const plays = open.plays.map((play) => ({
      ...play,
      hands: play.hands.map((hand, seat) =>
        hand.map((card, n) => (n === 0 ? { ...card, note: `note ${seat}` } : card)),
      ),
    }));
    leave = show(LookBack, { ...props, steps: { ...open, plays }, at: 0 });
    expect([...document.querySelectorAll('.noted')].map((note) => note.textContent)).toEqual(['note 1', 'note 0']);
    expect(document.querySelector('.mate .hidden-text')?.parentElement?.textContent).toContain(
      words.replay.noted('note 1'),
    );
  });

  test('by buttons: the story, the turn, the board', () => {
    leave = show(LookBack, { ...props, steps: open, at: 0 });
    expect(slider()?.getAttribute('aria-valuetext')).toBe('As dealt');
    expect(said()).toBe('You go first.');
    click('One step forward');
    expect(slider()?.getAttribute('aria-valuetext')).toBe('Turn 1 of 10');
    expect(said()).toBe('You tell Kenji: one 1.');
    expect([...document.querySelectorAll('.mate .now')]).toHaveLength(1);
    click('To the end');
    expect(said()).toMatch(/The players ended the game here\. That was it\.$/);
    expect(button('One step forward').getAttribute('aria-disabled')).toBe('true');
    click('One step forward');
    expect(slider()?.value).toBe('11');
    click('One step back');
    expect(said()).toBe('You play the white 2. It doesn’t fit. Mistake 1 of 3.');
    click('To the deal');
    expect(slider()?.value).toBe('0');
  });

  test('by slider: what a tile brought is a step of its own', () => {
    leave = show(LookBack, { ...props, steps: open, at: 7 });
    const range = slider();
    if (!range) throw new Error('no slider');
    range.value = '8';
    range.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect(range.getAttribute('aria-valuetext')).toBe('Turn 7 of 10, bonus tile');
    expect(said()).toMatch(/somewhere in the deck again\.$/);
  });

  test('by keys', () => {
    leave = show(LookBack, { ...props, steps: open, at: 0 });
    press('End');
    press('ArrowLeft');
    expect(slider()?.value).toBe('10');
    press('Home');
    press('ArrowLeft');
    expect(slider()?.value).toBe('0');
    press('?');
    expect(document.querySelector('dialog kbd')).not.toBeNull();
    press('End');
    expect(slider()?.value, 'a sheet is open').toBe('0');
  });

  test('it runs at reading pace, stops at the end, and begins anew', () => {
    leave = show(LookBack, { ...props, steps: open, at: 9 });
    press(' ');
    expect(slider()?.value).toBe('9');
    vi.advanceTimersByTime(PACES.easy);
    flushSync();
    expect(slider()?.value).toBe('10');
    vi.advanceTimersByTime(PACES.easy * 4);
    flushSync();
    expect(slider()?.value).toBe('11');
    click('Let it run');
    expect(slider()?.value).toBe('0');
    click('Pause');
    vi.advanceTimersByTime(PACES.easy * 4);
    flushSync();
    expect(slider()?.value).toBe('0');
  });

  test('a step of one’s own stops the running', () => {
    leave = show(LookBack, { ...props, steps: open, at: 0 });
    click('Let it run');
    click('One step forward');
    expect(button('Let it run')).toBeTruthy();
  });

  test('the story leads to its steps, and says where one is', () => {
    leave = show(LookBack, { ...props, steps: open, at: 8 });
    const current = () => document.querySelector('.side [aria-current=step]')?.textContent;
    expect(current()).toContain('red 5');
    [...document.querySelectorAll<HTMLButtonElement>('.side .log button')].at(-1)?.click();
    flushSync();
    expect(slider()?.value).toBe('10');
    expect(current()).toContain('white 2');
  });

  test('the story marks where moves were taken back', () => {
    leave = show(LookBack, { ...props, steps: open, at: 0 });
    const marks = [...document.querySelectorAll('.side .taken-back')];
    expect(marks.map((mark) => mark.textContent)).toEqual(['↶ 1 move taken back']);
    expect(marks[0]?.parentElement?.textContent).toContain('You play');
    leave();
    leave = show(LookBack, { ...props, steps: { ...open, take_backs: [] }, at: 0 });
    expect(document.querySelector('.taken-back')).toBeNull();
  });

  test('why? shows the bot’s reason, and goes on doing so', () => {
    leave = show(LookBack, { ...props, steps: open, at: 1 });
    expect(() => button('Why?')).toThrow();
    click('One step forward');
    click('Why?');
    expect(said()).toContain(words.because.reasons['never-told']);
    for (let step = 2; step < 9; step++) click('One step forward');
    expect(said()).toContain(words.because.reasons.helps);
  });

  test('open hands show what is known of each card; a seat’s eyes do not see its own', () => {
    leave = show(LookBack, { ...props, steps: open, at: 3 });
    const own = () => document.querySelector('.own')?.textContent ?? '';
    expect(own()).toContain('red 3; knows: nothing so far');
    leave();
    leave = show(LookBack, { ...props, steps: first, at: 3 });
    expect(document.querySelectorAll('.own .face')).toHaveLength(0);
    expect(document.querySelectorAll('.own [role=img]')).toHaveLength(5);
    expect(document.querySelectorAll('.own button, .mate button'), 'nothing to do here').toHaveLength(0);
  });

  test('other eyes: other names', () => {
    leave = show(LookBack, { ...props, steps: open, at: 1, you: null, near: 1 });
    expect(said()).toBe('Ada tells Kenji: one 1.');
    expect(document.querySelector('.mine h2')?.textContent).toContain('Kenji');
    expect(document.querySelector('.mate')?.textContent).toContain('Ada');
  });
});

describe('the page of a game', () => {
  let leave = (): void => {};
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    '/api/games/a-short-game': info,
    '/api/games/a-short-game/steps?eyes=open': open,
    '/api/games/a-short-game/steps?eyes=0': first,
    '/api/address': { base: 'http://fireworks.example/' },
  };
  const settled = async (): Promise<void> => {
    for (let n = 0; n < 20; n++) await tick();
    flushSync();
  };
  const visit = async (path: string, id = 'a-short-game'): Promise<void> => {
    history.replaceState(null, '', path);
    leave = show(ReplayPage, { id, go: () => {} });
    await settled();
  };

  beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path);
      const body = answers[path];
      return Promise.resolve(
        Response.json(body ?? { type: 'refused', reason: 'no-such-game', words: '' }, { status: body ? 200 : 404 }),
      );
    });
  });
  afterEach(() => {
    leave();
    vi.unstubAllGlobals();
    history.replaceState(null, '', '/');
  });

  test('an address leads to a turn, and follows the steps', async () => {
    await visit('/g/a-short-game#7.2');
    expect(slider()?.value).toBe('8');
    click('One step forward');
    await settled();
    expect(location.hash).toBe('#8');
    click('To the deal');
    await settled();
    expect(location.hash).toBe('');
    location.hash = '#3';
    window.dispatchEvent(new Event('hashchange'));
    flushSync();
    expect(slider()?.value).toBe('3');
  });

  test('through other eyes: the same step, and the address says whose', async () => {
    await visit('/g/a-short-game#3');
    const select = document.querySelector('select');
    if (!select) throw new Error('no eyes');
    expect([...select.options].map(({ text }) => text)).toEqual(['Open hands', 'Ada (you)', 'Kenji']);
    select.value = '0';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await settled();
    expect(asked.at(-1)).toBe('/api/games/a-short-game/steps?eyes=0');
    expect(slider()?.value).toBe('3');
    expect(location.search + location.hash).toBe('?eyes=0#3');
    expect(document.querySelectorAll('.own [role=img]')).toHaveLength(5);
  });

  test('eyes that cannot be had leave everything as it was, and it is said', async () => {
    await visit('/g/a-short-game?eyes=0#3');
    const select = document.querySelector('select');
    if (!select) throw new Error('no eyes');
    select.value = '1';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await settled();
    expect(select.value).toBe('0');
    expect(document.querySelector('[role=alert]')?.textContent).toBe(words.replay.failed);
  });

  test('how it ended, in words', async () => {
    await visit('/g/a-short-game');
    const about = document.querySelector('.side .about')?.textContent ?? '';
    for (const text of ['5 of 25', words.verdictStopped, words.why['ended-by-players'], 'Ada and Kenji', '2025']) {
      expect(about).toContain(text);
    }
  });

  test('a link to hanab.live, and what it leaves out', async () => {
    await visit('/g/a-short-game');
    click(`${words.replay.playDeal} · ${words.replay.passOn}`);
    const link = 'https://hanab.live/replay-json/215';
    const warnings = JSON.stringify(['not kept: the notes']);
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path);
      return Promise.resolve(new Response(`${link}\n`, { headers: { 'tamaya-warnings': warnings } }));
    });
    const write = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText: write } });
    click(words.replay.hanabliveLink);
    await settled();
    expect(asked.at(-1)).toBe('/api/games/a-short-game/file?format=compact');
    expect(write).toHaveBeenCalledWith(link);
    const about = document.querySelector('dialog')?.textContent ?? '';
    for (const text of [words.replay.linkLeavesOut, 'not kept: the notes']) expect(about).toContain(text);
  });

  test('no such game', async () => {
    await visit('/g/other', 'other');
    expect(document.querySelector('[role=alert]')?.textContent).toContain(words.front.noGame);
  });
});
