/**
 * viewport: the part of the canvas that the window shows.
 *
 * `x` and `y` are the canvas point at the window's top left corner, `zoom` window pixels per canvas pixel, `width` and `height`
 * the window's size in its own pixels. It shows nothing until its size is known. A panel may cover the window's right or lower edge:
 * what is to be seen is put beside it.
 */
import { Signal, type Readable } from './signal.ts';

type Point = { readonly x: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };
type Rect = Point & Size;
export type ViewportState = Rect & { readonly zoom: number };

/** Window pixels at its edges. */
export type CoveredEdges = { readonly right: number; readonly bottom: number };

export const zoomMin = 0.05;
export const zoomMax = 8;

/** Window pixels at the sides of a narrow window. */
const narrowPadding = 20;

/** Window pixels at the lower edge of a narrow window, where its bars are. */
const narrowBars = 128;

/** All bars of a narrow window are above and below the canvas (document/shell.css). */
export const isNarrow = ({ width }: Size): boolean => width <= 640;

export class Viewport implements Readable<ViewportState> {
  readonly #view = new Signal<ViewportState>({ x: 0, y: 0, zoom: 1, width: 0, height: 0 });
  readonly #covered = new Signal<CoveredEdges>({ right: 0, bottom: 0 });

  get(): ViewportState {
    return this.#view.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#view.subscribe(listener);
  }

  resize(width: number, height: number): void {
    this.#view.set({ ...this.get(), width, height });
  }

  /** What a panel covers from now on. The view stays. */
  cover(covered: CoveredEdges): void {
    this.#covered.set(covered);
  }

  get covered(): Readable<CoveredEdges> {
    return this.#covered;
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

  /** Zooms to fit a rectangle beside what covers the window, at most to its full size. `padding` in window pixels. */
  fit(rect: Rect, padding = 48): void {
    this.#show(rect, this.clearSize(), padding, 1);
  }

  /** Zooms to fill the window with a rectangle. */
  fill(rect: Rect): void {
    this.#show(rect, this.get(), 0, zoomMax);
  }

  /** Puts a point of the canvas in the middle of what nothing covers. */
  center({ x, y }: Point): void {
    const view = this.get();
    const { width, height } = this.clearSize();
    this.#view.set({ ...view, x: x - width / view.zoom / 2, y: y - height / view.zoom / 2 });
  }

  /** `room`: the part of the window from its top left corner. */
  #show(rect: Rect, room: Size, padding: number, most: number): void {
    const across = isNarrow(this.get()) ? Math.min(padding, narrowPadding) : padding;
    const wanted = Math.min(
      most,
      Math.max(1, room.width - 2 * across) / Math.max(1, rect.width),
      Math.max(1, room.height - 2 * padding) / Math.max(1, rect.height),
    );
    const zoom = Math.max(zoomMin, wanted);
    const x = rect.x + rect.width / 2 - room.width / zoom / 2;
    const y = rect.y + rect.height / 2 - room.height / zoom / 2;
    this.#view.set({ ...this.get(), zoom, x, y });
  }

  /** The part of the window that `clear` is about: from its upper left corner, in window pixels. */
  clearSize(): Size {
    const { width, height } = this.get();
    const { right, bottom: panel } = this.#covered.get();
    const bottom = isNarrow({ width, height }) ? Math.max(panel, narrowBars) : panel;
    return { width: Math.max(0, width - right), height: Math.max(0, height - bottom) };
  }

  /** Shows this part of the canvas again. */
  show({ x, y, zoom }: Pick<ViewportState, 'x' | 'y' | 'zoom'>): void {
    this.#view.set({ ...this.get(), x, y, zoom });
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

  /** The visible part that neither a panel nor the bars of a narrow window cover. */
  clear(): Rect {
    const { x, y, zoom } = this.get();
    const { width, height } = this.clearSize();
    return { x, y, width: width / zoom, height: height / zoom };
  }
}
