/** emitter: those who want to be told. Who is added while some are told is told from the next time on. */
export class Emitter<A extends readonly unknown[]> {
  #listeners: readonly ((...event: A) => void)[] = [];

  /** Until the function that it returns is called. */
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
