/**
 * Shapes that need no arrows of their own: one that touches or overlaps a shape with arrows is part of it [LT25], and the members of an
 * arranged frame are in an order [LT35].
 */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { isArranged } from '../tab/arranged-frames.ts';
import { PlaceIndex } from '../tab/place-index.ts';
import { centreX, centreY, holdsPoint } from '../tab/rect.ts';
import type { Footprint } from './footprint.ts';
import { isNode, type Marks } from './marks.ts';

type Boxes = {
  box(id: string): Box | null;
  hasArrows(id: string): boolean;
  /** Without frames and other backdrops. */
  obstaclesIn(rect: Rect): Iterable<Box>;
  readonly elements: { readonly containers: { boxesIn(rect: Rect): Iterable<Box> } };
};

export class Beside {
  /** The shapes that have arrows. */
  readonly #connected = new PlaceIndex<Box>();

  load(boxes: readonly Box[], drawing: Boxes): void {
    this.#connected.load(boxes.filter((box) => isNode(box) && drawing.hasArrows(box.id)));
  }

  /** Forgets a box before it changes. Adds the shapes beside it to `ids` if it had arrows. */
  withdraw(id: string, drawing: Boxes, ids: Set<string>): void {
    const box = drawing.box(id);
    if (box === null || !(isArranged(box) || this.#connected.has(id))) return;
    for (const other of drawing.obstaclesIn(box)) ids.add(other.id);
    this.#connected.remove(id);
  }

  /** Takes a box after it has changed. Adds the shapes beside it to `ids` if it has arrows. */
  admit(id: string, drawing: Boxes, ids: Set<string>): void {
    const box = drawing.box(id);
    const isConnected = box !== null && isNode(box) && drawing.hasArrows(id);
    if (box === null || !(isConnected || isArranged(box))) return;
    for (const other of drawing.obstaclesIn(box)) ids.add(other.id);
    if (isConnected) this.#connected.add(box);
  }

  /** Notes whether a shape has arrows itself, or beside it. */
  judge(id: string, drawing: Boxes, marks: Marks, footprint?: Footprint): void {
    const box = drawing.box(id);
    footprint?.element(id);
    if (box !== null) footprint?.rect(box);
    if (box === null || !isNode(box)) marks.connect(id, null, 'no arrows');
    else
      marks.connect(
        id,
        box,
        drawing.hasArrows(id) ? 'arrows' : this.#isPartOfMore(box, drawing, footprint) ? 'part of more' : 'no arrows',
      );
  }

  #isPartOfMore(box: Box, drawing: Boxes, footprint?: Footprint): boolean {
    for (const frame of drawing.elements.containers.boxesIn(box)) {
      if (!isArranged(frame) || !holdsPoint(frame, centreX(box), centreY(box))) continue;
      footprint?.element(frame.id);
      return true;
    }
    return this.#isBeside(box, footprint);
  }

  #isBeside(box: Box, footprint?: Footprint): boolean {
    for (const { id } of this.#connected.boxesIn(box)) {
      footprint?.element(id);
      return true;
    }
    return false;
  }
}
