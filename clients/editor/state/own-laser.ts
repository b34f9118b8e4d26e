/** own-laser: the laser pointer of the person at this page: its line on this page, and what others see of it. */
import type { Point } from '#schema/element.ts';

import type { Editor } from './editor.ts';
import { laserMs, type TrailPoint } from './laser-trails.ts';

export const laserRed = '#e03131';

/** Points that are older have been sent several times. */
const sentMs = 300;

export class OwnLaser {
  readonly #editor: Pick<Editor, 'canvas' | 'session'>;
  #line = 0;
  #count = 0;
  #recent: TrailPoint[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(editor: Pick<Editor, 'canvas' | 'session'>) {
    this.#editor = editor;
  }

  begin(at: Point): void {
    this.#line = this.#editor.canvas.laser.nextLine();
    this.#count = 0;
    this.#recent = [];
    this.move(at);
  }

  move(at: Point): void {
    const { canvas, session } = this.#editor;
    const now = performance.now();
    canvas.laser.take('self', laserRed, { line: this.#line, from: this.#count, points: [at] }, now);
    this.#count += 1;
    this.#recent = [...this.#recent.filter(({ ms }) => now - ms < sentMs), { at, ms: now }];
    const points = this.#recent.map((point) => point.at);
    session.show({ laser: { line: this.#line, from: this.#count - points.length, points } });
    clearTimeout(this.#timer);
    // Those who come later see no line that is gone.
    this.#timer = setTimeout(() => session.show({ laser: null }), laserMs);
  }
}
