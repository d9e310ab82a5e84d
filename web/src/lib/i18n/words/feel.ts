/** Words for the feel of the table: settings, keys, signals. */

import type { KeyName } from '../../keys';
import type { PACES, Switch, Theme } from '../../preferences.svelte';

export type Feel = {
  settings: string;
  /** Each switch: its name, and a few words about it. */
  switches: Record<Switch, readonly [name: string, about: string]>;
  notificationsBlocked: string;
  notificationsMissing: string;
  vibrationMissing: string;
  pace: string;
  paces: Record<keyof typeof PACES, string>;
  theme: string;
  themes: Record<Theme, string>;

  keys: Record<KeyName, string>;
  singleKeysOff: string;

  /** Above what a card can still be by counting. */
  canBe: string;
  /** How to end the finale. */
  skipFinale: string;
};
