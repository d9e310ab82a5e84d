/** The server's few plain questions and answers. */

import { whyRefused } from './refusals';
import type {
  BotInfo,
  LinkClaimed,
  Me,
  MyDevice,
  NewGame,
  NewTable,
  OpenTables,
  PersonalLink,
  Preset,
  QrCode,
  Refused,
  TableOpened,
} from './wire';

/** The server said no: why, as a code and in its own words. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    said: string,
  ) {
    super(said);
  }
}

/** Why a request failed, for the visitor; without an answer, `otherwise`. */
export function failure(error: unknown, otherwise: string): string {
  return error instanceof Refusal ? whyRefused({ reason: error.reason, words: error.message }) : otherwise;
}

/** Asks with GET, or with POST if there is a body; a file is sent as it is. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const init: RequestInit =
    body === undefined ? {} : { method: 'POST', headers, body: body instanceof Blob ? body : JSON.stringify(body) };
  return (await (await answerTo(path, init)).json()) as T;
}

/** The answer, if the server did not refuse. */
export async function answerTo(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, init);
  if (answer.ok) return answer;
  const said = (await answer.json().catch(() => ({}))) as Partial<Refused>;
  throw new Refusal(answer.status, said.reason ?? '', said.words ?? `${path}: ${answer.status}`);
}

export const playWithBots = (game: NewGame) => ask<TableOpened>('/api/play', game);
export const openTable = (table: NewTable) => ask<TableOpened>('/api/tables', table);
export const openTables = () => ask<OpenTables>('/api/tables');
export const me = () => ask<Me>('/api/me');
export const personalLink = () => ask<PersonalLink>('/api/me/link', {});
export const claim = (code: string) => ask<LinkClaimed>('/api/me/claim', { code });
export const myDevices = () => ask<readonly MyDevice[]>('/api/me/devices');
/** Signs another device out, or all others; the devices that are left. */
export const signOut = (id: string | null) => ask<readonly MyDevice[]>('/api/me/devices/sign-out', { id });
export const bots = once(() => ask<readonly BotInfo[]>('/api/bots'));
/** The names of programs of others that can be invited. */
export const guests = () => ask<readonly string[]>('/api/guests');
export const presets = once(() => ask<readonly Preset[]>('/api/presets'));

/** The address under which others reach a path of this server, and its QR code. */
export const qrCode = (path: string) => ask<QrCode>('/api/qr', { path });

/** Asked once, and again only if that failed. */
function once<T>(question: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= question().catch((error: unknown) => {
      answer = null;
      throw error;
    });
    return answer;
  };
}
