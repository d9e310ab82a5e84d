/** The languages, and which of them to speak. */

export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pl: 'Polski',
  cs: 'Čeština',
  sv: 'Svenska',
} as const;

export type Language = keyof typeof languages;

const KEY = 'tamaya.language';

const known = (tag: string | null): tag is Language => tag !== null && Object.hasOwn(languages, tag);

/** The first language of `tags` that we speak: `fr-CA` is French. English if there is none. */
export function bestOf(tags: readonly string[]): Language {
  const mains = tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return mains.find(known) ?? 'en';
}

/** The language chosen on this device, or else the browser's. */
export function chosen(): Language {
  const kept = remembered();
  return known(kept) ? kept : bestOf(navigator.languages);
}

/** Keeps the choice on this device. */
export function remember(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // a browser that keeps nothing: it holds until the page is closed
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing still speaks its own language
  }
}
