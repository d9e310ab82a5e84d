/** Why the server said no, for the visitor. */

import { words } from './i18n';
import type { Refused } from './wire';

export function whyRefused(refused: Pick<Refused, 'reason' | 'words'> | null): string {
  if (!refused) return '';
  const { reason } = refused;
  return words.table.refused[reason] ?? words.lobby.refused[reason] ?? words.refused[reason] ?? words.refusedOther;
}
