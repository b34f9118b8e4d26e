/** The smallest rectangle around everything drawn, updated as rectangles are added and removed. */
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';
import { Highest } from './highest.ts';

/** How far a rectangle extends to the left, up, to the right and down. */
const reaches: readonly ((rect: Rect) => number)[] = [(rect) => -rect.x, (rect) => -rect.y, right, bottom];

export class DrawnExtent {
  readonly #rects = new Map<string, Rect>();
  /** One per side; null until the size is requested. */
  #farthest: readonly Highest[] | null = null;

  put(id: string, rect: Rect): void {
    this.#rects.set(id, rect);
    if (this.#farthest === null) return;
    for (const [side, highest] of this.#farthest.entries()) highest.push(id, reaches[side]?.(rect) ?? 0);
    // Most entries are of removed rectangles, so the heaps are rebuilt.
    if ((this.#farthest[0]?.size ?? 0) > 2 * this.#rects.size + 1_000) this.#farthest = null;
  }

  remove(id: string): void {
    this.#rects.delete(id);
  }

  /** Width and height; 0 if nothing is drawn. */
  size(): { readonly width: number; readonly height: number } {
    const [left = 0, up = 0, over = 0, down = 0] = this.#sides().map((highest, side) => this.#reach(highest, side));
    return { width: left + over, height: up + down };
  }

  #reach(highest: Highest, side: number): number {
    const reach = reaches[side];
    const valueOf = (id: string): number | undefined => {
      const rect = this.#rects.get(id);
      return rect === undefined ? undefined : reach?.(rect);
    };
    return highest.top(valueOf) ?? 0;
  }

  #sides(): readonly Highest[] {
    this.#farthest ??= reaches.map((reach) => {
      const highest = new Highest();
      for (const [id, rect] of this.#rects) highest.push(id, reach(rect));
      return highest;
    });
    return this.#farthest;
  }
}
