/**
 * settle: tells when a movement is over: nothing has moved for a while, and frames have been drawn since. By the clock alone a
 * movement in slow frames would be over in the midst of it, and what waits for its end would make it slower still.
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

  /** It moves, or moves on. */
  moved(): void {
    this.end();
    const timer = setTimeout(() => this.#frameDrawn(framesLeast), stillMs);
    this.#stop = () => clearTimeout(timer);
  }

  /** Nothing is told any more. */
  end(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #frameDrawn(frames: number): void {
    const asked = requestAnimationFrame(() => {
      if (frames > 1) return this.#frameDrawn(frames - 1);
      this.#stop = null;
      this.#over();
    });
    this.#stop = () => cancelAnimationFrame(asked);
  }
}
