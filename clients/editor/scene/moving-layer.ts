/**
 * moving-layer: a part of the page that is moved and scaled as a picture, which costs no drawing.
 *
 * Y1  While it moves the browser keeps what it drew, and moves that. After it was scaled it is drawn anew, sharp, when it is asked.
 */
export class MovingLayer {
  readonly #part: HTMLElement;

  constructor(part: HTMLElement) {
    this.#part = part;
    part.style.willChange = 'transform';
  }

  /** The point of its own that lies at the upper left corner, and its scale. */
  place(x: number, y: number, scale: number): void {
    this.#part.style.transform = `translate(${-x * scale}px, ${-y * scale}px) scale(${scale})`;
  }

  /** A part that is promised to move keeps its picture whatever its scale: the promise is taken back for a frame. */
  sharpen(): void {
    this.#part.style.willChange = 'auto';
    requestAnimationFrame(() => requestAnimationFrame(() => void (this.#part.style.willChange = 'transform')));
  }
}
