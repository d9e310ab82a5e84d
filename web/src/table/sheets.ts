/** What opens over a table: one sheet at a time. */

import type { HelpPage } from '../help/pages';
import type { Tapped } from '../help/signs';

/** Those of a board that is only looked at, too. */
export type SheetName = 'log' | 'discards' | 'score' | 'menu' | 'help' | 'settings' | Tapped;
export type TableSheet = SheetName | HelpPage | 'talk' | 'seats' | 'invite' | 'language' | 'device' | 'end';
