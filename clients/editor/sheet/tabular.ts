/** tabular: digits and signs in the grid are all as wide as the widest, so that numbers stand below each other. */

/** A text of ordinary digits that is as wide as this one is in the grid. */
export const tabular = (text: string): string => text.replaceAll(/[\d+-]/g, '4');
