/** emitter: listeners of an event. Listeners added during an emit are first called on the next one. */
export class Emitter<A extends readonly unknown[]> {
  #listeners: readonly ((...event: A) => void)[] = [];

  /** Until the returned function is called. */
  add(listener: (...event: A) => void): () => void {
    const own = (...event: A): void => listener(...event);
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  emit(...event: A): void {
    for (const listener of this.#listeners) listener(...event);
  }
}
