/**
 * moving-layer: a part of the page that is moved and scaled as a picture, which costs no drawing.
 *
 * Y1  While it moves the browser keeps what it drew, and moves that. After it was scaled and rests it is drawn anew, sharp.
 */

/** How long it rests before it is drawn anew. */
const restMs = 140;

export class MovingLayer {
  readonly #part: HTMLElement;
  #scale = 1;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(part: HTMLElement) {
    this.#part = part;
    part.style.willChange = 'transform';
  }

  /** The point of its own that lies at the upper left corner, and its scale. */
  place(x: number, y: number, scale: number): void {
    this.#part.style.transform = `translate(${-x * scale}px, ${-y * scale}px) scale(${scale})`;
    if (scale === this.#scale && this.#timer === null) return;
    this.#scale = scale;
    this.end();
    this.#timer = setTimeout(() => this.#sharpen(), restMs);
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** A part that is promised to move keeps its picture whatever its scale: the promise is taken back for a frame. */
  #sharpen(): void {
    this.#timer = null;
    this.#part.style.willChange = 'auto';
    requestAnimationFrame(() => requestAnimationFrame(() => void (this.#part.style.willChange = 'transform')));
  }
}
