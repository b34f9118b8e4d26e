/** number-width: the width of a column that shows a number whole, in the font of the grid. */
import { textWidth } from '#core/text/width.ts';

import { tabular } from './tabular.ts';

/** From grid.module.css: the padding of a cell with its border and a pixel for rounding, and the size of its text. */
const around = 18;
const textPx = 13;

export const numberWidth = (text: string, isBold: boolean): number =>
  textWidth(tabular(text), textPx, 'sans', isBold ? 600 : 400) + around;
