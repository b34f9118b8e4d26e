/** extent: the smallest rectangle around everything drawn, kept while rectangles come and go. */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';

export class Extent {
  #edges: Edges | null = null;
  /** Edges that a rectangle which is gone lay at: unless another reaches them, they are then found anew. */
  readonly #lost = new Set<keyof Edges>();

  add(rect: Rect): void {
    const edges = (this.#edges ??= { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity });
    for (const edge of reached(rect, edges)) this.#lost.delete(edge);
    edges.left = Math.min(edges.left, rect.x);
    edges.top = Math.min(edges.top, rect.y);
    edges.right = Math.max(edges.right, right(rect));
    edges.bottom = Math.max(edges.bottom, bottom(rect));
  }

  remove(rect: Rect): void {
    if (this.#edges !== null) for (const edge of reached(rect, this.#edges)) this.#lost.add(edge);
  }

  /** Width and height, 0 when nothing is drawn. `rects` is asked for everything drawn only when that must be looked at anew. */
  size(rects: () => Iterable<Rect>): { readonly width: number; readonly height: number } {
    if (this.#lost.size > 0) {
      this.#lost.clear();
      this.#edges = null;
      for (const rect of rects()) this.add(rect);
    }
    const edges = this.#edges;
    return edges === null ? { width: 0, height: 0 } : { width: edges.right - edges.left, height: edges.bottom - edges.top };
  }
}

/** The edges that a rectangle lies at or beyond. */
function reached(rect: Rect, edges: Edges): (keyof Edges)[] {
  const at: (keyof Edges)[] = [];
  if (rect.x <= edges.left) at.push('left');
  if (rect.y <= edges.top) at.push('top');
  if (right(rect) >= edges.right) at.push('right');
  if (bottom(rect) >= edges.bottom) at.push('bottom');
  return at;
}

type Edges = { left: number; top: number; right: number; bottom: number };

/** The upright rectangle around a box as it is drawn, turned by its rotation. */
export function drawnRect(box: Box): Rect {
  const { x, y, width, height, rotation = 0 } = box;
  if (rotation % 180 === 0) return { x, y, width, height };
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [across, down] = [width * cos + height * sin, width * sin + height * cos];
  return { x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down };
}
