/** exported-elements: the elements that an export writes, from the lowest in the stack, and what it leaves out. */
import { type Arrow, type Box, type Element, isArrow, isBox, isPinned } from '#schema/element.ts';

import { quoteShort } from '../notation/quote.ts';
import { type Container, parentsOf } from '../tab/membership.ts';
import type { TabView } from '../tab/view.ts';

export class ExportedElements {
  readonly dropped: string[] = [];
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  readonly #parents: ReadonlyMap<string, Container>;
  readonly #ids: ReadonlySet<string>;

  /** `ids`: of the elements to write, with what is in them and the arrows between them; null for all. */
  constructor(tab: TabView, ids: readonly string[] | null) {
    this.#parents = parentsOf(tab);
    const named = ids === null ? null : new Set(ids);
    const elements = [...tab.elements()].toSorted(inOrder);
    this.boxes = elements.filter(isBox).filter(({ id }) => named === null || named.has(id) || this.#isIn(id, named));
    this.#ids = new Set(this.boxes.map(({ id }) => id));
    this.arrows = elements.filter(isArrow).filter(
      (arrow) => named === null || named.has(arrow.id) || [arrow.from, arrow.to].every((end) => isPinned(end) && this.#ids.has(end.element)),
    ); // prettier-ignore
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** The innermost frame around the box that is written. */
  parentOf(id: string): Container | null {
    for (let frame = this.#parents.get(id); frame !== undefined; frame = this.#parents.get(frame.id))
      if (this.#ids.has(frame.id)) return frame;
    return null;
  }

  drop(element: Element, why: string): void {
    const name = element.label === undefined || element.label === '' ? element.id : quoteShort(element.label, 40);
    this.dropped.push(`${element.type === 'shape' ? element.shape : element.type} ${name}: ${why}`);
  }

  #isIn(id: string, named: ReadonlySet<string>): boolean {
    for (let frame = this.#parents.get(id); frame !== undefined; frame = this.#parents.get(frame.id))
      if (named.has(frame.id)) return true;
    return false;
  }
}

/** The ids of these elements, of what is in them and of the arrows between them. */
export function writtenIds(tab: TabView, ids: readonly string[]): string[] {
  const { boxes, arrows } = new ExportedElements(tab, ids);
  return [...boxes, ...arrows].map(({ id }) => id);
}

const inOrder = (a: Element, b: Element): number => (a.z === b.z ? (a.id < b.id ? -1 : 1) : a.z < b.z ? -1 : 1);
