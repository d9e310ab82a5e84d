/** What is said about the end of a game. */

import type { Words } from './i18n';
import type { Over } from './wire';

export function verdictOf(words: Words, over: Pick<Over, 'result' | 'band'>): string {
  if (over.result === 'lost') return words.verdictLost;
  if (over.result === 'stopped') return words.verdictStopped;
  return over.band ? words.verdict[over.band] : words.verdictBouquet;
}
