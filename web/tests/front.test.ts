import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Front from '../src/front/Front.svelte';
import { asked } from '../src/lib/asked';
import { nameFor, rememberedName, rememberName } from '../src/lib/person';
import { poll } from '../src/lib/poll';
import type { ListedTable, MyTable } from '../src/lib/wire';
import { button, click, showPage } from './help';
import { en } from './i18n-help';
import { No, serve, settled, text } from './server-help';
import cases from './variants.json';

const presets = (cases.presets as [string, string][]).map(([name, variant]) => ({ name, variant }));
const nothing = {
  'GET /api/me': { tables: [] },
  'GET /api/tables': { open: [], watch: [] },
  'GET /api/presets': presets,
  'GET /api/bots': [],
};
const listed = (over: Partial<ListedTable>): ListedTable => ({
  table: 'abc',
  variant: 'base',
  players: 3,
  names: ['Ada', null, 'Hana'],
  bots: 1,
  locked: false,
  turn: null,
  score: null,
  watch: 'table',
  known_deal: null,
  ...over,
});
const mine = (over: Partial<MyTable>): MyTable => ({
  table: 'xyz',
  variant: 'base',
  players: 2,
  names: ['You', 'Bo'],
  playing: true,
  turn: false,
  turns: 12,
  score: 7,
  known_deal: null,
  ...over,
});

let leave = (): void => {};
let went: string[] = [];

async function open(): Promise<void> {
  went = [];
  leave = showPage(Front, { go: (path: string) => void went.push(path) });
  await settled();
}

const field = (): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>('form input');
  if (!found) throw new Error('no field');
  return found;
};

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(() => {
  leave();
  leave = () => {};
  vi.unstubAllGlobals();
});

describe('playing', () => {
  test('a name is there already, and one click plays', async () => {
    const questions = serve({ ...nothing, 'POST /api/play': { table: 't1' } });
    await open();
    expect(en.guest).toContain(field().value);
    click(en.playWithBots);
    await settled();
    const play = questions.find(({ path }) => path === 'POST /api/play');
    expect(play?.body).toEqual({ variant: 'base', players: 3, bot: 'partner', name: field().value });
    expect(went).toEqual(['/t/t1']);
  });

  test('a name that was typed is remembered', async () => {
    serve({ ...nothing, 'POST /api/tables': { table: 't2' } });
    await open();
    field().value = 'Ada';
    field().dispatchEvent(new Event('input', { bubbles: true }));
    click(en.playWithFriends);
    await settled();
    expect(rememberedName()).toBe('Ada');
    expect(went).toEqual(['/t/t2']);
  });

  test('without a server it says so, and can be tried again', async () => {
    serve(nothing);
    await open();
    click(en.playWithBots);
    await settled();
    expect(document.querySelector('form [role=alert]')?.textContent).toBe(en.startFailed);
    expect(button(en.playWithBots).disabled).toBe(false);
    expect(went).toEqual([]);
  });

  test('a refusal is told in our words', async () => {
    serve({ ...nothing, 'POST /api/play': new No(409, 'bad-name') });
    await open();
    click(en.playWithBots);
    await settled();
    expect(text()).toContain(en.refused['bad-name']);
  });
});

test('the game is named, and a box opens at its games', async () => {
  serve(nothing);
  await open();
  expect(text()).toContain('Hanabi');
  click(new RegExp(`${en.options.editions.cs[0]}$`));
  await settled();
  expect(document.querySelector<HTMLSelectElement>('dialog select')?.value).toBe('cs');
  click(en.options.use);
  await settled();
  expect(document.querySelector('dialog')).toBeNull();
});

describe('tables', () => {
  test('none: a kind line each, and no list of yours', async () => {
    serve(nothing);
    await open();
    expect(text()).toContain(en.front.noOpenTables);
    expect(text()).toContain(en.front.noWatchTables);
    expect(text()).not.toContain(en.front.yourTables);
  });

  test('to join and to watch, with what one wants to know', async () => {
    serve({
      ...nothing,
      'GET /api/tables': {
        open: [listed({ locked: true })],
        watch: [listed({ table: 'def', names: ['Bo', 'Cy'], bots: 0, turn: 7, score: 4, watch: 'hands' })],
      },
    });
    await open();
    const links = [...document.querySelectorAll('.lists a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/t/abc', '/t/def']);
    expect(links[0]?.textContent).toContain('Ada, Hana');
    expect(links[0]?.textContent).toContain('1 free seat · 1 bot · with a password');
    expect(links[1]?.textContent).toContain('turn 7 · 4 points · open hands');
    (links[1] as HTMLAnchorElement).click();
    expect(went).toEqual(['/t/def']);
  });

  test('yours: first those that wait for you', async () => {
    serve({ ...nothing, 'GET /api/me': { tables: [mine({}), mine({ table: 'now', turn: true, turns: 3 })] } });
    await open();
    const links = [...document.querySelectorAll('.yours a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/t/now', '/t/xyz']);
    expect(links[0]?.textContent).toContain(en.yourTurn);
    expect(links[1]?.textContent).not.toContain(en.yourTurn);
    expect(links.map((link) => link.querySelector('small')?.textContent)).toEqual([
      'Standard · 2 players · turn 3 · 7 points',
      'Standard · 2 players · turn 12 · 7 points',
    ]);
  });

  test('a click with a key held is the browser’s', async () => {
    serve({ ...nothing, 'GET /api/tables': { open: [listed({})], watch: [] } });
    await open();
    const event = new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true });
    document.querySelector('.lists a')?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    expect(went).toEqual([]);
  });

  test('looked for again and again, but only while the page is looked at', () => {
    vi.useFakeTimers();
    let hidden = false;
    const spy = vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
    let looks = 0;
    const stop = poll(() => looks++, 1000);
    vi.advanceTimersByTime(2500);
    expect(looks).toBe(3);
    hidden = true;
    vi.advanceTimersByTime(5000);
    expect(looks).toBe(3);
    hidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(looks).toBe(4);
    stop();
    vi.advanceTimersByTime(5000);
    expect(looks).toBe(4);
    spy.mockRestore();
    vi.useRealTimers();
  });
});

describe('a personal link', () => {
  test('is asked about, claimed, and wiped from the address', async () => {
    history.replaceState(null, '', '/#me=c0de.12');
    const questions = serve({ ...nothing, 'POST /api/me/claim': { ok: true } });
    await open();
    expect(location.hash).toBe('');
    expect(questions.some(({ path }) => path.includes('claim'))).toBe(false);
    click(en.front.claimYes);
    await settled();
    expect(questions.find(({ path }) => path === 'POST /api/me/claim')?.body).toEqual({ code: 'c0de.12' });
    expect(document.querySelector('[role=status]')?.textContent).toBe(en.front.claimDone);
    expect(questions.filter(({ path }) => path === 'GET /api/me')).toHaveLength(2);
  });

  test('can be left alone', async () => {
    history.replaceState(null, '', '/#me=c0de');
    const questions = serve(nothing);
    await open();
    click(en.front.claimNo);
    await settled();
    expect(questions.some(({ path }) => path.includes('claim'))).toBe(false);
    expect(text()).not.toContain(en.front.claimTitle);
  });

  test('that is too old says what to do', async () => {
    history.replaceState(null, '', '/#me=old');
    serve({ ...nothing, 'POST /api/me/claim': new No(409, 'bad-link') });
    await open();
    click(en.front.claimYes);
    await settled();
    expect(text()).toContain(en.front.claimFailed);
  });

  test('of one’s own: as a code and to copy, with a word of care', async () => {
    const url = 'http://192.168.1.5:8000/#me=abc';
    const questions = serve({
      ...nothing,
      'POST /api/me/link': { path: '/#me=abc', seconds: 3600 },
      'POST /api/qr': { url, svg: '<svg/>' },
    });
    await open();
    click(en.front.device);
    await settled();
    expect(questions.find((one) => one.path === 'POST /api/qr')?.body).toEqual({ path: '/#me=abc' });
    expect(document.querySelector<HTMLInputElement>('dialog input')?.value).toBe(url);
    expect(document.querySelector('dialog img')?.getAttribute('src')).toContain('%3Csvg');
    expect(text()).toContain(en.front.deviceCare);
    expect(text()).not.toContain(en.front.devices);
  });

  test('lists the other devices, which can be signed out', async () => {
    const device = (id: string, name: string, here = false) => ({ id, name, since: 0, seen: 0, here });
    const [here, phone, old] = [
      device('a', 'Chrome · Windows', true),
      device('b', 'Firefox · Android'),
      device('c', ''),
    ];
    const questions = serve({
      ...nothing,
      'POST /api/me/link': { path: '/#me=abc', seconds: 3600 },
      'POST /api/qr': { url: 'http://192.168.1.5:8000/#me=abc', svg: '<svg/>' },
      'GET /api/me/devices': [here, phone, old],
      'POST /api/me/devices/sign-out': [here, old],
    });
    await open();
    click(en.front.device);
    await settled();
    expect(text()).toContain('Firefox · Android');
    expect(text()).toContain(en.front.deviceUnknown);
    expect(text()).toContain(en.front.signOutAll);
    click(`${en.front.signOut}: Firefox · Android`);
    await settled();
    expect(questions.at(-1)?.body).toEqual({ id: 'b' });
    expect(text()).not.toContain('Firefox · Android');
    serve({ ...nothing, 'POST /api/me/devices/sign-out': new No(503, '') });
    click(`${en.front.signOut}: ${en.front.deviceUnknown}`);
    await settled();
    expect(document.querySelector('[role=alert]')).not.toBeNull();
  });
});

describe('a game in the address', () => {
  beforeEach(() => void serve(nothing));

  test('by notation, by preset, with players', async () => {
    const found = async (search: string) => {
      const { variant, players, problem } = await asked(search);
      return [variant, players, problem()];
    };
    expect(await found('?variant=wild10+black&players=4')).toEqual(['wild10+black', 4, '']);
    expect(await found('?variant=tiles%2Bown5')).toEqual(['own5+tiles', 3, '']);
    expect(await found('?variant=fr:avalanche')).toEqual(['wild10', 3, '']);
    expect(await found('')).toEqual(['base', 3, '']);
    expect(await found('?players=9')).toEqual(['base', 3, en.front.wrongPlayers]);
  });

  test('that is not known: the standard game, and a kind word that names the culprit', async () => {
    const unknown = await asked('?variant=wild10+rainbow');
    expect(unknown).toMatchObject({ variant: 'base', players: 3 });
    expect(unknown.problem()).toContain('“rainbow”');
    expect(unknown.problem()).toContain(en.front.standardInstead);
    expect((await asked('?variant=own5+wild10')).problem()).toContain('own5 and wild10');
    expect((await asked('?variant=')).problem()).not.toBe('');
  });

  test('is told on the page as text', async () => {
    history.replaceState(null, '', '/?variant=%3Cimg%20src=x%3E');
    await open();
    expect(document.querySelector('form [role=alert]')?.textContent).toContain('<img');
    expect(document.querySelector('form img')).toBeNull();
    flushSync();
  });
});

describe('a name that somebody at the table has already', () => {
  test('is exchanged for another of ours, any of them, if it was ours', () => {
    const [first = '', ...others] = en.guest;
    rememberName(first);
    const found = new Set(Array.from({ length: 400 }, () => nameFor([first, 'Ada'])));
    expect([...found].sort()).toEqual(others.toSorted());
    expect(en.guest).toContain(nameFor(en.guest.slice(1)));
    expect(nameFor(en.guest)).toBe(`${first} 2`);
  });

  test('gets a number if it was one’s own', () => {
    rememberName('Ada');
    expect(nameFor(['Bo'])).toBe('Ada');
    expect(nameFor(['ada'])).toBe('Ada 2');
    expect(nameFor(['Ada', 'ADA 2'])).toBe('Ada 3');
    rememberName('x'.repeat(20));
    expect(nameFor(['x'.repeat(20)])).toBe(`${'x'.repeat(18)} 2`);
  });
});
