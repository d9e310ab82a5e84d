import { afterEach, describe, expect, test, vi } from 'vitest';
import App from '../src/App.svelte';
import { words } from '../src/lib/i18n';
import { followLinks } from '../src/lib/router.svelte';
import { show } from './help';
import { serve, settled, text } from './server-help';

let leave = (): void => {};

async function visit(path: string): Promise<void> {
  serve({ 'GET /api/me': { tables: [] }, 'GET /api/tables': { open: [], watch: [] }, 'GET /api/me/games': [] });
  history.replaceState(null, '', path);
  leave = show(App, {});
  await settled();
}

const home = (): HTMLAnchorElement | null => document.querySelector<HTMLAnchorElement>('.nowhere a');

afterEach(() => {
  leave();
  leave = () => {};
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

test.each(['/', '/index.html', '/?variant=black'])('the front page: %s', async (path) => {
  await visit(path);
  expect(text()).toContain(words.playWithBots);
  expect(home()).toBeNull();
});

test.each(['/nonsense', '/t/a/b', '/gamesome', '/t/'])('nothing is there, and that is said: %s', async (path) => {
  await visit(path);
  expect(document.querySelector('h1')?.textContent).toBe(words.front.nowhere);
  expect(text()).toContain(words.front.nowhereAbout);
  expect(text()).not.toContain(words.playWithBots);
});

test('the way home leads to the front page', async () => {
  await visit('/nonsense');
  home()?.click();
  await settled();
  expect(location.pathname).toBe('/');
  expect(text()).toContain(words.playWithBots);
});

describe('going on inside the app', () => {
  test('a link keeps its query and its hash, and the page is not loaded again', async () => {
    await visit('/nonsense');
    const link = home();
    if (link) link.href = '/?variant=black&players=4#top';
    link?.click();
    await settled();
    expect(location.pathname + location.search + location.hash).toBe('/?variant=black&players=4#top');
    expect(text()).toContain(words.playWithBots);
  });

  test('the focus goes to the heading of the new page', async () => {
    await visit('/nonsense');
    home()?.click();
    await settled();
    expect(document.activeElement?.tagName).toBe('H1');
    expect(document.activeElement?.textContent).toBe('Tamaya');
  });

  test.each([
    ['another window', (link: HTMLAnchorElement) => (link.target = '_blank'), {}],
    ['a click with a key', () => {}, { ctrlKey: true }],
    ['a file of the server', (link: HTMLAnchorElement) => (link.href = '/api/games/1/file'), {}],
    ['somewhere else', (link: HTMLAnchorElement) => (link.href = 'https://tamaya.example/'), {}],
  ])('is left to the browser: %s', (_, change, keys) => {
    const went: string[] = [];
    const link = Object.assign(document.createElement('a'), { href: '/games' });
    change(link);
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
    link.addEventListener(
      'click',
      followLinks((to) => went.push(to)),
    );
    link.dispatchEvent(event);
    expect([went, event.defaultPrevented]).toEqual([[], false]);
  });
});
