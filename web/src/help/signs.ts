/** The things of a table that say in a sentence what they are. */

import type { Words } from '../lib/i18n';

export type Sign = keyof Words['guide']['signs'];
export const SIGNS: readonly Sign[] = ['tokens', 'fuses', 'deck', 'fireworks', 'discards', 'own'];

/** The signs that are tapped at the table. */
export type Tapped = 'tokens' | 'fuses' | 'deck' | 'fireworks';
export const isTapped = (sheet: string): sheet is Tapped => ['tokens', 'fuses', 'deck', 'fireworks'].includes(sheet);
