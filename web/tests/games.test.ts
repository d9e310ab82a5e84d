import { flushSync, tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EVERYTHING, scoresByVariant, valuesOf, wanted, WINDOW } from '../src/lib/gamesScores';
import { words } from '../src/lib/i18n';
import type { GameInfo } from '../src/lib/wire';
import GamesPage from '../src/replay/GamesPage.svelte';
import { click, showPage } from './help';

const DAY = 86_400_000;

function game(n: number, more: Partial<GameInfo> = {}): GameInfo {
  return {
    id: `game${n}`,
    at: Date.UTC(2026, 0, 1) + n * DAY,
    variant: 'base',
    players: 3,
    names: ['Ada', 'Bo', 'Cleo'],
    bots: [null, 'cautious', 'cautious'],
    result: 'scored',
    reason: 'last-round',
    score: 18,
    points_on_table: 18,
    max_score: 25,
    band: '16-20',
    mention: null,
    turns: 60,
    your_seat: 0,
    uploaded: false,
    taken_back: 0,
    known_deal: null,
    ...more,
  };
}

// newest first, as the server sends them
const some = [
  game(5, { score: 20 }),
  game(4, { variant: 'black', score: -3, players: 4 }),
  game(3, { result: 'stopped', score: 2 }),
  game(2, { result: 'lost', score: 0, bots: [null, null, null] }),
  game(1, { result: 'won', score: 25 }),
];
const ids = (games: readonly GameInfo[]): string => games.map(({ id }) => id.slice(4)).join('');

describe('which games', () => {
  test('each filter alone, and together', () => {
    expect(ids(wanted(some, EVERYTHING))).toBe('54321');
    expect(ids(wanted(some, { ...EVERYTHING, variant: 'black' }))).toBe('4');
    expect(ids(wanted(some, { ...EVERYTHING, players: 3 }))).toBe('5321');
    expect(ids(wanted(some, { ...EVERYTHING, result: 'lost' }))).toBe('2');
    expect(ids(wanted(some, { ...EVERYTHING, company: 'bots' }))).toBe('5431');
    expect(ids(wanted(some, { ...EVERYTHING, company: 'people', result: 'won' }))).toBe('');
  });

  test('what there is to choose from, the most frequent first', () => {
    expect(valuesOf(some, ({ variant }) => variant)).toEqual(['base', 'black']);
    expect(valuesOf([], ({ variant }) => variant)).toEqual([]);
  });
});

describe('scores', () => {
  test('by variant, oldest first, without games that were ended early', () => {
    const [base, black] = scoresByVariant(some);
    expect(ids(base?.games ?? [])).toBe('125');
    expect(base).toMatchObject({ variant: 'base', most: 25, average: 15, best: 25, running: [25, 12.5, 15] });
    expect(black).toMatchObject({ variant: 'black', average: -3, best: -3 });
    expect(scoresByVariant([game(1, { result: 'unfinished' })])).toEqual([]);
  });

  test('the running mean looks at the last games only', () => {
    const many = Array.from({ length: WINDOW + 1 }, (_, n) => game(n, { score: n === 0 ? 0 : 20 }));
    expect(scoresByVariant(many)[0]?.running.slice(-2)).toEqual([18, 20]);
  });
});

describe('the page', () => {
  let leave = (): void => {};
  let mine: readonly GameInfo[] = [];
  let uploading: () => Response = () => Response.json({ id: 'fresh', warnings: [] }, { status: 201 });
  let sent: unknown = null;
  const went: string[] = [];

  const settled = async (): Promise<void> => {
    for (let n = 0; n < 20; n++) await tick();
    flushSync();
  };
  const visit = async (games: readonly GameInfo[]): Promise<void> => {
    mine = games;
    leave = showPage(GamesPage, { go: (path: string) => went.push(path) });
    await settled();
  };
  const rows = (): string[] =>
    [...document.querySelectorAll('.list a')].map((row) => (row.textContent ?? '').replace(/\s+/g, ' '));
  const choose = (label: string, value: string): void => {
    const field = [...document.querySelectorAll('label')]
      .find((one) => one.textContent?.includes(label))
      ?.querySelector('select');
    if (!field) throw new Error(`no filter ${label}`);
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    flushSync();
  };
  const drop = async (file: File): Promise<void> => {
    const event = Object.assign(new Event('drop', { cancelable: true }), {
      dataTransfer: { types: ['Files'], files: [file] },
    });
    window.dispatchEvent(event);
    await settled();
  };

  beforeEach(() => {
    went.length = 0;
    sent = null;
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      if (init?.method !== 'POST') return Promise.resolve(Response.json(mine));
      sent = [path, init.body];
      return Promise.resolve(uploading());
    });
  });
  afterEach(() => {
    leave();
    vi.unstubAllGlobals();
  });

  test('nothing yet: a kind sentence and a way to begin', async () => {
    await visit([]);
    expect(document.body.textContent).toContain(words.games.none);
    expect(document.querySelectorAll('select')).toHaveLength(0);
  });

  test('the list, newest first', async () => {
    await visit(some);
    expect(rows()).toHaveLength(5);
    expect(rows()[0]).toMatch(/20 of 25.*Ada, Bo and Cleo Standard · 3 players · 60 turns.*2026/);
    expect(rows()[1]).toMatch(/−3 of 25.*Black powder · 4 players/);
    expect(rows()[2]).toContain('ended early');
    document.querySelector<HTMLAnchorElement>('.list a')?.click();
    expect(went).toEqual(['/g/game5']);
  });

  test('the latest games are a sky: each a way to look back on it, one alone is none', async () => {
    await visit(Array.from({ length: 30 }, (_, n) => game(n)));
    const lights = (): NodeListOf<HTMLAnchorElement> => document.querySelectorAll('section.night a');
    expect(lights()).toHaveLength(16);
    expect(lights()[0]?.getAttribute('href')).toBe('/g/game0');
    expect(lights()[0]?.textContent).toContain('18 of 25');
    leave();
    await visit([game(1)]);
    expect(lights()).toHaveLength(0);
  });

  test('moves that were taken back and a deal that was known are told', async () => {
    await visit([game(1, { taken_back: 3, known_deal: 'replayed' }), game(2)]);
    expect(rows()[0]).toContain('3 take-backs · Known deal');
    expect(rows()[1]).not.toMatch(/take-back|deal/);
  });

  test('a single game has no chart, and no legend of one', async () => {
    await visit(some.slice(0, 1));
    expect(document.querySelector('.legend')).toBeNull();
    leave();
    await visit(some);
    expect(document.querySelector('.legend')).not.toBeNull();
  });

  test('filters narrow list and scores, and can be taken back', async () => {
    await visit(some);
    choose(words.games.result, 'stopped');
    expect(rows()).toHaveLength(1);
    expect(document.querySelector('dl'), 'nothing to count').toBeNull();
    choose(words.games.company, 'people');
    expect(rows()).toHaveLength(0);
    click(words.games.showAll);
    expect(rows()).toHaveLength(5);
  });

  test('a pasted link is sent like a file', async () => {
    await visit([]);
    const field = document.querySelector<HTMLInputElement>('form input');
    if (!field) throw new Error('no field');
    expect(document.body.textContent).not.toContain(words.games.openLink);
    field.value = ' https://hanab.live/replay-json/315 ';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    click(words.games.openLink);
    await settled();
    const [path, body] = sent as [string, Blob];
    expect([path, body.size]).toEqual(['/api/games', 'https://hanab.live/replay-json/315'.length]);
    expect(went).toEqual(['/g/fresh']);
  });

  test('average and best, a point for each game', async () => {
    await visit(some);
    const [base] = document.querySelectorAll('.panel:has(dl)');
    expect(base?.textContent?.replace(/\s+/g, ' ')).toMatch(/Standard 3 games.*average ?15\.0.*best ?25\/25/);
    expect(base?.querySelectorAll('svg circle, svg path.star')).toHaveLength(3);
    expect(base?.querySelector('svg')?.getAttribute('aria-hidden'), 'the list says the same').toBe('true');
  });

  test('a long list comes in parts', async () => {
    await visit(Array.from({ length: 100 }, (_, n) => game(100 - n)));
    expect(rows()).toHaveLength(40);
    click('40 more games');
    click('20 more games');
    expect(rows()).toHaveLength(100);
  });

  test('a file is sent as it is, and its game opened', async () => {
    await visit([]);
    const file = new File(['{}'], 'game.json');
    await drop(file);
    expect(sent).toEqual(['/api/games', file]);
    expect(went).toEqual(['/g/fresh']);
  });

  test('what was not kept is told before the game is opened', async () => {
    uploading = () => Response.json({ id: 'fresh', warnings: ['the notes of two players'] }, { status: 201 });
    await visit([]);
    await drop(new File(['{}'], 'game.json'));
    expect(went).toEqual([]);
    expect(document.querySelector('.said')?.textContent).toContain('the notes of two players');
    document.querySelector<HTMLAnchorElement>('.said a')?.click();
    expect(went).toEqual(['/g/fresh']);
  });

  test.each([
    ['not-understood', 409, words.games.refused['not-understood']],
    ['too-long', 413, words.games.refused['too-long']],
    ['too-much', 429, words.games.refused['too-much']],
    ['your-space-full', 409, words.games.refused['your-space-full']],
    ['space-full', 507, words.games.refused['space-full']],
    ['no-store', 503, words.refused['no-store']],
  ])('%s is told plainly', async (reason, status, sentence) => {
    uploading = () => Response.json({ type: 'refused', reason, words: 'line 3: no deck' }, { status });
    await visit([]);
    await drop(new File(['?'], 'game.txt'));
    expect(document.querySelector('.problem')?.textContent).toBe(sentence);
    expect(document.body.textContent?.includes('line 3')).toBe(reason === 'not-understood');
    expect(went).toEqual([]);
  });

  test('text that is dragged over the page is left alone', async () => {
    await visit([]);
    const event = Object.assign(new Event('drop', { cancelable: true }), {
      dataTransfer: { types: ['text/plain'], files: [] },
    });
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    expect(sent).toBeNull();
  });

  test('the server does not answer: said, and tried again', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    await visit([]);
    expect(document.querySelector('[role=alert]')?.textContent).toBe(words.games.failed);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(some)));
    click(words.games.tryAgain);
    await settled();
    expect(rows()).toHaveLength(5);
  });
});
