/** The visitor's name, remembered in this browser. */

import { words } from './i18n';

const KEY = 'tamaya.name';

export function rememberedName(): string {
  const kept = read();
  if (kept) return kept;
  const name = words.guest[Math.floor(Math.random() * words.guest.length)] ?? 'Tamaya';
  rememberName(name);
  return name;
}

/** The remembered name; another one of ours if it was ours and somebody at the table has it. */
export function nameFor(taken: readonly string[]): string {
  const name = rememberedName();
  if (!taken.includes(name) || !words.guest.includes(name)) return name;
  return words.guest.find((other) => !taken.includes(other)) ?? name;
}

export function rememberName(name: string): void {
  if (!name.trim()) return;
  try {
    localStorage.setItem(KEY, name.trim());
  } catch {
    // a browser that keeps nothing: a new name next time
  }
}

function read(): string {
  try {
    return localStorage.getItem(KEY)?.trim() ?? '';
  } catch {
    return '';
  }
}
