/** Every word of the client. A language is a value of this type: nothing can be missing. */

import type { Because } from './because';
import type { Core } from './core';
import type { Feel } from './feel';
import type { Front } from './front';
import type { Games } from './games';
import type { Help } from './help';
import type { Intro } from './intro';
import type { Lobby } from './lobby';
import type { OptionsWords } from './options';
import type { Replay } from './replay';
import type { TableWords } from './table';
import type { TalkWords } from './talk';

export type { Template } from './core';

export type Words = Core & {
  because: Because;
  feel: Feel;
  front: Front;
  games: Games;
  help: Help;
  intro: Intro;
  lobby: Lobby;
  options: OptionsWords;
  replay: Replay;
  table: TableWords;
  talk: TalkWords;
  // a line for each part: intro: Intro;
};
