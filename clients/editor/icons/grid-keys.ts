/** grid-keys: arrow keys in a grid of buttons, whose number of columns is that of its first row. */

/** Moves the focus; above the first row it goes to `above`. False if the key does nothing here. */
export function moveInGrid(key: string, grid: HTMLElement, above: HTMLElement | null): boolean {
  const buttons = [...grid.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const [first] = buttons;
  if (first === undefined || at === -1) return false;
  const top = first.getBoundingClientRect().top;
  const columns = buttons.filter((button) => button.getBoundingClientRect().top === top).length;
  const to = nextPlace(key, at, columns, buttons.length);
  if (to === null) return false;
  if (to < 0) above?.focus();
  else buttons[to]?.focus();
  return true;
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
