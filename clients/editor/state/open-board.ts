/**
 * open-board: the board of the shown tab that is open. It is in the address (`?board=…`), so that it can be linked to, survives a
 * reload, and closes with the browser's Back.
 */
import { isElementId } from '#schema/ids.ts';

import { Emitter } from './emitter.ts';
import type { Readable } from './signal.ts';

/** Stored with an entry of the browser's history that opening a board created. */
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

  /** If opening it was a step of the history, that step is undone. */
  close(): void {
    if (this.get() === null) return;
    const state: unknown = history.state;
    if (typeof state === 'object' && state !== null && 'board' in state) return history.back();
    history.replaceState(null, '', location.pathname);
    this.#listeners.emit();
  }
}

/** Null if it names none. */
export function boardIn(search: string): string | null {
  const id = new URLSearchParams(search).get('board') ?? '';
  return isElementId(id) ? id : null;
}
