/**
 * shape-definition: everything that the drawing engine knows about a kind of shape.
 *
 * To add a kind, name it in `shapeKinds` (schema/element.ts), define it in a file of its own here, and list it in ./shape-list.ts.
 */
import type { Side } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

/** Width and height in pixels. */

/** Share of the element's width or height that its outline takes away on each side of the label. */
export type LabelInsets = readonly [left: number, top: number, right: number, bottom: number];

export type Outline = {
  /** What is filled and stroked: path data, or the corner radius of a rectangle. */
  readonly body: string | number;
  /** Bodies drawn behind it, the hindmost first. */
  readonly behind?: readonly string[];
  /** Path data of lines inside the body. */
  readonly lines?: string;
  /** Path data that is filled with the color of the outline. */
  readonly solid?: string;
};

/**
 * Distance in pixels from a side of the rectangle to the outline, where arrows end; `t` is the position along the side, from
 * -1 (left or top) to 1 (right or bottom).
 */
export type OutlineDepth = (size: Size, side: Side, t: number) => number;

export type ShapeDefinition = {
  /** The outline within the rectangle, in the rectangle's coordinates. */
  readonly outline: (rect: Rect) => Outline;
  /** 0 everywhere if it is left out: the outline fills its rectangle. */
  readonly depth?: OutlineDepth;
  /** None if they are left out. */
  readonly labelInsets?: LabelInsets;
  /** The size of a new element with a short label; 160 by 80 if it is left out. */
  readonly defaultSize?: Size;
  /** Other names by which `add` and `insert` know the kind. */
  readonly aliases?: readonly string[];
  /** The proportions of its icon in menus; wide if they are left out. */
  readonly icon?: 'square' | 'wide';
};
