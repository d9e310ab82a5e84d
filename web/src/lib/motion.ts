/** Cards that fly: a copy of the card travels from the hand to where it comes to lie. */

import { mount } from 'svelte';
import FaceOfCard from '../board/Face.svelte';
import type { SuitName } from './wire';

export const FLIGHT = 260; // milliseconds
const LIES = 420; // face up, where it comes to lie

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

/** The face that a card turns up on its way. */
export type Turned = { suit: SuitName; value: number };

/** Let it fly, face up in the end, to the first of these places that is on the screen. */
export function fly(lifted: Lifted, face: Turned | null, ...places: string[]): void {
  const way = wayTo(lifted, places);
  if (!way) return lifted.ghost.remove();
  turnUp(lifted.ghost, face);
  glide(lifted.ghost, way);
}

/** A mistake: it flies to its pile, shakes its head there and falls. */
export function fall(lifted: Lifted, face: Turned | null, place: string): void {
  const way = wayTo(lifted, [place]);
  const { ghost } = lifted;
  if (!way) return ghost.remove();
  turnUp(ghost, face);
  document.body.append(ghost);
  ghost.animate([{}, { transform: way }], { duration: FLIGHT, easing: 'ease-out', fill: 'forwards' });
  const shake = ['0', '-9px', '9px', '-7px', '7px', '-4px', '0'].map((translate) => ({ translate }));
  const shaken = ghost.animate(shake, { delay: FLIGHT, duration: 460 });
  shaken.onfinish = () => {
    const down = ghost.animate([{}, { translate: '0 60px', opacity: 0 }], {
      delay: 250,
      duration: 380,
      easing: 'ease-in',
    });
    down.onfinish = down.oncancel = () => ghost.remove();
  };
  shaken.oncancel = () => ghost.remove();
}

function wayTo({ from }: Lifted, places: readonly string[]): string | null {
  const to = places
    .map((place) => document.querySelector(place)?.getBoundingClientRect())
    .find((rect) => rect && rect.width > 0);
  if (!to) return null;
  const scale = Math.min(1.6, to.width / from.width, to.height / from.height);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** A back becomes a face half-way. */
function turnUp(ghost: HTMLElement, face: Turned | null): void {
  if (!face || ghost.matches('.face')) return;
  const half = { duration: FLIGHT / 2 };
  const away = ghost.animate([{ rotate: 'y 0deg' }, { rotate: 'y 90deg' }], half);
  away.onfinish = () => {
    ghost.replaceChildren();
    Object.assign(ghost.style, { border: '0', background: 'none', boxShadow: 'none', outline: 'none' });
    mount(FaceOfCard, { target: ghost, props: face });
    ghost.animate([{ rotate: 'y -90deg' }, { rotate: 'y 0deg' }], half);
  };
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
  const flight = ghost.animate([{}, { transform }], { duration: FLIGHT, easing: 'ease-out', fill: 'forwards' });
  flight.oncancel = () => ghost.remove();
  flight.onfinish = () => {
    const gone = ghost.animate([{}, { opacity: 0 }], { delay: LIES, duration: 200 });
    gone.onfinish = gone.oncancel = () => ghost.remove();
  };
}
