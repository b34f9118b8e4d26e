/** Splits a long list into pieces of one message each, so that no tab is copied to or from a worker in one step. */
import { sizeOf } from '#core/changeset/operation-size.ts';

/** A message of this many typical elements takes about a millisecond on either side; a large table counts as many of them. */
const perMessage = 200;
const sizePerMessage = 100_000;

export function* slices<T>(list: Iterable<T>): Generator<readonly T[]> {
  let slice: T[] = [];
  let size = 0;
  for (const entry of list) {
    slice.push(entry);
    size += sizeOf(entry, sizePerMessage);
    if (size <= sizePerMessage && slice.length < perMessage) continue;
    yield slice;
    [slice, size] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}
