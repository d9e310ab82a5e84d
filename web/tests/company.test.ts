import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HotSeat } from '../src/lib/hotSeat.svelte';
import { words } from '../src/lib/i18n';
import '../src/table/LookingBack.svelte'; // the page fetches it when it is wanted
import type { GameEvent, Line, Play, Sitter, Steps, TableIs } from '../src/lib/wire';
import { button, click, fixture, lastOf } from './help';
import { serve, settled, text } from './server-help';
import { FakeSocket, press, sit, withTable } from './sitting';

withTable();
beforeEach(() => {
  sessionStorage.clear();
  serve({});
});

const TABLE = lastOf('fresh');
const table = (over: Partial<TableIs>, play: Partial<Play> = {}): TableIs => ({
  ...TABLE,
  version: TABLE.version + 1,
  ...over,
  play: { ...TABLE.play, ...play },
});
const seats = (...sitters: (Partial<Sitter> | null)[]): (Sitter | null)[] =>
  sitters.map((sitter, seat) => sitter && { name: ['Ada', 'Bo', 'Cleo'][seat] ?? '', ...sitter });

const PACE = { timeout: 3000 }; // more than a move is shown

describe('who is away', () => {
  test('is marked; the host goes on with a bot, or frees the seat', () => {
    const socket = sit('fresh');
    socket.say(table({ seats: seats({ you: true }, { away: true }, {}) }, { to_move: 1, legal: [] }));
    expect(document.querySelector('[data-seat="1"]')?.textContent).toContain(words.lobby.away);
    expect(document.querySelector('[data-seat="2"]')?.textContent).not.toContain(words.lobby.away);
    expect(text()).toContain(words.table.isAway('Bo'));
    click(words.table.botPlaysOn);
    socket.say(table({ version: 20, seats: seats({ you: true }, { away: true }, {}) }, { to_move: 1, legal: [] }));
    click(words.table.clearSeat);
    expect(socket.sent).toEqual([
      { type: 'seat-bot', seat: 1, bot: 'partner' },
      { type: 'clear', seat: 1 },
    ]);
  });

  test('a choice of one’s own comes before that question', () => {
    const socket = sit('fresh');
    socket.say(table({ seats: seats({ you: true }, { away: true }, {}) }, { to_move: 1, legal: [] }));
    click(/^your card 1/);
    expect(button('Play')).toBeTruthy();
    expect(() => button(words.table.botPlaysOn)).toThrow();
  });

  test('others are told what the host can do', () => {
    const socket = sit('fresh');
    socket.say(
      table({ host: false, seats: seats({ you: true }, { away: true }, { host: true }) }, { to_move: 1, legal: [] }),
    );
    expect(text()).toContain(words.table.hostCan);
    expect(() => button(words.table.botPlaysOn)).toThrow();
  });

  test('somebody who is away and not to move holds nothing up, and the host finds the seat', () => {
    const socket = sit('fresh');
    serve({ 'GET /api/bots': [{ name: 'cautious', about: '' }] });
    socket.say(table({ seats: seats({ you: true }, {}, { away: true }) }));
    expect(button('Play')).toBeTruthy();
    click(words.lobby.more('Cleo'));
    expect(document.querySelector('dialog')?.textContent).toContain('Cleo');
  });

  test('an absent host’s powers are told once', () => {
    const socket = sit('fresh');
    const mine = { host: true, seats: seats({ you: true }, { host: true, away: true }, {}) };
    socket.say(table({ ...mine, host: false, seats: seats({ you: true }, { host: true }, {}) }));
    expect(document.querySelector('.toast')).toBeNull();
    socket.say(table({ ...mine, version: 20 }));
    expect(document.querySelector('.toast')?.textContent).toBe(words.table.hostAway);
    vi.advanceTimersByTime(7000);
    socket.say(table({ ...mine, version: 21 }));
    expect(document.querySelector('.toast')).toBeNull();
  });
});

describe('who has left', () => {
  const acted: GameEvent[] = [
    { event: 'discarded', seat: 1, card: 6, face: [0, 1] },
    { event: 'turn-passed', to: 2 },
  ];
  const left: Line = { kind: 'left', seat: 1, name: 'Bo', game: TABLE.play.game, event: 2 };

  test('is named in the log as before, and in what is told; the seat itself is free', () => {
    const socket = sit('fresh');
    socket.say(table({ seats: seats({ you: true }, null, {}), lines: [left] }, { events: acted, to_move: 2 }));
    expect(document.querySelector('.side .log')?.textContent).toContain('Bo discards the red 1');
    expect(document.querySelector('.happened')?.textContent).toContain('Bo discards the red 1');
    expect(document.querySelector('[data-seat="1"]')?.textContent).toContain(words.seat(2));
  });

  test('is named to the newcomer, too', () => {
    const socket = sit('fresh');
    const sat: Line = { ...left, kind: 'seated', name: 'Eva' };
    socket.say(
      table(
        { you: 1, seats: seats({}, { name: 'Eva', you: true }, {}), lines: [left, sat] },
        { events: acted, to_move: 2 },
      ),
    );
    expect(document.querySelector('.happened')?.textContent).toContain('Bo discards the red 1');
  });

  test('what was told of cards is told of the newcomer’s cards now', () => {
    const told: GameEvent = {
      event: 'clued',
      seat: 0,
      clue: { do: 'value', to: 1, value: 1 },
      cards: [5],
      free: false,
    };
    const sat: Line = { ...left, kind: 'seated', name: 'Eva' };
    const socket = sit('fresh');
    socket.say(
      table(
        { you: 1, seats: seats({}, { name: 'Eva', you: true }, {}), lines: [left, sat] },
        { events: [told], to_move: 2 },
      ),
    );
    expect(document.querySelector('.happened')?.textContent).toContain('Ada tells you: one 1');
  });
});

describe('whoever looks on', () => {
  const HIDDEN = TABLE.play.hands.map((hand) => hand.map(({ id }) => ({ id })));
  const watching = (over: Partial<TableIs> = {}): TableIs =>
    table(
      { you: null, host: false, onlookers: 3, seats: seats({ host: true }, {}, {}), ...over },
      { hands: HIDDEN, legal: [] },
    );

  test('sees the table, and how many do', () => {
    sit('fresh').say(watching());
    expect(text()).toContain(words.watching);
    expect(text()).toContain(words.lobby.onlookers(2)); // besides you
    expect(text()).toContain(words.table.handsHidden);
    expect(() => button(words.table.sitDown)).toThrow();
  });

  test('can take a free seat and play on', () => {
    localStorage.setItem('tamaya.name', 'Dan');
    const socket = sit('fresh');
    socket.say(watching({ seats: seats({ host: true }, null, {}) }));
    expect(text()).toContain(words.table.seatWaits(2));
    document.querySelector('.ask form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    expect(socket.sent).toEqual([{ type: 'sit', seat: 1, name: 'Dan' }]);
    socket.say({ type: 'refused', reason: 'saw-cards', words: '' });
    expect(text()).toContain(words.lobby.refused['saw-cards']);
  });

  test('and is offered another name if somebody has it', () => {
    localStorage.setItem('tamaya.name', 'Dan');
    const socket = sit('fresh');
    socket.say(watching({ seats: seats({ host: true }, null, {}) }));
    socket.say({ type: 'refused', reason: 'name-taken', words: '' });
    expect(text()).toContain(words.refused['name-taken']);
    expect(document.querySelector<HTMLInputElement>('.ask .field')?.value).toBe('Dan 2');
  });

  test('is a small chip in the bar, and none where the game is not shown', () => {
    const socket = sit('fresh');
    socket.say(table({ onlookers: 1 }));
    expect(document.querySelector('.bar .looking')?.textContent).toContain('1');
    expect(document.querySelector('.bar .game')?.textContent).not.toContain(words.lobby.onlookers(1));
    socket.say(table({ version: 20, onlookers: 1, settings: { ...TABLE.settings, watch: 'nothing' } }));
    expect(document.querySelector('.bar .looking')).toBeNull();
  });

  test('takes the own seat back from a bot', () => {
    const socket = sit('fresh');
    socket.say(watching({ kept: [1], seats: seats({ host: true }, { name: 'Kenji', bot: 'cautious' }, {}) }));
    expect(text()).toContain(words.table.keptBy('Kenji'));
    click(words.table.takeSeat);
    expect(socket.sent).toEqual([{ type: 'come-back', seat: 1 }]);
  });

  test('or if nobody plays there, even where all hands are seen', () => {
    const settings = { ...TABLE.settings, watch: 'hands' as const };
    sit('fresh').say(watching({ kept: [1], settings, seats: seats({ host: true }, null, {}) }));
    expect(text()).toContain(words.table.keptFree(2));
    expect(text()).not.toContain(words.table.sawHands);
  });

  test('but not where all hands are seen', () => {
    sit('fresh').say(
      watching({ seats: seats({ host: true }, null, {}), settings: { ...TABLE.settings, watch: 'hands' } }),
    );
    expect(text()).toContain(words.table.sawHands);
    expect(() => button(words.table.sitDown)).toThrow();
  });
});

test('a game that onlookers are not shown is on: that is said', () => {
  const closed = table({ you: null, host: false, playing: true, seats: seats({ host: true }, {}, {}), deal_set: true });
  sit('fresh').say({ ...closed, play: null });
  for (const said of words.lobby.gameOn) expect(text()).toContain(said);
  for (const unsaid of [words.tableTitle, words.waitForHost, words.lobby.dealSet[0], words.lobby.full])
    expect(text()).not.toContain(unsaid);
});

test('whoever lost a seat there takes it back all the same', () => {
  const seated = seats({ host: true }, { name: 'Kenji', bot: 'cautious' }, {});
  const socket = sit('fresh');
  socket.say({ ...table({ you: null, host: false, playing: true, kept: [1], seats: seated }), play: null });
  click(words.table.takeSeat);
  expect(socket.sent).toEqual([{ type: 'come-back', seat: 1 }]);
});

test('whoever ended the game is named, once', () => {
  const over = {
    result: 'stopped',
    reason: 'ended-by-players',
    score: 3,
    points_on_table: 3,
    band: null,
    mention: null,
  } as const;
  const events: GameEvent[] = [
    { event: 'discarded', seat: 0, card: 0, face: [0, 1] },
    { event: 'ended', reason: 'ended-by-players' } as GameEvent,
  ];
  const line: Line = { kind: 'ended', seat: 1, name: 'Bo', game: TABLE.play.game, event: 1 };
  const socket = sit('fresh');
  socket.say(table({ playing: false }, { over, events, legal: [] }));
  expect(document.querySelector('.end')?.textContent).toContain(words.why['ended-by-players']);
  socket.say(table({ version: 20, playing: false, lines: [line] }, { over, events, legal: [] }));
  expect(document.querySelector('.end')?.textContent).toContain('Bo ends the game here.');
  expect(document.querySelector('.side .log')?.textContent).toContain('Bo ends the game here.');
  expect(text()).not.toContain(words.why['ended-by-players']);
});

describe('where onlookers see all hands', () => {
  const settings = { ...TABLE.settings, watch: 'hands' as const };
  const chip = (): string => document.querySelector('.bar .hands')?.textContent ?? '';

  test('everybody sees all the time how many do, and who as far as known', () => {
    const socket = sit('fresh');
    socket.say(table({ settings, watchers: { count: 0, seen_by: 0, host: false, names: [] } }));
    expect(document.querySelector('.bar .hands')).toBeNull();
    socket.say(
      table({ version: 20, settings, onlookers: 1, watchers: { count: 1, seen_by: 1, host: false, names: [] } }),
    );
    expect(chip()).toContain('1 onlooker can see all hands');
    expect(text()).not.toContain(words.lobby.onlookers(1)); // said once
    socket.say(
      table({ version: 21, settings, onlookers: 2, watchers: { count: 2, seen_by: 2, host: true, names: ['Will'] } }),
    );
    expect(chip()).toContain('2 onlookers can see all hands: host, Will');
    socket.say(table({ version: 22, settings, watchers: { count: 0, seen_by: 3, host: false, names: [] } }));
    expect(chip()).toContain('3 people have seen them in this game'); // though they have left
  });

  test('the log and a line in passing tell of whoever comes', () => {
    const line: Line = { kind: 'watched', seat: -1, name: '', game: TABLE.play.game, event: 0 };
    const socket = sit('fresh');
    socket.say(table({ settings }));
    socket.say(table({ version: 20, settings, lines: [line], lines_from: TABLE.lines_from + TABLE.lines.length }));
    expect(document.querySelector('.side .log')?.textContent).toContain('Somebody is watching and can see all hands.');
    expect(document.querySelector('.line, .toast')?.textContent).toContain('Somebody is watching');
  });
});

test('a table that too many look at: said plainly, and tried again later', () => {
  const socket = sit('fresh');
  socket.say({ type: 'refused', reason: 'too-many-onlookers', words: 'many' });
  socket.onclose?.({ code: 4409 });
  flushSync();
  expect(text()).toContain(words.lobby.refused['too-many-onlookers']);
  expect(document.querySelector('.banner, .table')).toBeNull();
  vi.advanceTimersByTime(9000);
  const again = FakeSocket.all.at(-1);
  expect(again).toBe(socket);
  vi.advanceTimersByTime(9000);
  expect(FakeSocket.all.at(-1)).not.toBe(socket);
  FakeSocket.all.at(-1)?.onopen();
  flushSync();
  expect(document.querySelector('.table')).not.toBeNull();
});

test.each([
  ['is not there, or no longer', 4404, () => words.front.noTable],
  ['is damaged', 4500, () => words.front.damagedTable],
])('a table that %s: a kind page', (_, code, title) => {
  const socket = sit('fresh');
  socket.onclose?.({ code });
  flushSync();
  expect(document.querySelector('h1')?.textContent).toBe(title());
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/');
  expect(document.querySelector('.banner, .table')).toBeNull();
});

test('a device that was signed out says so, and does not try again', () => {
  const socket = sit('fresh');
  socket.onclose?.({ code: 4401 });
  flushSync();
  expect(document.querySelector('h1')?.textContent).toBe(words.front.signedOut);
  expect(document.querySelector('.banner, .table')).toBeNull();
});

describe('one device for several people', () => {
  const settings = { ...TABLE.settings, hot_seat: true };
  const turnOf = (you: number, version: number): TableIs =>
    table({ version, settings, you, seats: shared(you) }, { to_move: you });
  /** The first two seats are of this device. */
  const shared = (you: number): (Sitter | null)[] =>
    seats({ you: you === 0, also_you: you !== 0 }, { you: you === 1, also_you: you !== 1 }, {});

  test('nothing is to be seen until the right person has it', () => {
    const socket = sit('fresh');
    socket.say(turnOf(0, 10));
    expect(document.querySelectorAll('[data-card]')).toHaveLength(0);
    click(words.table.iAm('Ada'));
    expect(document.querySelectorAll('[data-card]').length).toBeGreaterThan(0);
    socket.say(turnOf(1, 11));
    expect(text()).toContain(words.table.passTo('Bo'));
    expect(document.querySelectorAll('[data-card]')).toHaveLength(0);
    press('1');
    press('1');
    expect(socket.sent).toEqual([]);
    click(words.table.iAm('Bo'));
    expect(document.querySelectorAll('[data-card]').length).toBeGreaterThan(0);
    expect(document.querySelector('.mine h2')?.textContent).toContain(`Bo · ${words.yourTurn}`);
  });

  test('what the one before had open is closed, over the curtain and behind it', () => {
    const socket = sit('fresh');
    socket.say(turnOf(0, 10));
    click(words.table.iAm('Ada'));
    click(/^your card 2/);
    click(words.menu);
    socket.say(turnOf(1, 11));
    expect(document.querySelector('dialog')).toBeNull();
    click(words.table.iAm('Bo'));
    expect(document.querySelector('dialog, .own [aria-pressed=true]')).toBeNull();
  });

  test('the same hands may go on looking, also after loading the page again', () => {
    const first = new HotSeat('abc');
    expect(first.waitsFor(turnOf(1, 10))).toBe(1);
    first.show(1, 1);
    expect(first.waitsFor(turnOf(1, 11))).toBeNull();
    expect(new HotSeat('abc').waitsFor(turnOf(1, 11))).toBeNull();
    expect(new HotSeat('another').waitsFor(turnOf(1, 11))).toBe(1);
  });

  test('a new deal asks again; when it is over, or nobody shares, there is no curtain', () => {
    const seat = new HotSeat('abc');
    seat.show(1, 0);
    expect(seat.waitsFor(table({ you: 0, seats: shared(0) }, { game: 2 }))).toBe(0);
    expect(seat.waitsFor({ ...lastOf('end'), seats: shared(0), you: 0 })).toBeNull();
    expect(seat.waitsFor({ ...TABLE, you: 1 })).toBeNull();
  });

  test('who has just one seat at such a table is not asked', () => {
    const socket = sit('fresh');
    socket.say(table({ settings, you: 2, seats: seats({}, {}, { you: true }) }, { to_move: 2 }));
    expect(text()).not.toContain(words.table.passTo('Cleo'));
    expect(document.querySelector('.own')).not.toBeNull();
  });
});

describe('looking back', () => {
  const events: GameEvent[] = [
    { event: 'clued', seat: 0, clue: { do: 'value', to: 1, value: 1 }, cards: [], free: false },
    { event: 'turn-passed', to: 1 },
  ];
  const bare: Play = { ...TABLE.play, events: [], legal: [] };
  const steps: Steps = {
    eyes: 0,
    plays: [bare, { ...bare, turn: 2, to_move: 1 }],
    events,
    events_until: [0, 2],
    take_backs: [],
  };
  const moved = (more: GameEvent[], over: Partial<Play> = {}): TableIs =>
    table({ version: 30 }, { events: [...events, ...more], to_move: 1, turn: 2, ...over });

  async function look(): Promise<ReturnType<typeof sit>> {
    const socket = sit('fresh');
    vi.useRealTimers();
    const asked = serve({ 'GET /api/tables/abc/steps': steps });
    socket.say(moved([]));
    press('[');
    await vi.waitFor(() => expect(document.querySelector('.looked-at')).not.toBeNull(), 4000);
    expect(asked.map(({ path }) => path)).toEqual(['GET /api/tables/abc/steps']);
    return socket;
  }

  test('[ shows the turn before; what happens meanwhile is told; Esc leads back to now', async () => {
    const socket = await look();
    expect(text()).toContain(words.replay.asDealt);
    socket.say(
      moved(
        [
          { event: 'discarded', seat: 1, card: 6, face: [0, 1] },
          { event: 'turn-passed', to: 2 },
        ],
        { to_move: 2 },
      ),
    );
    expect(document.querySelector('.looked-at')).not.toBeNull();
    await vi.waitFor(() => expect(text()).toContain(words.table.newMoves(1)), PACE); // the own move is shown first
    press('Escape');
    expect(document.querySelector('.looked-at')).toBeNull();
    expect(text()).toContain('Mina discards the red 1');
  });

  test('of a game that began anew there is nothing to count', async () => {
    const socket = await look();
    socket.say(moved([{ event: 'discarded', seat: 1, card: 6, face: [0, 1] }], { taken_back: 1 }));
    expect(document.querySelector('.fresh')).toBeNull();
    click(words.table.backToNow);
    expect(document.querySelector('.looked-at')).toBeNull();
  });

  test('on a shared device it ends when the device is passed on', async () => {
    const socket = await look();
    const settings = { ...TABLE.settings, hot_seat: true };
    const seats = TABLE.seats.map((sitter, seat) => sitter && { ...sitter, you: seat === 1, also_you: seat === 0 });
    socket.say(table({ version: 40, settings, you: 1, seats }, { to_move: 1 }));
    await vi.waitFor(() => expect(document.querySelector('.looked-at')).toBeNull(), PACE);
    click(words.table.iAm('Mina'));
    expect(document.querySelector('.looked-at')).toBeNull();
    expect(document.querySelector('.own')).not.toBeNull();
  });

  test('what cannot be had is told', async () => {
    const socket = sit('fresh');
    vi.useRealTimers();
    serve({});
    socket.say(moved([]));
    click(words.table.lookBack);
    await settled();
    expect(document.querySelector('.toast')?.textContent).toBe(words.table.lookBackFailed);
  });
});

describe('the end', () => {
  test('leads to the replay, to another game, to the seats', () => {
    const socket = sit('end');
    const over = lastOf('end');
    socket.say({ ...over, version: 99, play: { ...over.play, address: 'xyz' } });
    expect(document.querySelector('.end a')?.getAttribute('href')).toBe('/g/xyz');
    click(words.again);
    expect(socket.sent).toEqual([{ type: 'begin', same_deal: false }]);
    click(words.lobby.seats);
    expect(text()).toContain(words.tableTitle);
    click(words.lobby.back);
    expect(text()).toContain('23 of 25');
  });

  test('who is no host sees the replay, too', () => {
    const over = lastOf('end');
    sit('end').say({ ...over, version: 99, host: false, play: { ...over.play, address: 'xyz' } });
    expect(document.querySelector('.end a')).not.toBeNull();
    expect(text()).toContain(words.hostDeals);
  });
});

test('the menu leads to the rules of this game, to the settings, to an invitation', () => {
  for (const [name, found] of [
    [words.lobby.rules, words.help.turn[0]],
    [words.feel.settings, words.feel.theme],
    [words.language, 'Polski'],
    [words.lobby.inviteTitle, words.copyLink],
  ] as const) {
    sit('fresh');
    click(words.menu);
    const entry = [...document.querySelectorAll<HTMLElement>('.menu button')].find(
      (one) => one.textContent?.trim() === name,
    );
    entry?.click();
    flushSync();
    expect(document.querySelector('dialog')?.textContent, name).toContain(found);
  }
});

test('a bot says why, when asked', () => {
  const socket = sit('fresh');
  const [first] = fixture('fresh');
  const why = { code: 'useless', about: { card: 10 }, secret: false };
  const discarded: GameEvent = { event: 'discarded', seat: 2, card: 10, face: [0, 1], why };
  socket.say({ ...first, version: 9, play: { ...first?.play, events: [discarded] } });
  expect(text()).not.toContain(words.because.reasons.useless);
  document.querySelector<HTMLElement>('.side ol.log button')?.click();
  flushSync();
  expect(text()).toContain(words.because.reasons.useless);
});
