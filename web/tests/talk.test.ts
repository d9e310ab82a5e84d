import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { words } from '../src/lib/i18n';
import { logOf } from '../src/lib/log';
import { Notices } from '../src/lib/notices.svelte';
import { plain, type Entry } from '../src/lib/story';
import { countOf, lineParts, mayTalk, placesOf, REMARKS, talks, withLines } from '../src/lib/talk';
import type { GameEvent, Line, Settings, TableIs } from '../src/lib/wire';
import { click, lastOf, play } from './help';
import { FakeSocket, sit, withTable } from './sitting';

withTable();

const SETTINGS: Settings = { ...lastOf('three').settings, talk: 'chat' };
const line = (over: Partial<Line> = {}): Line => ({
  kind: 'said',
  seat: 1,
  name: 'Bo',
  game: 1,
  event: 0,
  text: 'well',
  ...over,
});
const read = (one: Line): string => plain({ seat: null, at: 0, parts: lineParts(words, one) });

const NAMED = { nameAt: (seat: number) => ['Ada', 'Bo', 'Cleo'][seat] ?? '', suits: [] };

describe('lines that are known', () => {
  const three = { from: 0, lines: [line({ text: 'a' }), line({ text: 'b' }), line({ text: 'c' })] };
  const texts = ({ lines }: { lines: readonly Line[] }) => lines.map(({ text }) => text).join('');

  test('new ones go to the end, also when some are sent twice', () => {
    expect(texts(withLines(three, { lines_from: 3, lines: [line({ text: 'd' })] }))).toBe('abcd');
    expect(texts(withLines(three, { lines_from: 2, lines: [line({ text: 'c' }), line({ text: 'd' })] }))).toBe('abcd');
    expect(withLines(three, { lines_from: 3, lines: [] })).toEqual(three);
  });

  test('what the table has forgotten in between is gone here, too', () => {
    const later = withLines(three, { lines_from: 40, lines: [line({ text: 'z' })] });
    expect(later).toEqual({ from: 40, lines: [line({ text: 'z' })] });
    expect(countOf(later)).toBe(41);
  });
});

describe('where a line belongs', () => {
  const at = (lines: Line[]) => placesOf({ from: 0, lines }, 1).map(({ at }) => at);

  test('after the events that it followed; lines of other games are elsewhere', () => {
    expect(at([line({ event: 2 }), line({ game: 2, event: 1 }), line({ event: 5 })])).toEqual([2, 5]);
  });

  test('what was said about moves that were taken back stays before what came instead', () => {
    const lines = [line({ event: 3 }), line({ event: 9 }), line({ kind: 'took-back', event: 6 }), line({ event: 8 })];
    expect(at(lines)).toEqual([3, 6, 6, 8]);
  });

  test('twice taken back', () => {
    const lines = [
      line({ event: 9 }),
      line({ kind: 'took-back', event: 6 }),
      line({ event: 8 }),
      line({ kind: 'took-back', event: 3 }),
    ];
    expect(at(lines)).toEqual([3, 3, 3, 3]);
  });

  test('the log has moves and lines in the order in which they happened', () => {
    const entries: Entry[] = [0, 3, 6].map((at) => ({ seat: 0, at, parts: [`move ${at}`] }));
    const lines = placesOf({ from: 7, lines: [line({ event: 0 }), line({ event: 3 }), line({ event: 9 })] }, 1);
    expect(logOf(words, NAMED, entries, [], lines).map(({ key }) => key)).toEqual([
      'line7',
      'move0',
      'line8',
      'move3',
      'move6',
      'line9',
    ]);
  });

  test('a bot’s move has its reasons, also those of what the tile brought', () => {
    const why = (code: string) => ({ code, about: {}, secret: false });
    const events: GameEvent[] = [
      { event: 'played', seat: 1, card: 3, face: [0, 5], placed: true, announced: null, why: why('knows-it-fits') },
      { event: 'placed-from-pile', face: [1, 1], why: why('tile-places') },
      { event: 'discarded', seat: 2, card: 4, face: [0, 1], why: why('a code of tomorrow') },
    ];
    const entries: Entry[] = [0, 2].map((at) => ({ seat: 1, at, parts: [] }));
    const reasons = logOf(words, NAMED, entries, events, []).map((item) =>
      item.kind === 'move' ? item.reasons : null,
    );
    expect(reasons).toEqual([[words.because.reasons['knows-it-fits'], words.because.reasons['tile-places']], []]);
  });
});

describe('what may be said', () => {
  const may = (settings: Partial<Settings>, over: Partial<TableIs> = {}) =>
    mayTalk({ you: 0, play: play({ to_move: 1 }), ...over, settings: { ...SETTINGS, ...settings } });

  test.each([
    ['clues', false, { remarks: false, text: false, why: 'clues' }],
    ['remarks', false, { remarks: true, text: false, why: 'remarks' }],
    ['chat', false, { remarks: true, text: true, why: null }],
    ['chat', true, { remarks: false, text: false, why: 'hush' }],
    ['remarks', true, { remarks: false, text: false, why: 'hush' }],
    ['clues', true, { remarks: false, text: false, why: 'clues' }],
  ] as const)('during a game: %s, hush %s', (talk, hush, expected) => expect(may({ talk, hush })).toEqual(expected));

  test('whoever is to move talks at a table that hushes', () => {
    expect(may({ talk: 'chat', hush: true }, { play: play({ to_move: 0 }) }).text).toBe(true);
  });

  test('before and after a game everybody does, but for onlookers', () => {
    const over = lastOf('end').play;
    for (const game of [null, over]) {
      expect(may({ talk: 'clues', hush: true }, { play: game })).toEqual({ remarks: true, text: true, why: null });
      expect(may({ talk: 'chat' }, { play: game, you: null }).why).toBe('watching');
    }
  });

  test('a table of clues alone has no talk while it plays', () => {
    expect(talks({ play: play(), settings: { ...SETTINGS, talk: 'clues' } })).toBe(false);
    expect(talks({ play: lastOf('end').play, settings: { ...SETTINGS, talk: 'clues' } })).toBe(true);
  });
});

test('lines in words', () => {
  expect(read(line({ text: 'a <b>bold</b> move' }))).toBe('Bo: a <b>bold</b> move');
  expect(read(line({ text: '', remark: 'thanks' }))).toBe('Bo: Thank you.');
  expect(read(line({ kind: 'replaced' }))).toBe('Bo has stopped answering; a cautious bot plays on.');
  expect(new Set(REMARKS.map((remark) => read(line({ remark })))).size).toBe(9);
});

test('what was said before one came, or by oneself, is no news', () => {
  const notices = new Notices();
  const old = { from: 3, lines: [line(), line()] };
  const hear = (...lines: Line[]) => notices.hear(words, { from: 3, lines: [...old.lines, ...lines] }, 0, false);
  hear();
  expect([notices.unread, notices.shown]).toEqual([0, null]);
  hear(line({ seat: 0 }), line({ kind: 'seated' }));
  expect(notices.unread).toBe(0);
  hear(line({ seat: 0 }), line({ kind: 'seated' }), line({ text: 'news' }));
  expect(notices.unread).toBe(1);
  expect(plain({ seat: null, at: 0, parts: notices.shown ?? [] })).toBe('Bo: news');
  notices.read();
  expect([notices.unread, notices.shown]).toEqual([0, null]);
});

describe('at the table, on a phone', () => {
  beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));
  const body = () => document.body.textContent ?? '';

  function talkingTable(over: Partial<TableIs> = {}): {
    socket: FakeSocket;
    say: (lines: Line[], from?: number) => void;
  } {
    const socket = sit('three');
    const table = lastOf('three');
    const events = table.play.events_from + table.play.events.length;
    let version = table.version;
    const say = (lines: Line[], lines_from = 0): void => {
      version++;
      socket.say({
        ...table,
        version,
        settings: SETTINGS,
        ...over,
        lines,
        lines_from,
        play: { ...table.play, events: [], events_from: events },
      });
    };
    say([]);
    return { socket, say };
  }

  test('what somebody says is seen at once, marked as unread, and found in the talk', () => {
    const { say } = talkingTable();
    say([line({ text: 'hello <img src=x onerror=alert(1)>' })]);
    expect(document.querySelector('.toast')?.textContent).toContain('hello <img src=x');
    expect(document.querySelector('img')).toBeNull();
    vi.advanceTimersByTime(7000);
    flushSync();
    expect(document.querySelector('.toast')).toBeNull();
    expect(document.querySelector('.mark')?.textContent).toContain('1 new');
    document.querySelector<HTMLElement>('.extra.talk')?.click();
    flushSync();
    expect(document.querySelector('dialog .said')?.textContent).toContain('Bo: hello <img src=x');
    expect(document.querySelector('.mark')).toBeNull();
  });

  test('a remark with one tap, anything with the field', () => {
    const { socket } = talkingTable();
    document.querySelector<HTMLElement>('.extra.talk')?.click();
    flushSync();
    const dialog = document.querySelector('dialog');
    [...(dialog?.querySelectorAll('button') ?? [])].find((one) => one.textContent === 'Well done.')?.click();
    const field = dialog?.querySelector('input');
    if (!field) throw new Error('no field');
    field.value = '  two words ';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    dialog?.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    flushSync();
    expect(socket.sent).toEqual([
      { type: 'say', remark: 'well-done' },
      { type: 'say', text: 'two words' },
    ]);
    expect(field.value).toBe('');
  });

  test('what could not be sent stays in the field', () => {
    const { socket } = talkingTable();
    document.querySelector<HTMLElement>('.extra.talk')?.click();
    flushSync();
    const field = document.querySelector<HTMLInputElement>('dialog input');
    if (!field) throw new Error('no field');
    socket.readyState = 3;
    field.value = 'hello';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    field.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    flushSync();
    expect(field.value).toBe('hello');
    expect(document.querySelector('dialog')?.textContent).toContain(words.offlineTry);
  });

  test('talk holds up no move, and no move holds up talk', () => {
    const { socket } = talkingTable();
    click(/^your card 1/);
    click('Play');
    document.querySelector<HTMLElement>('.extra.talk')?.click();
    flushSync();
    [...document.querySelectorAll<HTMLElement>('dialog button')].find((one) => one.textContent === 'Oops.')?.click();
    expect(socket.sent.map(({ type }) => type)).toEqual(['act', 'say']);
  });

  test('a new connection asks for the lines that are missing', () => {
    const { socket, say } = talkingTable();
    say([line(), line()]);
    socket.close();
    vi.advanceTimersByTime(9000);
    expect(FakeSocket.all.at(-1)?.url).toContain('&lines_from=2');
  });

  test('why nothing can be said is said', () => {
    talkingTable({ settings: { ...SETTINGS, talk: 'chat', hush: true }, you: 0 });
    const table = lastOf('three');
    expect(table.play.to_move).toBe(0);
    expect(body()).not.toContain(words.talk.whyNot.hush);
    FakeSocket.all
      .at(-1)
      ?.say({ ...table, version: 900, settings: { ...SETTINGS, hush: true }, play: { ...table.play, to_move: 1 } });
    document.querySelector<HTMLElement>('.extra.talk')?.click();
    flushSync();
    expect(document.querySelector('dialog')?.textContent).toContain(words.talk.whyNot.hush);
    expect(document.querySelector('dialog input')).toBeNull();
  });
});
