/** tabular: in the grid all digits and signs are as wide as the widest, so that numbers align. */

/** A text in ordinary digits that is as wide as this one is in the grid. */
export const tabular = (text: string): string => text.replaceAll(/[\d+-]/g, '4');
