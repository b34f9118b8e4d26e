/** selection: the selected elements of the shown tab, by full id. */
import { Signal, type Readable } from './signal.ts';

export class Selection implements Readable<ReadonlySet<string>> {
  readonly #ids = new Signal<ReadonlySet<string>>(new Set());

  get(): ReadonlySet<string> {
    return this.#ids.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#ids.subscribe(listener);
  }

  set(ids: Iterable<string>): void {
    const next = new Set(ids);
    const last = this.get();
    if (next.size !== last.size || ![...next].every((id) => last.has(id))) this.#ids.set(next);
  }

  toggle(id: string): void {
    const next = new Set(this.get());
    if (!next.delete(id)) next.add(id);
    this.#ids.set(next);
  }

  clear(): void {
    this.set([]);
  }
}
