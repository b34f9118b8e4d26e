/** random-offsets: numbers that look random, the same ones for the same seed: xorshift32 (Marsaglia, 2003), begun at an FNV-1a hash. */

/** Returns numbers from -1 up to 1. */
export function randomOffsets(seed: string): () => number {
  let state = hashOf(seed);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x8000_0000 - 1;
  };
}

/** Never 0, from which xorshift does not get away. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  // Seeds that differ in their last character only begin far apart.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash ^= hash >>> 12;
  return hash === 0 ? 1 : hash;
}
