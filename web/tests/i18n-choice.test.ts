import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import LanguageChoice from '../src/front/LanguageChoice.svelte';
import { language, loadWords, words } from '../src/lib/i18n';
import { bestOf, chosen, languages } from '../src/lib/i18n/languages';
import { all } from './i18n-help';

beforeEach(() => localStorage.clear());
afterEach(() => loadWords('en'));

describe('the browser’s languages', () => {
  test.each([
    [['fr'], 'fr'],
    [['fr-CA', 'en'], 'fr'],
    [['de-AT', 'cs-CZ', 'en'], 'cs'],
    [['SV-se'], 'sv'],
    [['de', 'ja'], 'en'],
    [[], 'en'],
    [['constructor', 'es-419'], 'es'],
    [['', 'pl'], 'pl'],
    [['slk', 'fra'], 'en'],
  ])('%j is %s', (tags, best) => expect(bestOf(tags)).toBe(best));
});

describe('the language chosen', () => {
  test('is the browser’s at first', () => expect(chosen()).toBe(bestOf(navigator.languages)));
  test('is the remembered one', () => {
    localStorage.setItem('tamaya.language', 'pl');
    expect(chosen()).toBe('pl');
  });
  test('is not one that we do not speak', () => {
    localStorage.setItem('tamaya.language', 'tlh');
    expect(chosen()).toBe(bestOf(navigator.languages));
  });
});

describe('loading', () => {
  test.each(Object.keys(languages) as (keyof typeof languages)[])('%s', async (wanted) => {
    await loadWords(wanted);
    expect(words.tagline).toBe(all[wanted].tagline);
    expect(language).toBe(wanted);
    expect(document.documentElement.lang).toBe(wanted);
  });

  test('English when nothing comes', async () => {
    await loadWords('sv');
    const none = () => Promise.reject(new Error('no connection'));
    await loadWords('fr', { en: none, fr: none, es: none, pl: none, cs: none, sv: none });
    expect(words.tagline).toBe(all.en.tagline);
    expect(document.documentElement.lang).toBe('en');
  });
});

describe('the choice on the page', () => {
  test('shows six names, the spoken one pressed', async () => {
    await loadWords('cs');
    const shown = mount(LanguageChoice, { target: document.body });
    flushSync();
    const buttons = [...document.querySelectorAll('button')];
    expect(buttons.map((button) => button.textContent)).toEqual(Object.values(languages));
    expect(buttons.map((button) => button.lang)).toEqual(Object.keys(languages));
    expect(document.querySelector('[aria-pressed=true]')?.textContent).toBe('Čeština');
    expect(document.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('Jazyk');
    document.querySelector<HTMLElement>('button[lang=es]')?.click();
    expect(localStorage.getItem('tamaya.language')).toBe('es');
    await unmount(shown);
  });
});
