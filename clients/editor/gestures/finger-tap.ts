/** finger-tap: fingers that touch the canvas together, for a moment, without moving: two undo, three redo. */
import type { Point } from '#schema/element.ts';

import { clickSlack } from './gesture.ts';

/** From the first finger that touches to the last one that leaves. */
const tapMs = 350;

export class FingerTap {
  readonly #starts = new Map<number, Point>();
  #startedAt = 0;
  #fingers = 0;
  #isStill = true;

  /** `at` in window pixels. */
  down(finger: number, at: Point, nowMs: number): void {
    if (this.#starts.size === 0) {
      this.#startedAt = nowMs;
      this.#fingers = 0;
      this.#isStill = true;
    }
    this.#starts.set(finger, at);
    this.#fingers = Math.max(this.#fingers, this.#starts.size);
  }

  move(finger: number, [x, y]: Point): void {
    const [fromX, fromY] = this.#starts.get(finger) ?? [x, y];
    if (Math.hypot(x - fromX, y - fromY) > clickSlack.touch) this.#isStill = false;
  }

  /** How many fingers tapped, when the last one leaves; 0 if that was no tap. */
  up(finger: number, nowMs: number): number {
    const isKnown = this.#starts.delete(finger);
    return isKnown && this.#starts.size === 0 && this.#isStill && nowMs - this.#startedAt <= tapMs ? this.#fingers : 0;
  }

  clear(): void {
    this.#starts.clear();
  }

  /** The browser took the finger over. */
  lose(finger: number): void {
    this.#starts.delete(finger);
    this.#isStill = false;
  }
}
