/** page-links: the links of one page, which readers open with a click. */
import { holds } from '#core/tab/rect.ts';
import type { Rect } from '#schema/tab.ts';

export class PageLinks {
  readonly #areas = new Map<string, Rect[]>();

  /** `area`: in points from the upper left corner of the page. One within another of the same address is not needed. */
  add(address: string, area: Rect): void {
    const areas = this.#areas.get(address) ?? [];
    if (areas.some((other) => holds(other, area))) return;
    this.#areas.set(address, [...areas.filter((other) => !holds(area, other)), area]);
  }

  /** Adds them to the page that is being drawn, within its bounds. */
  writeTo(document: PDFKit.PDFDocument): void {
    const { width, height } = document.page;
    for (const [address, areas] of this.#areas) {
      for (const area of areas) {
        const [left, top] = [Math.max(0, area.x), Math.max(0, area.y)];
        const [right, bottom] = [Math.min(width, area.x + area.width), Math.min(height, area.y + area.height)];
        if (left < right && top < bottom) document.link(left, top, right - left, bottom - top, address);
      }
    }
  }
}
