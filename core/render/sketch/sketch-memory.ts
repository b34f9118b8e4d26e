/** sketch-memory: the sketched paths of a drawing, so that what is drawn again in the same place is not sketched again. */
import { sketchedPath } from './sketched-path.ts';

/** More than the lines of the largest tab that is drawn at once. */
const pathsMost = 20_000;

export class SketchMemory {
  readonly #paths = new Map<string, { readonly of: string; readonly times: number; readonly sketched: string }>();

  /** As `sketchedPath`. */
  readonly pathOf = (path: string, seed: string, times: number): string => {
    const last = this.#paths.get(seed);
    if (last?.of === path && last.times === times) return last.sketched;
    const sketched = sketchedPath(path, seed, times);
    if (this.#paths.size >= pathsMost && last === undefined) this.#paths.clear();
    this.#paths.set(seed, { of: path, times, sketched });
    return sketched;
  };
}
