/**
 * moving-layer: a part of the page that is moved and scaled as a picture, without being redrawn.
 *
 * While it moves, the browser keeps what it rendered, and moves that. After scaling it is rendered again, sharp, on request.
 */
export class MovingLayer {
  readonly #part: HTMLElement;

  constructor(part: HTMLElement) {
    this.#part = part;
    part.style.willChange = 'transform';
  }

  /** The point of its own coordinates at the top left corner, and its scale. */
  place(x: number, y: number, scale: number): void {
    this.#part.style.transform = `translate(${-x * scale}px, ${-y * scale}px) scale(${scale})`;
  }

  /** With `will-change` the picture is kept at any scale: it is removed for one frame. */
  sharpen(): void {
    this.#part.style.willChange = 'auto';
    requestAnimationFrame(() => requestAnimationFrame(() => void (this.#part.style.willChange = 'transform')));
  }
}
