/** grid-keys: arrow keys in a grid of buttons, whose number of columns is that of its first row. */
import { type KeyboardEvent, type RefObject, useRef } from 'react';

/** Moves the focus within a grid, and takes the key if it is one of the grid's. Above the first row the focus goes to `above`. */
export function moveInGrid(event: KeyboardEvent, grid: HTMLElement, above: HTMLElement | null = null): void {
  const buttons = [...grid.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const [first] = buttons;
  if (first === undefined || at === -1) return;
  const top = first.getBoundingClientRect().top;
  const columns = buttons.filter((button) => button.getBoundingClientRect().top === top).length;
  const to = nextPlace(event.key, at, columns, buttons.length);
  if (to === null) return;
  event.preventDefault();
  event.stopPropagation();
  if (to < 0) above?.focus();
  else buttons[to]?.focus();
}

/** For the grid, and for each of its buttons. */
export function useGridKeys<T extends HTMLElement>(): {
  readonly grid: RefObject<T | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
} {
  const grid = useRef<T>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (grid.current !== null) moveInGrid(event, grid.current);
  };
  return { grid, onKeyDown };
}

/** Negative above the first row; null if the key is none of the grid's. */
export function nextPlace(key: string, at: number, columns: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowDown':
      return at + columns <= last ? at + columns : at;
    case 'ArrowUp':
      return at - columns;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
