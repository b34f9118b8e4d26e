/** emitter: those who want to be told. Who is added while some are told is told from the next time on. */
export class Listeners<A extends readonly unknown[]> {
  #listeners: readonly ((...told: A) => void)[] = [];

  /** Until the function that it returns is called. */
  add(listener: (...told: A) => void): () => void {
    const own = (...told: A): void => listener(...told);
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  tell(...told: A): void {
    for (const listener of this.#listeners) listener(...told);
  }
}
