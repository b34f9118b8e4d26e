/** The titles of frames and lanes by place, measured when they are first looked for. Those of rotated ones are left out. */
import RBush from 'rbush';

import { type Element, isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { type Bounds, boundsFrom, insertAll, someIn } from '../drawing/bounds.ts';
import { titleOf } from '../drawing/frame-title.ts';
import type { Container } from '../tab/membership.ts';

export type FrameTitle = Bounds & { readonly id: string; readonly rect: Rect };

export class FrameTitles {
  readonly #tree = new RBush<FrameTitle>();
  readonly #entries = new Map<string, FrameTitle>();
  /** Containers whose titles are not in the tree yet. */
  readonly #pending = new Map<string, Container>();

  add(container: Container): void {
    this.#pending.set(container.id, container);
  }

  remove(id: string): void {
    this.#pending.delete(id);
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#tree.remove(entry);
  }

  /** True if a title that touches the area passes the test. */
  some(area: Bounds, test: (title: FrameTitle) => boolean): boolean {
    this.#fill();
    return someIn(this.#tree, area, test);
  }

  #fill(): void {
    if (this.#pending.size === 0) return;
    const isEmpty = this.#entries.size === 0;
    const entries: FrameTitle[] = [];
    for (const [id, container] of this.#pending) {
      const title = titleIn(container);
      if (title === null) continue;
      const entry = { ...boundsFrom(title), id, rect: title };
      entries.push(entry);
      this.#entries.set(id, entry);
    }
    this.#pending.clear();
    insertAll(this.#tree, entries, isEmpty);
  }
}

/** The rectangle of the title of a frame or lane; null for other elements, and without a title. */
export const titleIn = (element: Element | undefined): Rect | null =>
  element === undefined || !isContainer(element) || (element.rotation ?? 0) % 360 !== 0 ? null : titleOf(element);
