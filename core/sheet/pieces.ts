/** pieces: how many cells whatever goes over all of them does between two stops: a fraction of a millisecond. */
export const pieces = 64;
