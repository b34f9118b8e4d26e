/** grid: whether what is drawn by hand snaps to a grid, which is then shown. It is kept in this browser, for all documents. */

/** Pixels of the canvas between the lines. New boxes are as large as a number of them. */
export const gridPx = 20;

const key = 'atelier.grid';

export function readGrid(storage: Pick<Storage, 'getItem'>): boolean {
  try {
    return storage.getItem(key) === 'on';
  } catch {
    // Storage is disabled.
    return false;
  }
}

export function keepGrid(storage: Pick<Storage, 'setItem'>, isOn: boolean): void {
  try {
    storage.setItem(key, isOn ? 'on' : 'off');
  } catch {
    // It lasts while the tab is shown.
  }
}
