/** Talk at the table, and what happens there beside the game. */

import type { WhyQuiet } from '../../talk';
import type { LineKind, Remark } from '../../wire';
import type { Template } from './core';

export type TalkWords = {
  title: string;
  unread: (count: number) => string;
  nothing: string;
  /** Above the set remarks. */
  remarksTitle: string;
  remarks: Record<Remark, string>;
  /** The field for free text. */
  field: string;
  send: string;
  /** Why nothing, or nothing else, can be said now. */
  whyNot: Record<WhyQuiet, string>;
  /** In place of a name that is not known. */
  somebody: string;
  /** {who} is a name. */
  lines: Record<Exclude<LineKind, 'said'>, Template>;
};
