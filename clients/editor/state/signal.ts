/** signal: a value that components and others subscribe to. */
import { useCallback, useSyncExternalStore } from 'react';

import { Emitter } from './emitter.ts';

export type Readable<T> = { get(): T; subscribe(listener: () => void): () => void };

/** A store that its owner sets. Setting an identical value notifies no listener. */
export class Signal<T> implements Readable<T> {
  #value: T;
  readonly #listeners = new Emitter<[]>();

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.#listeners.emit();
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }
}

/** The store's value, for a component that is rendered again when it changes. */
export function useValue<T>(store: Readable<T>): T {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, () => store.get());
}
