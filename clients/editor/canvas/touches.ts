/**
 * touches: fingers on the canvas that do more than press it, and pens.
 *
 * Two fingers pan and zoom; a tap of two undoes a step, and one of three redoes it. Touches while a pen is down are those of the hand that
 * holds it; once a pen was used, a finger moves the canvas while a tool is chosen that draws by hand.
 */
import type { Point } from '#schema/element.ts';

import { FingerTap } from '../gestures/finger-tap.ts';
import { Pinch } from '../gestures/pinch.ts';
import type { Editor } from '../state/editor.ts';
import { isInkTool } from '../state/ink.ts';

export class Touches {
  readonly #editor: Pick<Editor, 'viewport' | 'tool' | 'run'>;
  readonly #pinch = new Pinch();
  readonly #taps = new FingerTap();
  /** The pen that is down. */
  #pen: number | null = null;
  #hasPen = false;

  constructor(editor: Pick<Editor, 'viewport' | 'tool' | 'run'>) {
    this.#editor = editor;
  }

  isPalm({ pointerType }: PointerEvent): boolean {
    return pointerType === 'touch' && this.#pen !== null;
  }

  /** True if the finger moves the canvas, because a pen draws. */
  isLeftToPen({ pointerType }: PointerEvent): boolean {
    const { name } = this.#editor.tool.get();
    return pointerType === 'touch' && this.#hasPen && (isInkTool(name) || name === 'eraser');
  }

  /** True if what a finger began has to be cancelled: another finger joins it, or it was the palm below a pen. */
  down({ pointerType, pointerId, timeStamp }: PointerEvent, at: Point): boolean {
    if (pointerType === 'pen') return this.#takePen(pointerId);
    if (pointerType !== 'touch') return false;
    this.#pinch.down(pointerId, at);
    this.#taps.down(pointerId, at, timeStamp);
    return this.#pinch.count > 1;
  }

  /** True if fingers moved the canvas. */
  move({ pointerType, pointerId }: PointerEvent, at: Point): boolean {
    if (pointerType !== 'touch') return false;
    this.#taps.move(pointerId, at);
    const step = this.#pinch.move(pointerId, at);
    if (step === null) return false;
    const { viewport } = this.#editor;
    viewport.panBy(step.dx, step.dy);
    viewport.zoomAt(step.at, step.factor);
    return true;
  }

  up({ pointerId, timeStamp }: PointerEvent): void {
    if (this.#pen === pointerId) this.#pen = null;
    this.#pinch.up(pointerId);
    const tapped = this.#taps.up(pointerId, timeStamp);
    if (tapped === 2) this.#editor.run('undo');
    if (tapped === 3) this.#editor.run('redo');
  }

  lost({ pointerId }: PointerEvent): void {
    if (this.#pen === pointerId) this.#pen = null;
    this.#pinch.up(pointerId);
    this.#taps.lose(pointerId);
  }

  /** The palm often touches first. */
  #takePen(pen: number): boolean {
    const hadFingers = this.#pinch.count > 0;
    this.#pen = pen;
    this.#hasPen = true;
    this.#pinch.clear();
    this.#taps.clear();
    return hadFingers;
  }
}
