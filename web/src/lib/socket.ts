/** A connection to one table that mends itself. */

import type { FromClient, ToClient } from './wire';

/** `full`: too many look on; `gone`: there is no such table; `signed-out`: this device plays no longer as its visitor. */
export type Link = 'connecting' | 'open' | 'lost' | 'full' | 'gone' | 'damaged' | 'signed-out';

export type Hooks = {
  /** Where to connect: asked anew each time, for it says which events are known already. */
  url: () => string;
  message: (message: ToClient) => void;
  link: (link: Link) => void;
};

/** Why the server closes a socket for good. */
const FINAL: Readonly<Record<number, Link>> = { 4401: 'signed-out', 4404: 'gone', 4500: 'damaged' };
const TOO_MANY_ONLOOKERS = 4409;
const ABNORMAL = 1006;
const LONGEST_WAIT = 8000;

/** Milliseconds before the nth try in a row: soon at first, then less often. */
export function wait(tries: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT, 400 * 2 ** tries) * (0.75 + chance / 2);
}

export class Connection {
  #hooks: Hooks;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #closed = false;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
    addEventListener('online', this.#now);
    addEventListener('offline', this.#offline);
    document.addEventListener('visibilitychange', this.#now);
    this.#open();
  }

  /** Whether the message went out. */
  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Connect anew, at once. */
  again(): void {
    this.#drop();
    this.#open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#now);
    removeEventListener('offline', this.#offline);
    document.removeEventListener('visibilitychange', this.#now);
    this.#socket?.close();
  }

  #now = (): void => {
    if (this.#socket || this.#closed || document.hidden) return;
    clearTimeout(this.#timer);
    this.#open();
  };

  /** Nothing comes through any more: do not wait until the socket notices. */
  #offline = (): void => {
    if (!this.#socket || this.#closed) return;
    this.#drop();
    this.#lost(ABNORMAL);
  };

  #drop(): void {
    const old = this.#socket;
    if (old) old.onopen = old.onclose = old.onmessage = null;
    old?.close();
  }

  #open(): void {
    const socket = new WebSocket(this.#hooks.url());
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#hooks.link('open');
    };
    socket.onmessage = (event) => this.#hooks.message(JSON.parse(event.data as string) as ToClient);
    socket.onclose = (event) => this.#lost(event.code);
  }

  #lost(code: number): void {
    this.#socket = null;
    if (this.#closed) return;
    const final = FINAL[code];
    if (final) {
      this.#closed = true;
      this.#hooks.link(final);
      return;
    }
    const full = code === TOO_MANY_ONLOOKERS;
    this.#hooks.link(full ? 'full' : 'lost');
    this.#timer = setTimeout(() => this.#open(), full ? 2 * LONGEST_WAIT : wait(this.#tries++));
  }
}
