/** Sitting at a table whose server is played by the test. */

import { flushSync } from 'svelte';
import { afterEach, beforeEach, vi } from 'vitest';
import type { FromClient } from '../src/lib/wire';
import TablePage from '../src/table/TablePage.svelte';
import { fixture, show } from './help';

export class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: FromClient[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.onclose?.({ code: 1006 });
  }
  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
    flushSync();
  }
}

let leave = (): void => {};

/** The page at the end of a fixture, past the reading pace. */
export function sit(name: string): FakeSocket {
  leave = show(TablePage, { id: 'abc', go: () => {} });
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error('not connected');
  socket.onopen();
  for (const table of fixture(name)) socket.say(table);
  vi.advanceTimersByTime(10_000);
  flushSync();
  return socket;
}

/** A key, where the focus is. */
export function press(key: string): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  flushSync();
}

/** Each test of the file gets a socket of the test's, a clock of its own and an empty browser. */
export function withTable(): void {
  beforeEach(() => {
    FakeSocket.all = [];
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.useFakeTimers();
    localStorage.clear();
  });
  afterEach(() => {
    leave();
    leave = () => {};
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
