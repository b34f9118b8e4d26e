/** pieces: the number of cells that a loop over all cells processes between two pauses: a fraction of a millisecond. */
export const pieces = 64;
