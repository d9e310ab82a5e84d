import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { words } from '../src/lib/i18n';
import { preferences } from '../src/lib/preferences.svelte';
import { TurnSignal } from '../src/lib/signals';
import { sounds } from '../src/lib/sound';
import { fixture } from './help';
import { sit, withTable } from './sitting';

class Shown {
  static permission = 'granted';
  static all: Shown[] = [];
  closed = false;
  onclick: () => void = () => {};
  constructor(
    readonly title: string,
    readonly options: { body: string },
  ) {
    Shown.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
}

const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href');
const look = (away: boolean): void => void vi.spyOn(document, 'hidden', 'get').mockReturnValue(away);
let bell: ReturnType<typeof vi.spyOn>;
let vibrate: ReturnType<typeof vi.fn>;

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  bell = vi.spyOn(sounds, 'play').mockImplementation(() => {});
  vibrate = vi.fn();
  vi.stubGlobal('navigator', { ...navigator, vibrate, userActivation: { hasBeenActive: true } });
  Shown.all = [];
  Shown.permission = 'granted';
  vi.stubGlobal('Notification', Shown);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  preferences.set('notifications', false);
  preferences.set('vibration', true);
});

describe('your turn', () => {
  test('the tab says so as long as it is', () => {
    const signal = new TurnSignal();
    signal.tell('1/4', '');
    expect([document.title, icon()]).toEqual([words.titleYourTurn, '/icon-turn.svg']);
    signal.tell(null, '');
    expect([document.title, icon()]).toEqual(['Tamaya', '/icon.svg']);
  });

  test('bell and buzz come once for each turn', () => {
    const signal = new TurnSignal();
    for (const turn of ['1/4', '1/4', null, '1/4', '1/7']) signal.tell(turn, '');
    expect(bell.mock.calls).toEqual([['bell'], ['bell']]);
    expect(vibrate).toHaveBeenCalledTimes(2);
  });

  test('no buzz where it is not wanted, or before the first touch', () => {
    preferences.set('vibration', false);
    new TurnSignal().tell('1', '');
    preferences.set('vibration', true);
    vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive: false } });
    new TurnSignal().tell('1', '');
    expect(vibrate).not.toHaveBeenCalled();
  });

  test('a notification only for those who want it and look elsewhere', () => {
    const signal = new TurnSignal();
    look(true);
    signal.tell('1', 'Bo discards the red 1.');
    preferences.set('notifications', true);
    look(false);
    signal.tell('2', '');
    Shown.permission = 'denied';
    look(true);
    signal.tell('3', '');
    expect(Shown.all).toEqual([]);
    Shown.permission = 'granted';
    signal.tell('4', 'Bo discards the red 1.');
    expect(Shown.all).toMatchObject([{ title: words.yourTurn, options: { body: 'Bo discards the red 1.' } }]);
  });

  test('a click on it brings the table back; once seen or over, it goes', () => {
    preferences.set('notifications', true);
    look(true);
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => {});
    const signal = new TurnSignal();
    signal.tell('1', '');
    Shown.all[0]?.onclick();
    expect(focus).toHaveBeenCalledOnce();
    signal.tell('2', '');
    signal.tell(null, '');
    expect(Shown.all.map((one) => one.closed)).toEqual([true, true]);
  });

  test('a phone that has the permission and no such notifications stays quiet', () => {
    preferences.set('notifications', true);
    look(true);
    vi.stubGlobal(
      'Notification',
      class {
        static permission = 'granted';
        constructor() {
          throw new TypeError('use a service worker');
        }
      },
    );
    expect(() => new TurnSignal().tell('1', '')).not.toThrow();
  });
});

describe('at the table', () => {
  withTable();

  test('the bell rings when all that led to the turn has been shown', () => {
    const socket = sit('fresh');
    expect(bell).toHaveBeenCalledWith('bell');
    bell.mockClear();
    const [first] = fixture('fresh');
    if (!first?.play) throw new Error('no game');
    socket.say({ ...first, version: 6, play: { ...first.play, to_move: 1, legal: [] } });
    expect(document.title).toBe('Tamaya');
    socket.say({ ...first, version: 7, play: { ...first.play, turn: 4 } });
    expect(bell.mock.calls).toEqual([['bell']]);
    socket.say({ ...first, version: 8, play: { ...first.play, turn: 4 } });
    expect(bell).toHaveBeenCalledTimes(1);
  });
});
