/**
 * toolbar-keys: the focus in toolbars: pressing a button keeps the focus on the canvas, and the arrow keys move between buttons.
 */
import type React from 'react';

/** The properties of every toolbar. */
export const toolbarProps = (label: string) =>
  ({ role: 'toolbar', tabIndex: -1, 'aria-label': label, onMouseDown: keepFocus, onKeyDown: moveFocus }) as const;

/** Keeps the focus where it is when a button is pressed. */
export function keepFocus(event: React.MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('input, textarea, select') === null) event.preventDefault();
}

/** Moves the focus to the next or previous button with the arrow keys. */
export function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const way =
    event.key === 'ArrowDown' || event.key === 'ArrowRight' ? 1 : event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 0;
  if (way === 0 || !(event.target instanceof HTMLButtonElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = buttons.indexOf(event.target);
  if (at === -1) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[(at + way + buttons.length) % buttons.length]?.focus();
}
