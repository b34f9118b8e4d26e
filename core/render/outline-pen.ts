/** The pen that draws the outlines and lines of an element: even ones, or in a hand-drawn tab sketched ones (SPEC.md). */
import type { Rect } from '#schema/tab.ts';

import { d } from '../shapes/path-data.ts';
import { roundRect } from './boxes/round-rect.ts';
import { type Attributes, emptyMarkup, type Markup, node, sequence } from './markup.ts';
import type { Scene } from './scene.ts';
import type { SketchMemory } from './sketch/sketch-memory.ts';
import { sketchedPath } from './sketch/sketched-path.ts';

export type OutlinePen = {
  /** `radius`: of round corners; square ones without. */
  rect(rect: Rect, attributes: Attributes, radius?: number): Markup;
  path(path: string, attributes: Attributes): Markup;
};

/** A new pen for each drawing of an element: what it draws depends on the element's id and the order of its calls. */
export const penOf = (id: string, { theme, sketches }: Pick<Scene, 'theme' | 'sketches'>): OutlinePen =>
  theme.isHandDrawn === true ? new SketchingPen(id, sketches) : evenPen;

const evenPen: OutlinePen = {
  rect: ({ x, y, width, height }, attributes, radius) =>
    radius === undefined
      ? node('rect', { x, y, width, height, ...attributes })
      : roundRect({ x, y, width, height }, radius, attributes),
  path: (path, attributes) => node('path', { d: path, ...attributes }),
};

class SketchingPen implements OutlinePen {
  readonly #id: string;
  readonly #sketches: SketchMemory | undefined;
  #calls = 0;

  constructor(id: string, sketches: SketchMemory | undefined) {
    this.#id = id;
    this.#sketches = sketches;
  }

  rect(rect: Rect, attributes: Attributes, radius = 0): Markup {
    return hasLine(attributes) ? this.path(rectPath(rect, radius), attributes) : evenPen.rect(rect, attributes, radius);
  }

  /** The inside is filled as it is; the line is drawn twice, a dashed one once, since dashes of two lines fill each other's gaps. */
  path(path: string, attributes: Attributes): Markup {
    if (!hasLine(attributes)) return evenPen.path(path, attributes);
    const { fill = 'none', 'fill-opacity': fillOpacity, ...line } = attributes;
    const { opacity } = line;
    this.#calls += 1;
    const times = line['stroke-dasharray'] === undefined ? 2 : 1;
    return sequence([
      fill === 'none' ? emptyMarkup : node('path', { d: path, fill, 'fill-opacity': fillOpacity, opacity }),
      node('path', {
        d: (this.#sketches?.pathOf ?? sketchedPath)(path, `${this.#id} ${this.#calls}`, times),
        fill: 'none',
        ...line,
      }),
    ]);
  }
}

const hasLine = ({ stroke }: Attributes): boolean => stroke !== undefined && stroke !== 'none';

function rectPath({ x, y, width, height }: Rect, radius: number): string {
  const [far, low, r] = [x + width, y + height, Math.max(0, Math.min(radius, width / 2, height / 2))];
  if (r === 0) return d`M${x} ${y}H${far}V${low}H${x}Z`;
  const corner = (toX: number, toY: number): string => d`A${r} ${r} 0 0 1 ${toX} ${toY}`;
  return d`M${x + r} ${y}H${far - r}${corner(far, y + r)}V${low - r}${corner(far - r, low)}H${x + r}${corner(x, low - r)}V${y + r}${corner(x + r, y)}Z`;
}
