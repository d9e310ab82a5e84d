/** Links and addresses. */

/** Links that stay on the page: a plain click goes there, any other does what the browser does. */
export function follow(go: (path: string) => void): (event: MouseEvent) => void {
  return (event) => {
    const link = event.currentTarget;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain || !(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    go(link.pathname);
  };
}

/** Whether an address works on this computer alone. */
export const isOnlyHere = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
