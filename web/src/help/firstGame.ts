/** Whether somebody has ever played on this device, and what a first game is like. */

import { preferences } from '../lib/preferences.svelte';

const KEY = 'tamaya.played';
export const BEGINNER = 'partner-1';

export function hasPlayed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true; // a browser that keeps nothing would be asked every time
  }
}

export function rememberPlaying(): void {
  try {
    localStorage.setItem(KEY, 'yes');
  } catch {
    // asked for nothing anyway
  }
}

/** Help on one's cards: what they can still be. */
export function helpWithCards(): void {
  preferences.set('counting', true);
}
