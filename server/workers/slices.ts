/** Splits a long list into pieces of one message each, so that no tab is copied to or from a worker in one step. */
import { sizeOf } from '#core/changeset/operation-size.ts';

/** A message of this many typical elements takes about a millisecond on either side; a large table counts as many of them. */
const perMessage = 200;
const sizePerMessage = 100_000;

export function* slices<T>(list: readonly T[]): Generator<readonly T[]> {
  let [start, size] = [0, 0];
  for (let at = 0; at < list.length; at += 1) {
    size += sizeOf(list[at], sizePerMessage);
    if (size <= sizePerMessage && at + 1 - start < perMessage) continue;
    yield list.slice(start, at + 1);
    [start, size] = [at + 1, 0];
  }
  if (start < list.length) yield list.slice(start);
}
