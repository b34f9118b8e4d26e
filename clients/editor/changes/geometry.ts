/**
 * geometry: the place, the size and the rotation of the selected boxes as numbers, and what setting one of them does.
 *
 * Of several boxes they are those of the rectangle around them, which is resized as by its handles. One box is resized from its
 * left or top side; it never gets too small for its text, and a number that would make it so is refused.
 */
import type { Box } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import { hullOf } from '#core/tab/rect.ts';

import type { Change } from './change.ts';
import { moveElements } from './move.ts';
import { pullHandle, resizeTo, roundLength, scaleBox } from './resize.ts';
import { mayTurn, turnElements } from './rotate.ts';
import { centreOf, turnedAbout, turnOf } from './turned.ts';

export const geometryFields = ['x', 'y', 'width', 'height', 'rotation'] as const;
export type GeometryField = (typeof geometryFields)[number];

/** Each number, null for one that the boxes do not have. */
export type Geometry = { readonly [field in GeometryField]: number | null };

/** Why a number is refused: it is out of range, or the box needs more room. */
export type GeometryFault =
  | { readonly fault: 'range'; readonly least: number; readonly most: number }
  | { readonly fault: 'room'; readonly least: number };

const ranges: Readonly<Record<GeometryField, readonly [least: number, most: number]>> = {
  x: [-limits.coordinateMax, limits.coordinateMax],
  y: [-limits.coordinateMax, limits.coordinateMax],
  width: [1, limits.sizeMax],
  height: [1, limits.sizeMax],
  rotation: [-360, 360],
};

export function geometryOf(boxes: readonly Box[]): Geometry {
  const around = hullOf(boxes);
  const [only, second] = boxes;
  const hasAngle = only !== undefined && second === undefined && mayTurn(only);
  if (around === null) return { x: null, y: null, width: null, height: null, rotation: null };
  const { x, y, width, height } = around;
  return {
    x: roundLength(x),
    y: roundLength(y),
    width: roundLength(width),
    height: roundLength(height),
    rotation: hasAngle ? (only.rotation ?? 0) : null,
  };
}

/** The number that a person typed, with or without its unit; null if it is none. */
export function readLength(text: string): number | null {
  const plain = text
    .trim()
    .replace(/\s*(px|°|deg)$/i, '')
    .replace('\u2212', '-')
    .replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? roundLength(Number(plain)) : null;
}

export function setGeometry(boxes: readonly Box[], field: GeometryField, value: number): Change | GeometryFault {
  const [least, most] = ranges[field];
  if (value < least || value > most) return { fault: 'range', least, most };
  const around = hullOf(boxes);
  const [only] = boxes;
  if (around === null || only === undefined) return () => null;
  const ids = boxes.map(({ id }) => id);
  switch (field) {
    case 'x':
      return moveElements(ids, { dx: roundLength(value - around.x), dy: 0 });
    case 'y':
      return moveElements(ids, { dx: 0, dy: roundLength(value - around.y) });
    case 'rotation':
      return turnElements([only.id], value - (only.rotation ?? 0), centreOf(only));
    case 'width':
    case 'height':
      return boxes.length === 1 ? resizeOne(only, field, value) : resizeAll(boxes, around, field, value);
  }
}

function resizeOne(box: Box, field: 'width' | 'height', value: number): Change | GeometryFault {
  const by = value - box[field];
  const [handle, away] =
    field === 'width' ? ([{ across: 1, down: 0 }, [by, 0]] as const) : ([{ across: 0, down: 1 }, [0, by]] as const);
  const resized = pullHandle(box, handle, turnedAbout([...away], [0, 0], turnOf(box)), false);
  // To hundredths, as lengths are stored.
  if (resized[field] > value + 0.01) return { fault: 'room', least: Math.ceil(resized[field]) };
  return resizeTo(new Map([[box.id, resized]]));
}

const resizeAll = (boxes: readonly Box[], from: Rect, field: 'width' | 'height', value: number): Change =>
  resizeTo(new Map(boxes.map((box) => [box.id, scaleBox(box, from, { ...from, [field]: value })])));
