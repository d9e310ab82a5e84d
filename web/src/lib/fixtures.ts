/** Development only: tables from files, `?fixture=three&choose=clue`; `&freeze=330` stops motion there. */

import { NOTHING, others, type Choice } from './choosing';
import type { TableState } from './table.svelte';
import type { TableIs } from './wire';

const files = import.meta.glob<TableIs[]>('../../fixtures/*.json', { import: 'default' });

export async function load(name: string, state: TableState, choose: (choice: Choice) => void): Promise<void> {
  const tables = (await files[`../../fixtures/${name}.json`]?.()) ?? [];
  const query = new URLSearchParams(location.search);
  state.link = query.get('link') === 'lost' ? 'lost' : 'open';
  for (const table of tables) state.receive(table);
  if (!query.has('slow')) state.skip();
  choose(wanted(query.get('choose'), tables.at(-1)));
  if (query.has('freeze')) setTimeout(() => freeze(Number(query.get('freeze'))), 60);
}

function freeze(at: number): void {
  for (const motion of document.getAnimations()) {
    motion.pause();
    motion.currentTime = at;
  }
}

function wanted(kind: string | null, table: TableIs | undefined): Choice {
  const play = table?.play;
  if (!play || table.you === null) return NOTHING;
  const to = others(play.hands.length, table.you)[0] ?? 0;
  const mine = play.hands[table.you]?.[0]?.id ?? 0;
  if (kind === 'card') return { kind: 'card', card: mine, announced: null };
  if (kind === 'clue') {
    const suit = play.hands[to]?.[0]?.suit ?? 0;
    return { kind: 'clue', to, clue: { do: 'colour', to, colour: Math.min(suit, play.colours.length - 1) } };
  }
  return NOTHING;
}
