/** Cards that fly: a copy of the card travels from the hand to where it comes to lie. */

export const FLIGHT = 240;

export function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export type Lifted = { ghost: HTMLElement; from: DOMRect };

/** A dragged card that was let go and waits to be told where it comes to lie. */
let dropped: (Lifted & { card: number; held: HTMLElement }) | null = null;

/** A copy of a card in a hand, taken before the hand changes. */
export function lift(card: number): Lifted | null {
  if (dropped?.card === card) {
    const { ghost, from } = dropped;
    dropped = null;
    if (!still()) return { ghost, from };
    ghost.remove();
  }
  const held = document.querySelector<HTMLElement>(`[data-card="${card}"]`)?.firstElementChild;
  return held && !still() ? copy(held as HTMLElement) : null;
}

/** A copy of a card that lies over it and belongs to nobody. */
export function copy(held: HTMLElement): Lifted {
  const from = upright(held);
  const ghost = held.cloneNode(true) as HTMLElement;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.tabIndex = -1;
  for (const name of ['data-nav', 'aria-label', 'aria-pressed']) ghost.removeAttribute(name);
  Object.assign(ghost.style, {
    position: 'fixed',
    zIndex: '20',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    margin: '0',
    pointerEvents: 'none',
    transition: 'none',
  });
  return { ghost, from };
}

/** Where a card lies; a turned one as if it were not. */
function upright(held: HTMLElement): DOMRect {
  const seen = held.getBoundingClientRect();
  const [width, height] = [held.offsetWidth || seen.width, held.offsetHeight || seen.height];
  return new DOMRect(seen.left + (seen.width - width) / 2, seen.top + (seen.height - height) / 2, width, height);
}

/** Let it fly to the first of these places that is on the screen. */
export function fly({ ghost, from }: Lifted, ...places: string[]): void {
  const to = places
    .map((place) => document.querySelector(place)?.getBoundingClientRect())
    .find((rect) => rect && rect.width > 0);
  if (!to) return ghost.remove();
  const scale = Math.min(1.6, to.width / from.width, to.height / from.height);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  glide(ghost, `translate(${x}px, ${y}px) scale(${scale})`);
}

/** The card was dropped where it may go: it stays there until the table answers. */
export function rest(card: number, held: HTMLElement, { ghost }: Lifted): void {
  held.dataset.held = '';
  dropped = { card, held, ghost, from: ghost.getBoundingClientRect() };
}

/** The table has answered, and not with this card: back to the hand. */
export function unrest(): void {
  dropped?.ghost.remove();
  delete dropped?.held.dataset.held;
  dropped = null;
}

/** Home from where it was let go. */
export function glideBack({ ghost }: Lifted): void {
  if (still()) ghost.remove();
  else glide(ghost, 'none');
}

function glide(ghost: HTMLElement, transform: string): void {
  if (!ghost.isConnected) document.body.append(ghost);
  const flight = ghost.animate([{ opacity: 1 }, { opacity: 0.85, transform }], {
    duration: FLIGHT,
    easing: 'ease-out',
  });
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
