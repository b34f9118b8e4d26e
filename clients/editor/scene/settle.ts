/**
 * settle: detects that a movement is over: nothing has moved for a while, and frames have been drawn since. By the clock alone a
 * movement with slow frames would be over in its middle, and what waits for its end would make it even slower.
 */
const stillMs = 150;
const framesLeast = 3;

export class Settle {
  readonly #over: () => void;
  #stop: (() => void) | null = null;

  constructor(over: () => void) {
    this.#over = over;
  }

  get isMoving(): boolean {
    return this.#stop !== null;
  }

  /** Something moves. */
  moved(): void {
    this.end();
    const timer = setTimeout(() => this.#frameDrawn(framesLeast), stillMs);
    this.#stop = () => clearTimeout(timer);
  }

  /** The callback is not called any more. */
  end(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #frameDrawn(frames: number): void {
    const frame = requestAnimationFrame(() => {
      if (frames > 1) return this.#frameDrawn(frames - 1);
      this.#stop = null;
      this.#over();
    });
    this.#stop = () => cancelAnimationFrame(frame);
  }
}
