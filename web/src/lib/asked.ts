/** The game that an address asks for: `/?variant=wild10+black&players=4`. */

import { presets } from './api';
import { words } from './i18n';
import { isVariant, notation, parse, PLAYERS, type Variant, type Wrong } from './variant';

/** `problem`: why it cannot be, in words; the standard game is there instead. */
export type Asked = { variant: string; players: number; problem: () => string };

export const STANDARD_GAME: Asked = { variant: 'base', players: 3, problem: () => '' };

export async function asked(search: string): Promise<Asked> {
  const query = new URLSearchParams(search);
  const players = Number(query.get('players') ?? STANDARD_GAME.players);
  const said = spelt(query.get('variant') ?? STANDARD_GAME.variant);
  const parsed = await understood(said);
  if (!isVariant(parsed)) return { ...STANDARD_GAME, problem: () => because(parsed, said) };
  const variant = notation(parsed);
  if (PLAYERS.some((count) => count === players)) return { variant, players, problem: () => '' };
  return { variant, players: STANDARD_GAME.players, problem: () => words.front.wrongPlayers };
}

/** In an address a plus sign may arrive as a space. */
const spelt = (text: string): string =>
  text
    .trim()
    .split(/[\s+]+/)
    .join('+');

async function understood(said: string): Promise<Variant | Wrong> {
  const parsed = parse(said);
  if (isVariant(parsed) || parsed.wrong !== 'unknown') return parsed;
  try {
    const named = (await presets()).map(({ name, variant }) => [name, variant] as const);
    return parse(said, Object.fromEntries(named));
  } catch {
    return parsed;
  }
}

function because({ wrong, words: culprits }: Wrong, said: string): string {
  const { front, listAnd } = words;
  const why = front.wrongVariant[wrong];
  return `${typeof why === 'string' ? why : why(listAnd(culprits), said)} ${front.standardInstead}`;
}
