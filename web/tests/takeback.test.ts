import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { isOtherGame, isTakenBack } from '../src/lib/history';
import { words } from '../src/lib/i18n';
import { TableState } from '../src/lib/table.svelte';
import type { GameEvent, Play, TableIs } from '../src/lib/wire';
import { button, click, fixture, lastOf, play } from './help';
import { FakeSocket, sit, withTable } from './sitting';

withTable();

const NOW = lastOf('three');
const ALL = fixture('three').flatMap((table) => table.play?.events ?? []);
/** The table after a take-back of the last two moves: its events begin anew. */
const BACK: TableIs & { play: Play } = {
  ...NOW,
  version: NOW.version + 1,
  play: { ...NOW.play, taken_back: 1, to_move: 1, events: ALL.slice(0, 136), events_from: 0 },
};
const after = (
  table: TableIs & { play: Play },
  events: GameEvent[],
  from: number,
  over: Partial<Play> = {},
): TableIs => ({
  ...table,
  version: table.version + 1,
  play: { ...table.play, ...over, events, events_from: from },
});
const log = (): string[] => [...document.querySelectorAll('.side ol.log li')].map((one) => one.textContent ?? '');

describe('a history that begins anew', () => {
  test('is told by the number of take-backs', () => {
    const table = (over: Partial<Play>): TableIs => ({ ...NOW, play: play(over) });
    expect(isOtherGame(table({}), table({ taken_back: 1 }))).toBe(true);
    expect(isTakenBack(table({}), table({ taken_back: 1 }))).toBe(true);
    expect(isTakenBack(table({}), table({ game: 2, taken_back: 1 }))).toBe(false);
    expect(isOtherGame(table({ taken_back: 1 }), table({ taken_back: 1 }))).toBe(false);
    expect(isTakenBack(null, table({ taken_back: 1 }))).toBe(false);
  });

  test('the log is that of the game as it is now, at once', () => {
    const socket = sit('three');
    const before = log().length;
    socket.say(BACK);
    expect(log()).toHaveLength(before - 2);
    expect(document.querySelector('.skip')).toBeNull();
    expect(FakeSocket.all).toHaveLength(1);
  });

  test('shows nothing as new, and goes on with the moves after it', () => {
    const state = new TableState();
    for (const table of fixture('three')) state.receive(table);
    state.skip();
    const seen: (readonly GameEvent[])[] = [];
    state.after = (fresh) => void seen.push(fresh);
    state.receive(BACK);
    const next: GameEvent[] = [{ event: 'discarded', seat: 1, card: 9, face: [0, 1] }];
    state.receive(after(BACK, next, 136));
    state.skip();
    expect(state.events).toEqual([...ALL.slice(0, 136), ...next]);
    expect(seen).toEqual([[], next]);
  });

  test('whoever was away meanwhile asks for all of it', () => {
    const socket = sit('three');
    const before = log().length;
    socket.close();
    vi.advanceTimersByTime(9000);
    const again = FakeSocket.all.at(-1);
    expect(again?.url).toContain(`events_from=${ALL.length}`);
    again?.onopen();
    again?.say(after(BACK, [], ALL.length)); // the server believes the number that it was given
    const anew = FakeSocket.all.at(-1);
    expect(anew).not.toBe(again);
    expect(anew?.url).toContain('events_from=0');
    anew?.onopen();
    anew?.say(BACK);
    expect(log()).toHaveLength(before - 2);
    expect(document.querySelector('[role=alert]')).toBeNull();
    expect(FakeSocket.all.at(-1)).toBe(anew);
  });
});

describe('a deal that somebody may know', () => {
  const bar = () => document.querySelector('.bar')?.textContent ?? '';

  test.each(['replayed', 'uploaded'] as const)('is marked at the table: %s', (known_deal) => {
    const socket = sit('three');
    expect(document.querySelector('.bar .known')).toBeNull();
    socket.say({ ...after(NOW, [], ALL.length), known_deal });
    const [mark, about] = words.table.knownDeal[known_deal];
    expect(bar()).toContain(mark);
    click(mark);
    expect(document.querySelector('dialog')?.textContent).toContain(about);
  });

  test('is told at the end, beside the moves that were taken back', () => {
    const end = lastOf('end');
    const socket = sit('end');
    expect(document.querySelector('.end')?.textContent).not.toMatch(/deal from|Known deal|taken back/);
    socket.say({
      ...end,
      version: end.version + 1,
      known_deal: 'uploaded',
      play: { ...end.play, taken_back: 2, events: [], events_from: end.play.events_from + end.play.events.length },
    });
    // the number of take-backs is another: the page asks for the whole game again
    const anew = FakeSocket.all.at(-1);
    anew?.onopen();
    const events = fixture('end').flatMap((table) => table.play?.events ?? []);
    anew?.say({
      ...end,
      version: end.version + 1,
      known_deal: 'uploaded',
      play: { ...end.play, taken_back: 2, events, events_from: 0 },
    });
    expect(document.querySelector('.end')?.textContent).toContain('Deal from a file · 2 take-backs');
  });
});

describe('asking', () => {
  const settings = { ...NOW.settings, take_back: true };
  const table = (over: Partial<TableIs>): TableIs => ({ ...after(NOW, [], ALL.length), settings, ...over });
  const body = () => document.body.textContent ?? '';

  test('a button, where there is something to take back', () => {
    const socket = sit('three');
    expect(document.querySelector('.line .extra')).toBeNull();
    socket.say(table({ may_take_back: true }));
    click('Take back');
    expect(socket.sent).toEqual([{ type: 'take-back', version: NOW.version + 1 }]);
  });

  test('no button for a moment where a bot moves at once', () => {
    const socket = sit('three');
    const play = { ...after(NOW, [], ALL.length).play, to_move: 2, legal: [] } as TableIs['play'];
    expect(NOW.seats[2]?.bot).toBeTruthy();
    socket.say(table({ may_take_back: true, play }));
    expect(document.querySelector('.line .extra')).toBeNull();
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(button('Take back')).toBeTruthy();
  });

  test('how often it can still be done is told when that is not often', () => {
    const socket = sit('three');
    socket.say(table({ may_take_back: true, take_backs_left: 6 }));
    expect(document.querySelector('.line .extra')?.textContent).not.toContain('left');
    socket.say(table({ version: NOW.version + 2, may_take_back: true, take_backs_left: 5 }));
    expect(document.querySelector('.line .extra')?.textContent).toContain('5 left');
  });

  test('whoever asked is told that those who are away have a say', () => {
    const socket = sit('three');
    const play = { ...after(NOW, [], ALL.length).play, to_move: 1, legal: [] } as TableIs['play'];
    const asking = { seat: 0, actions: 1, waits_for_you: false };
    socket.say(table({ play, asking }));
    expect(body()).not.toContain(words.table.awayDecides);
    const seats = NOW.seats.map((sitter, seat) => (seat === 1 && sitter ? { ...sitter, away: true } : sitter));
    socket.say(table({ version: NOW.version + 2, play, asking, seats }));
    expect(body()).toContain(words.table.awayDecides);
  });

  test('the others agree or not, in place of acting', () => {
    const socket = sit('three');
    socket.say(table({ asking: { seat: 1, actions: 3, waits_for_you: true } }));
    expect(body()).toContain('Mina would like to take back the last 3 moves.');
    expect(() => button('Play')).toThrow();
    click('Agree');
    expect(socket.sent).toEqual([{ type: 'answer', version: NOW.version + 1, yes: true }]);
    socket.say(table({ version: NOW.version + 2, asking: { seat: 1, actions: 3, waits_for_you: false } }));
    expect(body()).toContain(words.table.askedBy('Mina'));
    expect(button('Play')).toBeTruthy();
  });

  test('no is an answer', () => {
    const socket = sit('three');
    socket.say(table({ asking: { seat: 1, actions: 1, waits_for_you: true } }));
    expect(body()).toContain('take back the last move.');
    click('No, play on');
    expect(socket.sent).toMatchObject([{ type: 'answer', yes: false }]);
  });

  test('whoever asked is told so, and does not ask twice', () => {
    const socket = sit('three');
    socket.say(table({ may_take_back: true, asking: { seat: 0, actions: 1, waits_for_you: false } }));
    expect(body()).toContain(words.table.youAsked);
    expect(document.querySelector('.line .extra')).toBeNull();
  });

  test('whoever asked may withdraw while another is to move', () => {
    const socket = sit('three');
    const play = { ...after(NOW, [], ALL.length).play, to_move: 1, legal: [] } as TableIs['play'];
    socket.say(table({ play, asking: { seat: 0, actions: 1, waits_for_you: false } }));
    click(words.cancel);
    expect(socket.sent).toMatchObject([{ type: 'answer', yes: false }]);
  });

  test('whoever is asked is not told to choose a card', () => {
    const socket = sit('three');
    socket.say(table({ asking: { seat: 1, actions: 1, waits_for_you: true } }));
    expect(document.querySelector('.mine .hint')?.textContent).toBe(words.whatYouWereTold);
  });
});

describe('a move and the connection', () => {
  const actWith = (): FakeSocket => {
    const socket = sit('fresh');
    click(/^your card 1/);
    click('Play');
    return socket;
  };
  const reconnect = (socket: FakeSocket): FakeSocket => {
    socket.close();
    vi.advanceTimersByTime(9000);
    const again = FakeSocket.all.at(-1);
    again?.onopen();
    flushSync();
    if (!again) throw new Error('not connected');
    return again;
  };

  test('one that got lost is told', () => {
    const again = reconnect(actWith());
    again.say(lastOf('fresh'));
    expect(document.body.textContent).toContain(words.table.refused['not-arrived']);
  });

  test('one that got there is not', () => {
    const again = reconnect(actWith());
    const [table] = fixture('fresh');
    const played: GameEvent = { event: 'played', seat: 0, card: 0, face: [0, 1], placed: true, announced: null };
    again.say({ ...table, version: 9, play: { ...table?.play, events: [played], events_from: 0, to_move: 1 } });
    expect(document.body.textContent).not.toContain(words.table.refused['not-arrived']);
    expect(document.body.textContent).toContain('You play the red 1');
  });

  test('without a connection nothing is sent, and that is said', () => {
    const socket = sit('fresh');
    socket.close();
    flushSync();
    click(/^your card 1/);
    click('Play');
    expect(socket.sent).toEqual([]);
    expect(document.querySelector('.do')?.textContent).toContain(words.offlineTry);
  });

  test('when the device goes offline the connection is given up at once', () => {
    sit('fresh');
    dispatchEvent(new Event('offline'));
    flushSync();
    expect(document.querySelector('[role=alert]')?.textContent).toBe(words.lost);
    dispatchEvent(new Event('online'));
    expect(FakeSocket.all).toHaveLength(2);
  });

  test('a stale move shows how the table stands now', () => {
    const socket = sit('fresh');
    const [, ...later] = fixture('five');
    socket.say(fixture('five')[0]);
    for (const table of later) socket.say(table);
    expect(document.querySelector('.skip')).not.toBeNull();
    socket.say({ type: 'refused', reason: 'stale', words: '' });
    expect(document.querySelector('.skip')).toBeNull();
    expect(document.body.textContent).toContain(words.refused.stale);
  });
});
