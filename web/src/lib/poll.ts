/** Again and again while the page is looked at, and at once when somebody comes back to it. */

export function poll(what: () => void, milliseconds: number): () => void {
  const look = (): void => {
    if (!document.hidden) what();
  };
  const timer = setInterval(look, milliseconds);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
