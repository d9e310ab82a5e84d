/** A `dialog` over the page: it takes the focus, and gives it back when the last one closes. */

import { tick } from 'svelte';

/** What had the focus before the first dialog, and has it again after the last. */
let before: HTMLElement | null = null;

function remember(): void {
  const { activeElement } = document;
  const onPage = activeElement !== document.body && !activeElement?.closest('dialog');
  if (onPage && activeElement instanceof HTMLElement) before = activeElement;
}

function giveBack(): void {
  if (document.activeElement === document.body && !document.querySelector('dialog[open]')) before?.focus();
}

/** An attachment. A click beside the dialog closes it. */
export function modal(dialog: HTMLDialogElement): () => void {
  const beside = (event: MouseEvent): void => {
    if (event.target === dialog) dialog.close();
  };
  remember();
  dialog.addEventListener('click', beside);
  dialog.showModal();
  return () => {
    dialog.removeEventListener('click', beside);
    void tick().then(giveBack);
  };
}
