/**
 * open-board: which board of the shown tab is open large: the address says it (`?board=…`), so that it is linked to, comes back
 * with a reload, and goes with the browser's way back.
 */
import { isElementId } from '#schema/ids.ts';

import { Emitter } from './emitter.ts';
import type { Readable } from './signal.ts';

/** What is kept with an entry of the browser's history that opening a board made. */
const mark = { board: true };

export class OpenBoard implements Readable<string | null> {
  readonly #listeners = new Emitter<[]>();

  get(): string | null {
    return boardIn(location.search);
  }

  subscribe(listener: () => void): () => void {
    const end = this.#listeners.add(listener);
    window.addEventListener('popstate', listener);
    return () => {
      end();
      window.removeEventListener('popstate', listener);
    };
  }

  open(id: string): void {
    if (id === this.get()) return;
    history.pushState(mark, '', `${location.pathname}?board=${encodeURIComponent(id)}`);
    this.#listeners.emit();
  }

  /** Where opening it was a step of the history, that step is taken back. */
  close(): void {
    if (this.get() === null) return;
    const state: unknown = history.state;
    if (typeof state === 'object' && state !== null && 'board' in state) return history.back();
    history.replaceState(null, '', location.pathname);
    this.#listeners.emit();
  }
}

/** Null when it names none. */
export function boardIn(search: string): string | null {
  const id = new URLSearchParams(search).get('board') ?? '';
  return isElementId(id) ? id : null;
}
