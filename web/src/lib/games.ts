/** Games with an address: what the server knows of them. */

import { answerTo, ask } from './api';
import type { GameInfo, ServerAddress, Steps, Uploaded } from './wire';

const at = (id: string): string => `/api/games/${encodeURIComponent(id)}`;

export const gameInfo = (id: string) => ask<GameInfo>(at(id));
export const myGames = () => ask<readonly GameInfo[]>('/api/me/games');
export const address = () => ask<ServerAddress>('/api/address');

/** A whole game through a seat's eyes, or with open hands. */
export const gameSteps = (id: string, eyes: number | null) => ask<Steps>(`${at(id)}/steps?eyes=${eyes ?? 'open'}`);

/** The game that is on at a table, as the visitor has seen it so far. */
export const tableSteps = (table: string) => ask<Steps>(`/api/tables/${encodeURIComponent(table)}/steps`);

/** Gives a game that was played elsewhere an address here. */
export const upload = (file: Blob) => ask<Uploaded>('/api/games', file);

export const FORMATS = ['tamaya', 'hanablive'] as const;
export type Format = (typeof FORMATS)[number];

/** Saves a game as a file; what the format leaves behind. */
export async function download(id: string, format: Format): Promise<readonly string[]> {
  const answer = await answerTo(`${at(id)}/file?format=${format}`);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  save(await answer.blob(), name ?? `${id}.json`);
  return JSON.parse(answer.headers.get('tamaya-warnings') ?? '[]') as string[];
}

/** The link that shows a game on hanab.live, and what it leaves out. */
export async function siteLink(id: string): Promise<{ link: string; warnings: readonly string[] }> {
  const answer = await answerTo(`${at(id)}/file?format=compact`);
  const warnings = JSON.parse(answer.headers.get('tamaya-warnings') ?? '[]') as string[];
  return { link: (await answer.text()).trim(), warnings };
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // some browsers begin a little later
}
