/** grid: whether what is drawn by hand snaps to a grid, which is then shown. It is kept in this browser, for all documents. */
import { keptSwitch } from './browser-storage.ts';

/** Pixels of the canvas between the lines. New boxes are as large as a number of them. */
export const gridPx = 20;

export const { read: readGrid, keep: keepGrid } = keptSwitch('atelier.grid');
