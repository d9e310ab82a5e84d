/** What a key means while a game is looked at. */

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** The step to go to, or another meaning; nothing if the key belongs to what has the focus. */
export function stepKey(event: Pressed, at: number, last: number): number | 'run' | 'help' | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const held = event.target instanceof Element ? event.target : null;
  if (held?.closest('dialog, select, textarea, input:not([type="range"])')) return null;
  switch (event.key) {
    case 'ArrowLeft':
    case '[':
      return at - 1;
    case 'ArrowRight':
    case ']':
      return at + 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    case ' ':
      return held?.closest('button, a, summary') ? null : 'run';
    case '?':
      return 'help';
    default:
      return null;
  }
}
