/**
 * own-presence: what this page shows of itself to the others in the document.
 *
 * Changes within 50 ms are sent together. At most 200 selected elements are sent, within the 4 KiB of a state: fewer with long ids.
 */
import type { Awareness } from 'y-protocols/awareness';

type Point = { readonly x: number; readonly y: number };

/** A cell of a sheet, by ids. */
export type CellAddress = { readonly sheet: string; readonly row: string; readonly col: string };

export type PresenceFields = {
  readonly tab: string | null;
  readonly selection: readonly string[];
  readonly cursor: Point | null;
  readonly viewport: (Point & { readonly width: number; readonly height: number }) | null;
  /** The active cell of the open sheet. */
  readonly cell: CellAddress | null;
};

const pauseMs = 50;
const selectionMax = 200;
/** Of 4,096 bytes: the rest is for the user, which the server adds, and for the numbers. */
const selectionBytes = 3_000;

export class OwnPresence {
  readonly #awareness: Awareness;
  #fields: PresenceFields = { tab: null, selection: [], cursor: null, viewport: null, cell: null };
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sentAt = 0;

  constructor(awareness: Awareness) {
    this.#awareness = awareness;
    awareness.setLocalState({ ...this.#fields });
  }

  show(change: Partial<PresenceFields>): void {
    this.#fields = { ...this.#fields, ...change };
    this.#timer ??= setTimeout(() => this.#send(), Math.max(0, this.#sentAt + pauseMs - Date.now()));
  }

  destroy(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #send(): void {
    this.#timer = null;
    this.#sentAt = Date.now();
    const { tab, selection, cursor, viewport, cell } = this.#fields;
    this.#awareness.setLocalState({
      tab,
      selection: boundSelection(selection),
      cursor: cursor === null ? null : { x: Math.round(cursor.x), y: Math.round(cursor.y) },
      viewport: viewport === null ? null : rounded(viewport),
      ...(cell !== null && { cell }),
    });
  }
}

/** Ids are ASCII. */
export function boundSelection(ids: readonly string[]): string[] {
  const kept: string[] = [];
  let bytes = 0;
  for (const id of ids.slice(0, selectionMax)) {
    bytes += id.length + 3;
    if (bytes > selectionBytes) break;
    kept.push(id);
  }
  return kept;
}

const rounded = ({ x, y, width, height }: NonNullable<PresenceFields['viewport']>): NonNullable<PresenceFields['viewport']> => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});
