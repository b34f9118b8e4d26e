/** The position of an editor's element encodes the number of the put that wrote it last. */
import type { Element, Shape } from '#schema/element.ts';

/** Boxes are in rows: in a heap of boxes, linting would take most of the time. */
const distance = 100;

/** `row`: 0 or 1, the element within its pair. */
export const elementOfPut = (id: string, put: number, row: number): Shape => ({
  type: 'shape',
  shape: 'square',
  id,
  z: 'a0',
  x: put * distance,
  y: (row - 10) * distance,
  width: 80,
  height: 60,
});

/** 0 for a missing element. */
export const putOf = (element: Element | undefined): number =>
  element !== undefined && 'x' in element ? element.x / distance : 0;
