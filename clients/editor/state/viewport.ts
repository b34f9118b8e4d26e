/**
 * viewport: the part of the canvas that the window shows.
 *
 * `x` and `y` are the canvas point at the window's top left corner, `zoom` window pixels per canvas pixel, `width` and `height`
 * the window's size in its own pixels. It shows nothing until its size is known.
 */
import { Signal, type Readable } from './signal.ts';

type Point = { readonly x: number; readonly y: number };
type Rect = Point & { readonly width: number; readonly height: number };
export type ViewportState = Rect & { readonly zoom: number };

export const zoomMin = 0.05;
export const zoomMax = 8;

export class Viewport implements Readable<ViewportState> {
  readonly #view = new Signal<ViewportState>({ x: 0, y: 0, zoom: 1, width: 0, height: 0 });

  get(): ViewportState {
    return this.#view.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#view.subscribe(listener);
  }

  resize(width: number, height: number): void {
    this.#view.set({ ...this.get(), width, height });
  }

  /** By window pixels. */
  panBy(dx: number, dy: number): void {
    const view = this.get();
    this.#view.set({ ...view, x: view.x + dx / view.zoom, y: view.y + dy / view.zoom });
  }

  /** The canvas under a point of the window stays in place. */
  zoomAt(at: Point, factor: number): void {
    const view = this.get();
    const zoom = Math.min(zoomMax, Math.max(zoomMin, view.zoom * factor));
    const still = this.toCanvas(at);
    this.#view.set({ ...view, zoom, x: still.x - at.x / zoom, y: still.y - at.y / zoom });
  }

  /** Zooms to fit a rectangle, at most to its full size. `padding` in window pixels. */
  fit(rect: Rect, padding = 48): void {
    this.#show(rect, padding, 1);
  }

  /** Zooms to fill the window with a rectangle. */
  fill(rect: Rect): void {
    this.#show(rect, 0, zoomMax);
  }

  #show(rect: Rect, padding: number, most: number): void {
    const view = this.get();
    const room = (size: number): number => Math.max(1, size - 2 * padding);
    const wanted = Math.min(most, room(view.width) / Math.max(1, rect.width), room(view.height) / Math.max(1, rect.height));
    const zoom = Math.max(zoomMin, wanted);
    const x = rect.x + rect.width / 2 - view.width / zoom / 2;
    const y = rect.y + rect.height / 2 - view.height / zoom / 2;
    this.#view.set({ ...view, zoom, x, y });
  }

  toCanvas({ x, y }: Point): Point {
    const view = this.get();
    return { x: view.x + x / view.zoom, y: view.y + y / view.zoom };
  }

  toScreen({ x, y }: Point): Point {
    const view = this.get();
    return { x: (x - view.x) * view.zoom, y: (y - view.y) * view.zoom };
  }

  /** The visible part of the canvas. */
  visible(): Rect {
    const { x, y, zoom, width, height } = this.get();
    return { x, y, width: width / zoom, height: height / zoom };
  }
}
