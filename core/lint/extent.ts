/** extent: the smallest rectangle around everything drawn, kept while rectangles come and go. */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';

export class Extent {
  readonly #rects = new Map<string, Rect>();
  #edges: Edges = nowhere();
  /** Edges that a rectangle which is gone lay at: unless another reaches them, they are then found anew. */
  readonly #lost = new Set<keyof Edges>();

  put(id: string, rect: Rect): void {
    this.remove(id);
    this.#rects.set(id, rect);
    if (this.#lost.size > 0) for (const edge of reached(rect, this.#edges)) this.#lost.delete(edge);
    widen(this.#edges, rect);
  }

  remove(id: string): void {
    const rect = this.#rects.get(id);
    if (rect === undefined) return;
    this.#rects.delete(id);
    for (const edge of reached(rect, this.#edges)) this.#lost.add(edge);
  }

  /** Width and height, 0 when nothing is drawn. */
  size(): { readonly width: number; readonly height: number } {
    if (this.#lost.size > 0) {
      this.#lost.clear();
      this.#edges = nowhere();
      for (const rect of this.#rects.values()) widen(this.#edges, rect);
    }
    const { left, top, right: end, bottom: foot } = this.#edges;
    return this.#rects.size === 0 ? { width: 0, height: 0 } : { width: end - left, height: foot - top };
  }
}

const nowhere = (): Edges => ({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity });

function widen(edges: Edges, rect: Rect): void {
  edges.left = Math.min(edges.left, rect.x);
  edges.top = Math.min(edges.top, rect.y);
  edges.right = Math.max(edges.right, right(rect));
  edges.bottom = Math.max(edges.bottom, bottom(rect));
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
  if (rotation % 180 === 0) return box;
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [across, down] = [width * cos + height * sin, width * sin + height * cos];
  return { x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down };
}
