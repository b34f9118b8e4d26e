/** put: an element of an editor tells by its place which put wrote it last. */
import type { Element, Shape } from '#schema/element.ts';

/** Boxes lie beside each other: in a heap of them linting would be what takes the time. */
const distance = 100;

/** `row`: 0 or 1, which of its pair. */
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

/** 0 for one that is not there. */
export const putOf = (element: Element | undefined): number =>
  element !== undefined && 'x' in element ? element.x / distance : 0;
