import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { words } from '../src/lib/i18n';
import { PACES, Preferences, preferences, showTheme, type Switch } from '../src/lib/preferences.svelte';
import Settings from '../src/table/Settings.svelte';
import { show } from './help';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('preferences', () => {
  test('what is new has its defaults', () => {
    const fresh = new Preferences();
    expect([fresh.get('sound'), fresh.get('vibration'), fresh.get('singleKeys')]).toEqual([true, true, true]);
    expect([fresh.get('notifications'), fresh.get('counting')]).toEqual([false, false]);
    expect([fresh.get('pace'), fresh.get('theme')]).toEqual([1300, 'system']);
  });

  test('are kept in this browser', () => {
    const before = new Preferences();
    before.set('sound', false);
    before.set('pace', PACES.slow);
    before.set('theme', 'light');
    const after = new Preferences();
    expect([after.get('sound'), after.get('pace'), after.get('theme')]).toEqual([false, PACES.slow, 'light']);
    expect(localStorage.getItem('tamaya.pace')).toBe('2600');
  });

  test.each([
    ['tamaya.sound', 'loud', 'sound', true],
    ['tamaya.pace', 'soon', 'pace', 1300],
    ['tamaya.pace', '-5', 'pace', 1300],
    ['tamaya.pace', '0', 'pace', 0],
    ['tamaya.theme', 'pink', 'theme', 'system'],
  ] as const)('nonsense is not believed: %s = %s', (key, text, name, value) => {
    localStorage.setItem(key, text);
    expect(new Preferences().get(name)).toBe(value);
  });

  test('a browser that keeps nothing is no reason to fail', () => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    const likes = new Preferences();
    likes.set('counting', true);
    expect(likes.get('counting')).toBe(true);
  });

  test('the theme overrules the device, or leaves it to it', () => {
    document.head.innerHTML = '<meta name="theme-color" data-sky="dark"><meta name="theme-color" data-sky="light">';
    const media = () => [...document.querySelectorAll('meta')].map((bar) => bar.media);
    showTheme('light');
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(media()).toEqual(['not all', 'all']);
    showTheme('system');
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(media()).toEqual(['(prefers-color-scheme: dark)', '(prefers-color-scheme: light)']);
  });
});

describe('the sheet', () => {
  let leave = (): void => {};
  const named = (name: Switch): HTMLElement => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=switch]')].find(
      (one) => one.querySelector('b')?.textContent === words.feel.switches[name][0],
    );
    if (!found) throw new Error(`no switch ${name}`);
    return found;
  };
  const isOn = (name: Switch): boolean => named(name).getAttribute('aria-checked') === 'true';
  const turn = async (name: Switch): Promise<void> => {
    named(name).click();
    await new Promise((done) => setTimeout(done)); // the browser's answer
    flushSync();
  };
  const notifications = (permission: string, answer = permission) => {
    const asked = vi.fn(() => {
      fake.permission = answer;
      return Promise.resolve(answer);
    });
    const fake = { permission, requestPermission: asked };
    vi.stubGlobal('Notification', fake);
    return asked;
  };
  afterEach(() => {
    leave();
    preferences.set('sound', true);
    preferences.set('notifications', false);
    preferences.set('pace', PACES.easy);
  });

  test('a switch turns, and is remembered', async () => {
    leave = show(Settings, {});
    expect(isOn('sound')).toBe(true);
    await turn('sound');
    expect(isOn('sound')).toBe(false);
    expect(localStorage.getItem('tamaya.sound')).toBe('false');
  });

  test('notifications are asked for when they are switched on, and only then', async () => {
    const asked = notifications('default', 'granted');
    leave = show(Settings, {});
    expect(asked).not.toHaveBeenCalled();
    await turn('notifications');
    expect(asked).toHaveBeenCalledOnce();
    expect(isOn('notifications')).toBe(true);
    await turn('notifications');
    expect(isOn('notifications')).toBe(false);
    expect(asked).toHaveBeenCalledOnce();
  });

  test('a browser that refuses is named as the reason', async () => {
    notifications('default', 'denied');
    leave = show(Settings, {});
    await turn('notifications');
    expect(isOn('notifications')).toBe(false);
    expect(named('notifications').textContent).toContain(words.feel.notificationsBlocked);
    expect(preferences.get('notifications')).toBe(false);
  });

  test('what the device lacks cannot be switched on', async () => {
    vi.stubGlobal('Notification', undefined);
    leave = show(Settings, {});
    await turn('notifications');
    expect(named('notifications').getAttribute('aria-disabled')).toBe('true');
    expect(isOn('notifications')).toBe(false);
  });

  test('the pace', () => {
    leave = show(Settings, {});
    const slow = [...document.querySelectorAll('label')].find(
      (one) => one.textContent?.trim() === words.feel.paces.slow,
    );
    slow?.querySelector('input')?.click();
    expect(preferences.get('pace')).toBe(PACES.slow);
  });
});
