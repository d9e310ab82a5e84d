/** A server for tests: answers by path, and what it was asked. */

import { flushSync } from 'svelte';
import { vi } from 'vitest';

export type Asked = { path: string; body: unknown };
type Answer = unknown | ((body: unknown) => unknown);

/** Refuses with this status and reason. */
export class No {
  constructor(
    readonly status: number,
    readonly reason: string,
  ) {}
}

export function serve(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const key = `${init.method ?? 'GET'} ${path}`;
    asked.push({ path: key, body });
    if (!Object.hasOwn(answers, key)) throw new TypeError(`nobody answers ${key}`);
    const answer = answers[key];
    const said = typeof answer === 'function' ? (answer as (body: unknown) => unknown)(body) : answer;
    if (!(said instanceof No)) return new Response(JSON.stringify(said));
    return new Response(JSON.stringify({ type: 'refused', reason: said.reason, words: 'no' }), { status: said.status });
  });
  return asked;
}

/** Until all that is under way has been answered and shown. */
export async function settled(): Promise<void> {
  for (let n = 0; n < 8; n++) await new Promise((resolve) => setTimeout(resolve, 0));
  flushSync();
}

export const text = (): string => (document.body.textContent ?? '').replace(/\s+/g, ' ');
