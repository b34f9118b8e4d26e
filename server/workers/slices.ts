/** Splits a long list into pieces of one message each, so that no tab is copied to or from a worker in one step. */

/** A message of this many typical elements takes about a millisecond on either side. */
const perMessage = 200;

export function* slices<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += perMessage) yield list.slice(at, at + perMessage);
}
