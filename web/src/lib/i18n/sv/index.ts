/** Swedish. */

import type { Words } from '../words';
import { because } from './because';
import { core } from './core';
import { feel } from './feel';
import { front } from './front';
import { games } from './games';
import { help } from './help';
import { intro } from './intro';
import { lobby } from './lobby';
import { options } from './options';
import { replay } from './replay';
import { table } from './table';
import { talk } from './talk';

export const sv: Words = {
  ...core,
  because,
  feel,
  front,
  games,
  help,
  intro,
  lobby,
  options,
  replay,
  table,
  talk,
};
