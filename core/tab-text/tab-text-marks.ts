/** tab-text-marks: how the lines begin that printing writes at the head of a tab's text. Remarks of people begin in other ways. */

export const headMark = '#: ';
/** Its name, mode and theme, and its look unless it is clean, in JSON. */
export const tabMark = '#: tab ';
/** Its layers from back to front, in JSON. */
export const layersMark = '#: layers ';
