/** The server's few plain questions and answers. */

import type { Bot, Preset, Settings } from './wire';

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(path, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

export type Quick = { variant: string; players: number; bot: string; name: string };

export const playWithBots = (quick: Quick) => ask<{ table: string }>('/api/play', quick);
export const openTable = (settings: Settings) => ask<{ table: string }>('/api/tables', { settings });
export const bots = () => ask<Bot[]>('/api/bots');
export const presets = () => ask<Preset[]>('/api/presets');
