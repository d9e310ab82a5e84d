/** Dragging a card to where it may go, or along the hand, with a mouse or a finger. */

import { copy, glideBack, rest, type Lifted } from './motion';
import { Slots } from './slots';

export type Drop = 'play' | 'discard';

export type Dragged = {
  card: number;
  /** Where this card may go now. */
  may: readonly Drop[];
  /** Dropped there; whether it goes. */
  drop: (drop: Drop) => boolean;
  /** Put at another place in the hand; whether that can be. */
  put?: (to: number) => boolean;
};

const FAR = 8; // pixels: less is a tap
const NEAR = 14; // pixels around a place that still belong to it
const HOLD = 160; // milliseconds: where the page scrolls, a quicker swipe scrolls it

type Hold = {
  pointer: number;
  x: number;
  y: number;
  since: number;
  lifted: Lifted | null;
  over: HTMLElement | null;
  slots: Slots | null;
};

/** Makes an element draggable: an attachment. */
export function draggable(what: () => Dragged | null): (held: HTMLElement) => () => void {
  return (held) => {
    let hold: Hold | null = null;

    function down(event: PointerEvent): void {
      if (!event.isPrimary || event.button !== 0 || !what()) return;
      hold = {
        pointer: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        since: event.timeStamp,
        lifted: null,
        over: null,
        slots: null,
      };
      held.setPointerCapture(event.pointerId); // a quick mouse is over another card at its first move
    }

    function move(event: PointerEvent): void {
      if (hold?.pointer !== event.pointerId) return;
      const [x, y] = [event.clientX - hold.x, event.clientY - hold.y];
      if (!hold.lifted && Math.hypot(x, y) < FAR) return;
      if (!hold.lifted && isSwipe(event)) {
        hold = null;
        return;
      }
      hold.lifted ??= take();
      hold.lifted.ghost.style.transform = `translate(${x}px, ${y}px) scale(1.06)`;
      over(placeAt(event.clientX, event.clientY));
      hold.slots?.point(event.clientX, event.clientY, hold.over !== null);
    }

    function take(): Lifted {
      const lifted = copy(held);
      const item = held.closest('li');
      if (hold && item && what()?.put) hold.slots = new Slots(item);
      document.body.append(lifted.ghost);
      held.dataset.held = '';
      document.documentElement.dataset.dragging = what()?.may.join(' ') ?? '';
      addEventListener('keydown', escape, true);
      return lifted;
    }

    function over(place: HTMLElement | null): void {
      if (!hold || hold.over === place) return;
      hold.over?.removeAttribute('data-under');
      place?.setAttribute('data-under', '');
      hold.over = place;
    }

    function up(event: PointerEvent): void {
      if (hold?.pointer !== event.pointerId) return;
      const { lifted, over: place, slots } = hold;
      const [x, y] = [event.clientX - hold.x, event.clientY - hold.y];
      const dragged = what();
      const put = dragged?.put;
      const moves = put && slots && slots.to !== slots.from;
      if (moves) hold.slots = null; // they settle below
      letGo();
      if (!lifted) return;
      noClick(held);
      if (moves) {
        lifted.ghost.remove();
        slots.settle(() => put(slots.to), x, y);
      } else if (dragged && place && dragged.drop(place.dataset.drop as Drop)) rest(dragged.card, held, lifted);
      else glideBack(lifted);
    }

    function cancel(): void {
      if (hold?.lifted) glideBack(hold.lifted);
      letGo();
    }

    function letGo(): void {
      over(null);
      hold?.slots?.clear();
      if (hold && held.hasPointerCapture(hold.pointer)) held.releasePointerCapture(hold.pointer);
      hold = null;
      delete held.dataset.held;
      delete document.documentElement.dataset.dragging;
      removeEventListener('keydown', escape, true);
    }

    function escape(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      cancel();
    }

    /** A quick finger on a page that can be scrolled wants to scroll it. */
    function isSwipe(event: PointerEvent): boolean {
      return event.pointerType === 'touch' && scrolls() && event.timeStamp - (hold?.since ?? 0) < HOLD;
    }

    /** While a card is dragged the page does not scroll. */
    function touched(event: TouchEvent): void {
      if (hold?.lifted) event.preventDefault();
    }

    const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel };
    for (const [name, listener] of Object.entries(listeners)) held.addEventListener(name, listener as EventListener);
    held.addEventListener('touchmove', touched, { passive: false });
    return () => {
      cancel();
      for (const [name, listener] of Object.entries(listeners))
        held.removeEventListener(name, listener as EventListener);
      held.removeEventListener('touchmove', touched);
    };
  };
}

function placeAt(x: number, y: number): HTMLElement | null {
  const places = [...document.querySelectorAll<HTMLElement>('[data-drop]')];
  const within = (place: HTMLElement): boolean => {
    const { left, right, top, bottom, width } = place.getBoundingClientRect();
    return width > 0 && x > left - NEAR && x < right + NEAR && y > top - NEAR && y < bottom + NEAR;
  };
  return places.find(within) ?? null;
}

function scrolls(): boolean {
  const frames = [document.documentElement, ...document.querySelectorAll('.table')];
  return frames.some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
}

/** The click that follows a drag is none. */
function noClick(held: HTMLElement): void {
  const swallow = (event: Event): void => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  held.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => held.removeEventListener('click', swallow, true));
}
