import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import LanguageChoice from '../src/front/LanguageChoice.svelte';
import { language, loadWords, words } from '../src/lib/i18n';
import { bestOf, chosen, languages } from '../src/lib/i18n/languages';
import { all } from './i18n-help';

const loaded = () => Promise.resolve(all.en);

beforeEach(() => localStorage.clear());
afterEach(() => loadWords('en'));

describe('the browser’s languages', () => {
  test.each([
    [['fr'], 'fr'],
    [['fr-CA', 'en'], 'fr'],
    [['de-AT', 'cs-CZ', 'en'], 'de'],
    [['it-IT', 'cs-CZ', 'en'], 'cs'],
    [['SV-se'], 'sv'],
    [['it', 'ja'], 'en'],
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

const english = { en: loaded, de: loaded, fr: loaded, es: loaded, pl: loaded, cs: loaded, sv: loaded };

describe('loading', () => {
  test.each(Object.keys(languages) as (keyof typeof languages)[])('%s', async (wanted) => {
    await loadWords(wanted);
    expect(words.tagline).toBe(all[wanted].tagline);
    expect(language()).toBe(wanted);
    expect(document.documentElement.lang).toBe(wanted);
  });

  test('nothing else when nothing comes', async () => {
    await loadWords('sv');
    const none = () => Promise.reject(new Error('no connection'));
    await loadWords('fr', { ...english, fr: none });
    expect(words.tagline).toBe(all.sv.tagline);
    expect(document.documentElement.lang).toBe('sv');
  });

  test('the last one that was wanted', async () => {
    let arrive = (): void => {};
    const slowly = new Promise<void>((resolve) => (arrive = resolve)).then(() => all.fr);
    const first = loadWords('fr', { ...english, fr: () => slowly });
    await loadWords('sv');
    arrive();
    await first;
    expect(language()).toBe('sv');
  });
});

describe('the choice on the page', () => {
  test('shows every language by its name, the spoken one pressed', async () => {
    await loadWords('cs');
    const shown = mount(LanguageChoice, { target: document.body });
    flushSync();
    const buttons = [...document.querySelectorAll('button')];
    expect(buttons.map((button) => button.textContent)).toEqual(Object.values(languages));
    expect(buttons.map((button) => button.lang)).toEqual(Object.keys(languages));
    expect(document.querySelector('[aria-pressed=true]')?.textContent).toBe('Čeština');
    expect(document.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('Jazyk');
    await unmount(shown);
  });

  test('changes what is on the page without loading it anew', async () => {
    const shown = mount(LanguageChoice, { target: document.body });
    flushSync();
    const group = document.querySelector('[role=group]');
    document.querySelector<HTMLElement>('button[lang=es]')?.click();
    await vi.waitFor(() => expect(group?.getAttribute('aria-label')).toBe('Idioma'));
    expect(document.querySelector('[aria-pressed=true]')?.textContent).toBe('Español');
    expect(localStorage.getItem('tamaya.language')).toBe('es');
    expect(document.documentElement.lang).toBe('es');
    await unmount(shown);
  });
});
