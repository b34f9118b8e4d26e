/** Memory for numbers that is used again from search to search. What it holds is valid until the same name is asked for. */
const floats = new Map<string, Float64Array<ArrayBuffer>>();
const integers = new Map<string, Int32Array<ArrayBuffer>>();
/** Larger arrays are not kept. */
const keptMax = 1_000_000;

export function floatsOf(name: string, length: number): Float64Array<ArrayBuffer> {
  let kept = floats.get(name);
  if (kept === undefined || kept.length < length) {
    kept = new Float64Array(Math.max(1_024, 2 * length));
    if (kept.length <= keptMax) floats.set(name, kept);
  }
  return kept.subarray(0, length);
}

export function integersOf(name: string, length: number): Int32Array<ArrayBuffer> {
  let kept = integers.get(name);
  if (kept === undefined || kept.length < length) {
    kept = new Int32Array(Math.max(1_024, 2 * length));
    if (kept.length <= keptMax) integers.set(name, kept);
  }
  return kept.subarray(0, length);
}
