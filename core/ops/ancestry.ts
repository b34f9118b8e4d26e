/** ancestry: the frames and lanes around the boxes of a tab; caches parents, so boxes must not move while it is in use. */
import { type Arrow, type Box, type Element, isArrow, isBox, isContainer } from '#schema/element.ts';

import { comesAfter } from './restack.ts';
import { type Container, parentFinder } from '../tab/membership.ts';
import { pinsOf } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';

export class Ancestry {
  readonly #tab: TabView;
  readonly #find: (box: Box) => Container | null;
  readonly #layers: ReadonlySet<string>;
  readonly #parents = new Map<string, Container | null>();
  /** By layer and frame id: the frontmost of the frame and those around it that are on the layer. */
  readonly #tops = new Map<string, Map<string, Container | null>>();

  /** `count`: the approximate number of boxes whose parents will be looked up. */
  constructor(tab: TabView, count: number) {
    this.#tab = tab;
    this.#find = parentFinder(tab, count);
    this.#layers = new Set(tab.settings.layers.map(({ id }) => id));
  }

  parentOf(box: Box): Container | null {
    const cached = this.#parents.get(box.id);
    if (cached !== undefined) return cached;
    const parent = this.#find(box);
    this.#parents.set(box.id, parent);
    return parent;
  }

  /** The parent, its parent, and so on outwards. */
  *around(box: Box): Generator<Container> {
    for (let parent = this.parentOf(box); parent !== null; parent = this.parentOf(parent)) yield parent;
  }

  /** The frames and lanes around a box, or around the boxes that an arrow is attached to. */
  framesOf(element: Element): Set<Container> {
    const boxes = isArrow(element) ? boxesAt(element, this.#tab) : [element];
    return new Set(boxes.flatMap((box) => [...this.around(box)]));
  }

  /** True if the frame or lane contains the element, or a box that it is attached to, and is in front of it on the same layer. */
  isHiddenBy(frameId: string, elementId: string): boolean {
    const [frame, element] = [this.#tab.get(frameId), this.#tab.get(elementId)];
    if (frame === undefined || element === undefined || !isContainer(frame) || comesAfter(element, frame)) return false;
    return (
      this.layerOf(frame) === this.layerOf(element) &&
      this.framesOf(element)
        .values()
        .some(({ id }) => id === frameId)
    );
  }

  /** The frontmost of the frames and lanes around the box that are on the layer; null if there are none. */
  topAround(box: Box, layer: string): Container | null {
    const parent = this.parentOf(box);
    if (parent === null) return null;
    const tops = this.#tops.get(layer) ?? new Map<string, Container | null>();
    this.#tops.set(layer, tops);
    const cached = tops.get(parent.id);
    if (cached !== undefined) return cached;
    const path: Container[] = [];
    let outer: Container | null = parent;
    for (; outer !== null && !tops.has(outer.id); outer = this.parentOf(outer)) path.push(outer);
    let top = outer === null ? null : (tops.get(outer.id) ?? null);
    for (const frame of path.toReversed()) {
      if (this.layerOf(frame) === layer && (top === null || comesAfter(frame, top))) top = frame;
      tops.set(frame.id, top);
    }
    return top;
  }

  /** The id of the element's layer; empty for the lowest layer, where elements without a known layer are drawn. */
  layerOf({ layer }: Element): string {
    return layer !== undefined && this.#layers.has(layer) ? layer : '';
  }
}

/** The boxes that the arrow is attached to. */
export const boxesAt = (arrow: Arrow, tab: TabView): Box[] =>
  pinsOf(arrow)
    .map((id) => tab.get(id))
    .filter((element) => element !== undefined)
    .filter(isBox);
