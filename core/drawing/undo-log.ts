/** The steps that undo an update: cheaper than the opposite update, which would search every path again. */
export class UndoLog {
  readonly #steps: (() => void)[] = [];

  add(step: () => void): void {
    this.#steps.push(step);
  }

  /** Undoes everything, the last change first. */
  undo(): void {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) step();
  }
}

/** Notes that a map has this value, or none, before a change. */
export function keepEntry<K, V>(map: Map<K, V>, key: K, undo: UndoLog | undefined): void {
  if (undo === undefined) return;
  const value = map.get(key);
  undo.add(() => {
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  });
}
