/** slices: a long list in pieces that are each one message to or from a worker, so that no tab is copied in one go. */

/** Elements in one message: a message of the usual ones takes about a millisecond on either side. */
const perMessage = 200;

export function* slices<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += perMessage) yield list.slice(at, at + perMessage);
}
