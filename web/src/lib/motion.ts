/** Cards that fly: a copy of the card travels from the hand to where it comes to lie. */

export const FLIGHT = 240;

export function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export type Lifted = { ghost: HTMLElement; from: DOMRect };

/** A copy of a card in a hand, taken before the hand changes. */
export function lift(card: number): Lifted | null {
  const held = document.querySelector<HTMLElement>(`[data-card="${card}"]`)?.firstElementChild;
  if (!held || still()) return null;
  const from = held.getBoundingClientRect();
  const ghost = held.cloneNode(true) as HTMLElement;
  ghost.setAttribute('aria-hidden', 'true');
  for (const name of ['data-nav', 'aria-label', 'aria-pressed']) ghost.removeAttribute(name);
  Object.assign(ghost.style, {
    position: 'fixed',
    zIndex: '20',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    margin: '0',
    pointerEvents: 'none',
  });
  return { ghost, from };
}

/** Let it fly to the first of these places that is on the screen. */
export function fly({ ghost, from }: Lifted, ...places: string[]): void {
  const to = places
    .map((place) => document.querySelector(place)?.getBoundingClientRect())
    .find((rect) => rect && rect.width > 0);
  if (!to) return;
  const scale = Math.min(1.6, to.width / from.width);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  document.body.append(ghost);
  const flight = ghost.animate(
    [{ opacity: 1 }, { opacity: 0.85, transform: `translate(${x}px, ${y}px) scale(${scale})` }],
    { duration: FLIGHT, easing: 'ease-out' },
  );
  flight.onfinish = () => ghost.remove();
  flight.oncancel = () => ghost.remove();
}
