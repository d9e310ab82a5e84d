/** The visitor's name, remembered in this browser. */

import { words } from './i18n';

const KEY = 'tamaya.name';

export function rememberedName(): string {
  const kept = read();
  if (kept) return kept;
  const name = anyOf(words.guest) ?? 'Tamaya';
  rememberName(name);
  return name;
}

/** The remembered name, or another one if somebody at the table has it. */
export function nameFor(taken: readonly string[]): string {
  return otherName(rememberedName(), taken);
}

/** A name that nobody at the table has: one of ours instead of one of ours, else with a number. */
export function otherName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map(folded));
  if (!used.has(folded(name))) return name;
  const ours = words.guest.includes(name) ? words.guest.filter((other) => !used.has(folded(other))) : [];
  const numbered = taken.map((_, n) => `${name.trim().slice(0, LONGEST - 2)} ${n + 2}`);
  return anyOf(ours) ?? numbered.find((other) => !used.has(folded(other))) ?? name;
}

const LONGEST = 20; // letters in a name
const folded = (name: string): string => name.trim().toLowerCase();
const anyOf = (names: readonly string[]): string | undefined => names[Math.floor(Math.random() * names.length)];

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
