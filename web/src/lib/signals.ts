/** Your turn: the title and the icon say so; a bell, a buzz, a notification, once for each turn. */

import { words } from './i18n';
import { preferences } from './preferences.svelte';
import { sounds } from './sound';

const ICON = '/icon.svg';
const ICON_TURN = '/icon-turn.svg';

/** What the tab itself shows. */
export function markTab(yours: boolean): void {
  document.title = yours ? words.titleYourTurn : 'Tamaya';
  document.querySelector('link[rel=icon]')?.setAttribute('href', yours ? ICON_TURN : ICON);
}

export class TurnSignal {
  #told = '';
  #shown: Notification | null = null;

  /** `turn` names the turn if it is yours; `what` is what led to it. */
  tell(turn: string | null, what: string): void {
    markTab(turn !== null);
    if (turn === null) this.hush();
    if (turn === null || turn === this.#told) return;
    this.#told = turn;
    sounds.play('bell');
    buzz();
    this.#notify(what);
  }

  /** Seen, or over. */
  hush = (): void => {
    this.#shown?.close();
    this.#shown = null;
  };

  #notify(what: string): void {
    if (!document.hidden || !preferences.get('notifications') || permission() !== 'granted') return;
    try {
      const note = new Notification(words.yourTurn, { body: what, icon: ICON, tag: 'tamaya-turn' });
      note.onclick = () => {
        window.focus();
        note.close();
      };
      this.#shown = note;
    } catch {
      // some phones have the permission and no such notifications
    }
  }
}

export type Permission = NotificationPermission | 'missing';

export function permission(): Permission {
  return typeof Notification === 'undefined' ? 'missing' : Notification.permission;
}

/** Asked for from the settings only. */
export async function askPermission(): Promise<Permission> {
  if (permission() !== 'default') return permission();
  return Notification.requestPermission();
}

export function canBuzz(): boolean {
  return typeof navigator.vibrate === 'function';
}

function buzz(): void {
  // before the first touch browsers refuse, and complain
  if (!preferences.get('vibration') || !canBuzz() || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate([60, 70, 60]);
}
