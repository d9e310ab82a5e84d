/** The visitor's name, remembered in this browser. */

import { words } from './i18n';

const KEY = 'tamaya.name';

export function rememberedName(): string {
  const kept = localStorage.getItem(KEY)?.trim();
  if (kept) return kept;
  const name = words.guest[Math.floor(Math.random() * words.guest.length)] ?? 'Guest';
  localStorage.setItem(KEY, name);
  return name;
}

export function rememberName(name: string): void {
  if (name.trim()) localStorage.setItem(KEY, name.trim());
}
