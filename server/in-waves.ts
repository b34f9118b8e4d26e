/** Does something with each item in up to ten waves, so that what follows from it does not happen all at once. Resolves within `overMs`. */
export async function inWaves<T>(
  items: readonly T[],
  { leastPerWave, overMs }: { readonly leastPerWave: number; readonly overMs: number },
  act: (item: T) => void,
): Promise<void> {
  const waves = Math.min(10, Math.max(1, Math.ceil(items.length / leastPerWave)));
  const perWave = Math.ceil(items.length / waves);
  for (let wave = 0; wave < waves; wave += 1) {
    for (const item of items.slice(wave * perWave, (wave + 1) * perWave)) act(item);
    if (wave < waves - 1) await new Promise((resolve) => setTimeout(resolve, overMs / waves));
  }
}
