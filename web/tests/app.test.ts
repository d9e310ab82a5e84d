import { afterEach, expect, test, vi } from 'vitest';
import App from '../src/App.svelte';
import { words } from '../src/lib/i18n';
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
