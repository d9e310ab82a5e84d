import { createRawSnippet, flushSync, mount, unmount, type Snippet } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { copy } from '../src/lib/copy';
import { rememberName } from '../src/lib/person';
import type { FromClient, Refused, Settings, Sitter, TableIs } from '../src/lib/wire';
import Knock from '../src/lobby/Knock.svelte';
import Lobby from '../src/lobby/Lobby.svelte';
import { button, click, lastOf } from './help';
import { en } from './i18n-help';
import { serve, settled, text } from './server-help';
import cases from './variants.json';

const say = en.lobby;
const presets = (cases.presets as [string, string][]).map(([name, variant]) => ({ name, variant }));
const bots = [
  { name: 'cautious', about: 'calm' },
  { name: 'other', about: 'Another one.' },
];
const settings: Settings = {
  variant: 'base',
  players: 3,
  first: null,
  watch: 'table',
  listed: false,
  talk: 'clues',
  hush: false,
  take_back: false,
  hot_seat: false,
};
const you: Sitter = { name: 'Ada', you: true, host: true };

function table(over: Partial<TableIs> = {}): TableIs {
  return {
    type: 'table',
    version: 5,
    settings,
    locked: false,
    host: true,
    you: 0,
    seats: [you, null, null],
    onlookers: 0,
    playing: false,
    deal_set: false,
    known_deal: null,
    asking: null,
    may_take_back: false,
    take_backs_left: 20,
    kept: [],
    lines: [],
    lines_from: 0,
    play: null,
    ...over,
  };
}
const guest = (over: Partial<TableIs> = {}): TableIs =>
  table({ host: false, you: null, seats: [{ name: 'Ada', host: true }, null, null], ...over });

let sent: FromClient[] = [];
let leave = (): void => {};

type Given = { table: TableIs; refused: Refused | null; back?: () => void; talk?: Snippet; said?: number };

/** The lobby, and the way to tell it that the table has changed. */
async function open(given: Partial<Given> = {}): Promise<(next: Partial<Given>) => void> {
  sent = [];
  document.body.innerHTML = '';
  const props = $state({
    id: 'abc',
    table: table(),
    refused: null as Refused | null,
    send: (message: FromClient) => sent.push(message) > 0,
    go: () => {},
    back: undefined as (() => void) | undefined,
    talk: undefined as Snippet | undefined,
    said: 0,
    ...given,
  });
  const shown = mount(Lobby, { target: document.body, props });
  leave = () => void unmount(shown);
  await settled();
  return (next) => {
    Object.assign(props, next);
    flushSync();
  };
}

function type(selector: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error(`no ${selector}`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

const row = (seat: number): Element => document.querySelectorAll('.seats li')[seat] ?? document.body;
const inRow = (seat: number, name: string): HTMLButtonElement | undefined =>
  [...row(seat).querySelectorAll('button')].find((one) => one.textContent?.trim() === name);
function clickIn(seat: number, name: string): void {
  inRow(seat, name)?.click();
  flushSync();
}
const switches = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('[role=switch]')];
const choose = (name: string): void => {
  const found = [...document.querySelectorAll('label')].find((one) => one.querySelector('.name')?.textContent === name);
  found?.querySelector('input')?.click();
  flushSync();
};

beforeEach(() => {
  localStorage.clear();
  rememberName('Ada');
  serve({
    'GET /api/bots': bots,
    'GET /api/presets': presets,
    'POST /api/qr': { url: 'http://192.168.1.5:8000/t/abc', svg: '<svg/>' },
  });
});
afterEach(() => {
  leave();
  leave = () => {};
  vi.unstubAllGlobals();
});

describe('the invitation promises what is so', () => {
  const full = [you, { name: 'Bo' }, { name: 'Cy' }];
  const watch = (watch: Settings['watch']): Settings => ({ ...settings, watch });
  test.each<[string, Partial<TableIs>, string]>([
    ['a seat is free', {}, en.invite],
    ['a password', { locked: true }, say.inviteLocked],
    ['no seat', { seats: full }, say.inviteLook],
    ['no seat, and a game on', { seats: full, playing: true }, say.inviteLook],
    ['no seat, and nothing to see', { seats: full, settings: watch('nothing') }, say.inviteWait],
    ['a seat for nobody who saw the hands', { playing: true, settings: watch('hands') }, say.inviteLook],
  ])('%s', async (_, over, words) => {
    await open({ table: table(over) });
    expect(text()).toContain(words);
    for (const other of [en.invite, say.inviteLocked, say.inviteLook, say.inviteWait].filter((one) => one !== words))
      expect(text()).not.toContain(other);
  });
});

describe('programs of others', () => {
  const guests = ['hard-bot', 'will-bot'];
  const connected = (): void =>
    void serve({ 'GET /api/bots': bots, 'GET /api/presets': presets, 'GET /api/guests': guests });
  const listed = (): string[] => [...document.querySelectorAll('.guests li b')].map((one) => one.textContent ?? '');
  const options = (): string[] => [...(row(1).querySelector('select')?.options ?? [])].map(({ value }) => value);

  test('the host invites one by name to the first free seat', async () => {
    connected();
    const tell = await open();
    expect(listed()).toEqual(guests);
    click(say.inviteNamed('will-bot'));
    expect(sent.at(-1)).toEqual({ type: 'invite', seat: 1, guest: 'will-bot' });
    tell({ table: table({ seats: [you, { name: 'will-bot', guest: true, away: true }, null] }) });
    expect(listed()).toEqual(['hard-bot']);
    for (const word of [say.guest, say.away]) expect(row(1).textContent).toContain(word);
  });

  test('it can be exchanged for another, or for one of ours', async () => {
    connected();
    await open({ table: table({ seats: [you, { name: 'will-bot', guest: true }, null] }) });
    expect(options()).toEqual(['cautious', 'other', 'guest:will-bot', 'guest:hard-bot']);
    const select = row(1).querySelector('select');
    if (!select) throw new Error('no choice');
    for (const [value, message] of [
      ['guest:hard-bot', { type: 'invite', seat: 1, guest: 'hard-bot' }],
      ['cautious', { type: 'seat-bot', seat: 1, bot: 'cautious' }],
    ] as const) {
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      expect(sent.at(-1)).toEqual(message);
    }
    expect(inRow(1, en.freeSeat)).toBeDefined();
  });

  test('in a game one that is there keeps its seat', async () => {
    connected();
    const seats = [you, { name: 'will-bot', guest: true }, { name: 'hard-bot', guest: true, away: true }];
    await open({ table: table({ playing: true, seats }) });
    expect(inRow(1, en.freeSeat)).toBeUndefined();
    expect(inRow(2, en.freeSeat)).toBeDefined();
  });

  test('others are not asked, and nobody is invited where no seat is free', async () => {
    connected();
    await open({ table: guest() });
    expect(document.querySelector('.guests')).toBeNull();
    leave();
    await open({ table: table({ seats: [you, { name: 'Bo' }, { name: 'Cy' }] }) });
    expect(document.querySelector('.guests')).toBeNull();
  });
});

test('the standard game has no short name', async () => {
  const tell = await open();
  expect(text()).not.toContain(en.options.inShort);
  tell({ table: table({ settings: { ...settings, variant: 'own5' } }) });
  expect(text()).toContain(`${en.options.inShort} own5`);
});

test('a name that somebody has is refused, and another one stands there', async () => {
  const tell = await open({ table: guest() });
  type('.seats .field', 'Ada');
  tell({ refused: { type: 'refused', reason: 'name-taken', words: '' } });
  expect(text()).toContain(en.refused['name-taken']);
  expect(document.querySelector<HTMLInputElement>('.seats .field')?.value).toBe('Ada 2');
});

describe('seats', () => {
  test('whoever has just opened the table sits down', async () => {
    await open({ table: table({ version: 1, you: null, seats: [null, null, null] }) });
    expect(sent).toEqual([{ type: 'sit', seat: 0, name: 'Ada' }]);
  });

  test('nobody is sat down again who stood up, nor a guest', async () => {
    await open({ table: table({ version: 3, you: null, seats: [null, null, null] }) });
    expect(sent).toEqual([]);
    leave();
    await open({ table: guest({ version: 1 }) });
    expect(sent).toEqual([]);
  });

  test('a guest types a name and sits', async () => {
    await open({ table: guest() });
    type('.seats input', ' Bo ');
    clickIn(2, en.sitHere);
    expect(sent).toEqual([{ type: 'sit', seat: 2, name: 'Bo' }]);
    expect(inRow(1, en.seatBot)).toBeUndefined();
  });

  test('all taken: a guest may look on', async () => {
    const seats = [{ name: 'Ada', host: true }, { name: 'Bo' }, { name: 'Cy', away: true }];
    await open({ table: guest({ seats, onlookers: 3, settings: { ...settings, watch: 'nothing' } }) });
    expect(text()).toContain(say.full);
    expect(text()).toContain(say.curtain);
    expect(text()).toContain(say.onlookers(2)); // besides oneself
    expect(row(2).textContent).toContain(say.away);
    expect(document.querySelectorAll('.seats input')).toHaveLength(0);
  });

  test('the host seats a bot, chooses another, clears the seat', async () => {
    const update = await open();
    clickIn(1, en.seatBot);
    update({ table: table({ seats: [you, { name: 'Hana', bot: 'cautious' }, null] }) });
    expect(row(1).textContent).toContain(say.bots.cautious?.[1]);
    const select = row(1).querySelector('select');
    if (!select) throw new Error('no choice of bots');
    select.value = 'other';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    update({ table: table({ seats: [you, { name: 'Hana', bot: 'other' }, null] }) });
    expect(row(1).textContent).toContain('Another one.');
    clickIn(1, en.freeSeat);
    expect(sent).toEqual([
      { type: 'seat-bot', seat: 1, bot: 'cautious' },
      { type: 'seat-bot', seat: 1, bot: 'other' },
      { type: 'clear', seat: 1 },
    ]);
  });

  test('ours are told about in the visitor’s language, others in their own English', async () => {
    await open({ table: table({ seats: [you, { name: 'Hana', bot: 'cautious' }, { name: 'Kenji', bot: 'other' }] }) });
    expect([1, 2].map((seat) => row(seat).querySelector('p')?.getAttribute('lang'))).toEqual([null, 'en']);
    const options = [...row(1).querySelectorAll('option')];
    expect(options.map((one) => [one.textContent, one.getAttribute('lang')])).toEqual([
      ['Cautious', null],
      ['other', 'en'],
    ]);
  });

  test('in the middle of a game a seat is cleared when it is asked for twice', async () => {
    const { play } = lastOf('fresh');
    await open({
      table: table({
        playing: true,
        play,
        seats: [you, { name: 'Hana', bot: 'cautious' }, { name: 'Cy', away: true }],
      }),
    });
    clickIn(1, en.freeSeat);
    expect(sent).toEqual([]);
    clickIn(1, say.clearSure);
    click(say.more('Cy'));
    clickIn(2, en.freeSeat);
    expect(sent).toHaveLength(1);
    clickIn(2, say.clearSure);
    expect(sent).toEqual([
      { type: 'clear', seat: 1 },
      { type: 'clear', seat: 2 },
    ]);
  });

  test('one of the host’s seats says so', async () => {
    const hers = { name: 'Olga', host: true };
    await open({ table: table({ seats: [you, hers, hers], settings: { ...settings, hot_seat: true } }) });
    const marks = [...document.querySelectorAll('.seats .chip')].filter((one) => one.textContent === say.host);
    expect(marks).toHaveLength(1);
    expect(row(0).contains(marks[0] ?? null)).toBe(true);
  });

  test('bots for all free seats, one after the other', async () => {
    const update = await open();
    click(say.fillWithBots);
    expect(sent).toEqual([{ type: 'seat-bot', seat: 1, bot: 'cautious' }]);
    const bot = { name: 'Hana', bot: 'cautious' };
    update({ table: table({ seats: [you, bot, null] }) });
    expect(sent.at(-1)).toEqual({ type: 'seat-bot', seat: 2, bot: 'cautious' });
    update({ table: table({ seats: [you, bot, bot] }) });
    expect(sent).toHaveLength(2);
    update({ table: table({ seats: [you, bot, null] }) });
    expect(sent).toHaveLength(2); // a seat that is freed later stays free
  });

  test('a refusal ends the filling, and is told', async () => {
    const update = await open();
    click(say.fillWithBots);
    update({ refused: { type: 'refused', reason: 'no-such-bot', words: '' } });
    expect(text()).toContain(say.refused['no-such-bot']);
    expect(button(say.fillWithBots).disabled).toBe(false);
  });

  test('the host hands over, or frees the seat of somebody else', async () => {
    await open({ table: table({ seats: [you, { name: 'Bo' }, null] }) });
    click(say.more('Bo'));
    click(say.makeHost);
    click(say.more('Bo'));
    clickIn(1, en.freeSeat);
    expect(sent).toEqual([
      { type: 'hand-over', seat: 1 },
      { type: 'clear', seat: 1 },
    ]);
  });

  test('one device for several people: a name for each seat', async () => {
    const update = await open();
    switches()[0]?.click();
    expect(sent).toEqual([{ type: 'change', settings: { ...settings, hot_seat: true } }]);
    update({ table: table({ settings: { ...settings, hot_seat: true } }) });
    expect(inRow(1, en.sitHere)?.disabled).toBe(true);
    type('.seats li:nth-child(2) input', 'Olga');
    clickIn(1, en.sitHere);
    expect(sent.at(-1)).toEqual({ type: 'sit', seat: 1, name: 'Olga' });
    expect(localStorage.getItem('tamaya.name')).toBe('Ada'); // not the visitor's own name
  });
});

describe('the deal', () => {
  const full = [you, { name: 'Bo' }, { name: 'Hana', bot: 'cautious' }];

  test('waits until all seats are taken', async () => {
    const update = await open();
    click(en.begin);
    expect(sent).toEqual([]);
    const why = button(en.begin).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(why)?.textContent).toBe(en.beginNeedsAll);
    update({ table: table({ seats: full }) });
    expect(button(en.begin).hasAttribute('aria-describedby')).toBe(false);
    click(en.begin);
    expect(sent).toEqual([{ type: 'begin', same_deal: false }]);
  });

  test('that is set: played as it is, or shuffled anew', async () => {
    await open({ table: table({ seats: full, deal_set: true }) });
    expect(text()).toContain(say.dealSet[0]);
    click(say.playSetDeal);
    click(say.dealAnew);
    expect(sent).toEqual([
      { type: 'begin', same_deal: true },
      { type: 'begin', same_deal: false },
    ]);
  });

  test('after a game: a new one first, the same again if wanted, or back to the result', async () => {
    const back = vi.fn();
    await open({ table: table({ seats: full, deal_set: true, play: lastOf('end').play }), back });
    expect(text()).not.toContain(say.dealSet[0]);
    click(en.begin);
    click(say.sameDealAgain);
    click(say.back);
    expect(sent).toEqual([
      { type: 'begin', same_deal: false },
      { type: 'begin', same_deal: true },
    ]);
    expect(back).toHaveBeenCalledOnce();
  });

  test('is the host’s', async () => {
    await open({ table: guest({ seats: full, you: 1 }) });
    expect(text()).toContain(en.waitForHost);
    expect(() => button(en.begin)).toThrow();
  });
});

describe('talk', () => {
  const talk = createRawSnippet(() => ({ render: () => '<p class="spoken">Hello.</p>' }));
  const spoken = (): boolean => document.querySelector('.spoken') !== null;

  test('is folded away until somebody says something', async () => {
    const update = await open({ talk, said: 0 });
    expect(spoken()).toBe(false);
    update({ said: 1 });
    await settled();
    expect(spoken()).toBe(true);
  });

  test('what was said before is there', async () => {
    await open({ talk, said: 3 });
    expect(spoken()).toBe(true);
  });
});

describe('doors', () => {
  test('the host lists the table, with all other settings as they are', async () => {
    await open({ table: table({ settings: { ...settings, talk: 'chat' } }) });
    switches().at(-1)?.click();
    expect(sent).toEqual([{ type: 'change', settings: { ...settings, talk: 'chat', listed: true } }]);
  });

  test('what onlookers see', async () => {
    await open();
    choose(say.watches.hands[0]);
    expect(sent).toEqual([{ type: 'change', settings: { ...settings, watch: 'hands' } }]);
  });

  test('a password, and none again', async () => {
    const update = await open();
    expect(button(say.lock).disabled).toBe(true);
    type('.doors input.field', 'moon');
    document.querySelector<HTMLFormElement>('.doors form')?.requestSubmit();
    expect(sent).toEqual([{ type: 'lock', password: 'moon' }]);
    update({ table: table({ locked: true }) });
    click(say.unlock);
    expect(sent.at(-1)).toEqual({ type: 'lock', password: '' });
  });

  test('everybody else reads', async () => {
    await open({ table: guest({ locked: true, settings: { ...settings, listed: true, watch: 'hands' } }) });
    expect(switches()).toHaveLength(0);
    for (const words of [say.isListed, say.isLocked, say.watches.hands[1]]) expect(text()).toContain(words);
    expect(() => button(en.options.title)).toThrow();
  });

  test('knocking, and the wrong password', () => {
    sent = [];
    document.body.innerHTML = '';
    const props = $state({
      refused: null as Refused | null,
      send: (message: FromClient) => sent.push(message) > 0,
      home: () => {},
    });
    const shown = mount(Knock, { target: document.body, props });
    leave = () => void unmount(shown);
    type('input', 'sun');
    document.querySelector('form')?.requestSubmit();
    expect(sent).toEqual([{ type: 'knock', password: 'sun' }]);
    props.refused = { type: 'refused', reason: 'wrong-password', words: '' };
    flushSync();
    expect(document.querySelector('[role=alert]')?.textContent).toBe(say.refused['wrong-password']);
  });
});

describe('options', () => {
  test('are drafted, and sent all at once', async () => {
    await open({ table: table({ seats: [you, null, { name: 'Cy' }], settings: { ...settings, first: 2 } }) });
    click(en.options.title);
    await settled();
    choose(en.variants.wild10?.[0] ?? '');
    choose('2');
    expect(text()).toContain(en.options.seatsGo);
    expect(text()).toContain('60 cards in all');
    choose(en.options.talks.remarks[0]);
    const quiet = switches().find((one) => one.textContent?.includes(en.options.hush[0]));
    quiet?.click();
    flushSync();
    expect(sent).toEqual([]);
    click(en.options.use);
    const wanted = { ...settings, variant: 'wild10', players: 2, first: null, talk: 'remarks', hush: true };
    expect(sent).toEqual([{ type: 'change', settings: wanted }]);
    expect(document.querySelector('dialog')).toBeNull();
  });

  test('a mix, and what it is called', async () => {
    await open();
    click(en.options.title);
    await settled();
    choose(en.options.mix);
    expect(text()).toContain(en.options.onlyOne);
    choose(en.options.multicolours.own5[0]);
    for (const name of [en.options.black[0], en.options.switches.announce[0]])
      switches()
        .find((one) => one.textContent?.startsWith(name))
        ?.click();
    flushSync();
    choose('11');
    expect(document.querySelector('dialog code')?.textContent).toBe('own5+black+announce+clues=11');
    expect(text()).toContain('Cascade + Black powder + Announce the colour + 11 clue tokens · 3 players');
    expect(text()).toContain('65 cards in all · seven fireworks · 30 points at most');
    click(en.options.use);
    expect(sent).toEqual([{ type: 'change', settings: { ...settings, variant: 'own5+black+announce+clues=11' } }]);
  });

  test.each([false, true])('a game takes moves back no longer, but does not begin to: %s', async (take_back) => {
    await open({ table: table({ playing: true, settings: { ...settings, take_back } }) });
    click(en.options.title);
    await settled();
    const found = switches().find((one) => one.textContent?.includes(en.options.takeBack[0]));
    expect(found?.getAttribute('aria-disabled')).toBe(String(!take_back));
    expect(text().includes(en.options.takeBackGameOn)).toBe(!take_back);
    found?.click();
    flushSync();
    expect(found?.getAttribute('aria-checked')).toBe('false');
  });

  test('a set deal goes with other options', async () => {
    await open({ table: table({ deal_set: true }) });
    click(en.options.title);
    await settled();
    expect(text()).not.toContain(en.options.dealGoes);
    choose('4');
    expect(text()).toContain(en.options.dealGoes);
  });

  test('that could not be sent stay open', async () => {
    const update = await open();
    update({ send: () => false } as never);
    click(en.options.title);
    await settled();
    click(en.options.use);
    expect(document.querySelector('dialog [role=alert]')?.textContent).toBe(en.offlineTry);
  });
});

describe('the invitation', () => {
  test('is the address that others can reach, and its code', async () => {
    await open();
    expect(document.querySelector<HTMLInputElement>('.invite input')?.value).toBe('http://192.168.1.5:8000/t/abc');
    expect(document.querySelector('.invite img')?.getAttribute('alt')).toBe(say.code);
    expect(text()).not.toContain('tamaya serve --lan');
    click(say.showCode);
    expect(button(say.hideCode).getAttribute('aria-expanded')).toBe('true');
  });

  test('on this machine only: how phones get there', async () => {
    serve({ 'GET /api/bots': bots, 'POST /api/qr': { url: 'http://127.0.0.1:8000/t/abc', svg: '<svg/>' } });
    await open();
    expect(document.querySelector('.invite code')?.textContent).toBe('tamaya serve --lan');
    expect(document.querySelector('.invite img')).toBeNull(); // nobody could scan it
  });

  test('is copied, the old way where the browser has no other', async () => {
    const old = vi.fn(() => true);
    Object.defineProperty(document, 'execCommand', { value: old, configurable: true });
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
    expect(await copy('http://x/')).toBe(true);
    expect(old).toHaveBeenCalledWith('copy');
    expect(document.querySelector('textarea')).toBeNull();
    old.mockReturnValue(false);
    await open();
    click(en.copyLink);
    await settled();
    expect(text()).toContain(say.copyByHand);
  });
});
