/** glide: moves a viewport to another view in steps that the eye can follow; at once where motion is unwelcome or unseen. */
import type { Viewport, ViewportState } from '../state/viewport.ts';

type View = Pick<ViewportState, 'x' | 'y' | 'zoom'>;

const durationMs = 220;

export class Glide {
  readonly #viewport: Viewport;
  #frame = 0;
  #target: View | null = null;

  constructor(viewport: Viewport) {
    this.#viewport = viewport;
  }

  /** Where the viewport is going to be. */
  get target(): View {
    return this.#target ?? this.#viewport.get();
  }

  to(target: View): void {
    this.end();
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return this.#viewport.show(target);
    const from = this.#viewport.get();
    const start = performance.now();
    this.#target = target;
    const step = (): void => {
      const share = Math.min(1, (performance.now() - start) / durationMs);
      this.#viewport.show(viewBetween(from, target, 1 - (1 - share) ** 3));
      if (share < 1) this.#frame = requestAnimationFrame(step);
      else this.#target = null;
    };
    step();
  }

  /** The viewport stays where it is. */
  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#target = null;
  }
}

/** The zoom changes evenly, and the window's middle moves with it in a straight line over the canvas. */
export function viewBetween(from: ViewportState, to: View, share: number): View {
  const zoom = from.zoom * (to.zoom / from.zoom) ** share;
  const middle = (view: View): { readonly x: number; readonly y: number } => ({
    x: view.x + from.width / 2 / view.zoom,
    y: view.y + from.height / 2 / view.zoom,
  });
  // As seen on the screen: a share of the way that depends on the zoom, if that changes.
  const { zoom: a } = from;
  const way = Math.abs(to.zoom - a) < 1e-6 ? share : (1 / a - 1 / zoom) / (1 / a - 1 / to.zoom);
  const [start, end] = [middle(from), middle(to)];
  const [x, y] = [start.x + (end.x - start.x) * way, start.y + (end.y - start.y) * way];
  return { x: x - from.width / 2 / zoom, y: y - from.height / 2 / zoom, zoom };
}
