/** Where the visitor is in the app. Links go on from there without loading the page again. */

import { tick } from 'svelte';

export type Route =
  { page: 'front' | 'learn' | 'games' | 'nowhere'; id?: undefined } | { page: 'table' | 'game'; id: string };

export function routeOf(path: string): Route {
  const [, kind, id] = /^\/([tg])\/([\w-]+)\/?$/.exec(path) ?? [];
  if (kind && id) return { page: kind === 't' ? 'table' : 'game', id };
  if (/^\/learn\/?$/.test(path)) return { page: 'learn' };
  if (/^\/games\/?$/.test(path)) return { page: 'games' };
  return { page: path === '/' || path === '/index.html' ? 'front' : 'nowhere' };
}

export class Router {
  path = $state(location.pathname);
  route = $derived(routeOf(this.path));

  go = (to: string): void => {
    history.pushState(null, '', to);
    this.arrive();
    scrollTo(0, 0);
  };

  /** At the address that the browser shows. */
  arrive = (): void => {
    if (this.path === location.pathname) return;
    this.path = location.pathname;
    void focusPage();
  };
}

/** A plain click on a link of ours goes there; any other does what the browser does. */
export function followLinks(go: (to: string) => void): (event: MouseEvent) => void {
  return (event) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!plain || event.defaultPrevented || !link || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
}

/** Whoever reads with the ears or moves by keys begins at the top of the new page. */
async function focusPage(): Promise<void> {
  await tick();
  const focused = document.activeElement;
  if (focused && focused !== document.body) return; // the page has put it where it belongs
  const head = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!head) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}
