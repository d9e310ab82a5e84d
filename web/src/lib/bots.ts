/** Bots in words: ours in the visitor's language, others as they say it themselves, in English. */

import { words } from './i18n';
import type { BotInfo } from './wire';

export type BotWords = { name: string; about: string; lang: 'en' | undefined };

export function botWords({ name, about }: BotInfo): BotWords {
  const ours = Object.hasOwn(words.lobby.bots, name) ? words.lobby.bots[name] : undefined;
  return ours ? { name: ours[0], about: ours[1], lang: undefined } : { name, about, lang: 'en' };
}
