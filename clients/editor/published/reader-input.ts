/**
 * reader-input: pointers, wheel and keys on a board that is only read.
 *
 * A drag pans, and so does a wheel; with Ctrl or Command it zooms. Two fingers pan and zoom, a double-click zooms in. In a frame of
 * another page, wheel and finger scroll that page until the board was pressed.
 */
import type { Point } from '#schema/element.ts';

import { wheelStep } from '../canvas/wheel.ts';
import { clickSlack } from '../gestures/gesture.ts';
import { Pinch } from '../gestures/pinch.ts';
import type { Viewport } from '../state/viewport.ts';

export type InputActions = {
  /** The reader moves the view. */
  moving(): void;
  /** A press at a point of the window; `count`: 2 for the second of a double-click. */
  press(at: Point, count: number): void;
  hover(at: Point | null): void;
  /** Zooms around a point of the window. */
  zoomAt(at: Point, factor: number): void;
  zoomBy(factor: number): void;
  panBy(dx: number, dy: number): void;
  fit(what: 'focus' | 'all'): void;
  turnPage(by: -1 | 1): void;
  clear(): void;
};

const doubleClickZoom = 2;
const keyZoom = 1.25;
const keyPanPx = 80;

export class ReaderInput {
  readonly #host: HTMLElement;
  readonly #viewport: Viewport;
  readonly #actions: InputActions;
  readonly #isEmbedded: boolean;
  readonly #pinch = new Pinch();
  #pressed: { readonly pointer: number; readonly start: Point; last: Point; moved: boolean; readonly slack: number } | null =
    null;
  #dragged = false;

  constructor(host: HTMLElement, viewport: Viewport, actions: InputActions, { isEmbedded }: { readonly isEmbedded: boolean }) {
    this.#host = host;
    this.#viewport = viewport;
    this.#actions = actions;
    this.#isEmbedded = isEmbedded;
    host.addEventListener('pointerdown', (event) => this.#down(event));
    host.addEventListener('pointermove', (event) => this.#move(event));
    host.addEventListener('pointerup', (event) => this.#up(event));
    host.addEventListener('pointercancel', (event) => this.#up(event));
    host.addEventListener('pointerleave', () => actions.hover(null));
    host.addEventListener('click', (event) => this.#click(event));
    host.addEventListener('dblclick', (event) => {
      event.preventDefault();
      actions.zoomAt(this.#at(event), event.shiftKey ? 1 / doubleClickZoom : doubleClickZoom);
    });
    host.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    // A page of its own needs no press before the keys work.
    const keys: EventTarget = isEmbedded ? host : document;
    keys.addEventListener('keydown', (event) => { if (event instanceof KeyboardEvent) this.#key(event); }); // prettier-ignore
  }

  #down(event: PointerEvent): void {
    // A finger that scrolls past an embedded board does not use it; a tap does.
    if (!this.#isEmbedded || event.pointerType !== 'touch') this.#host.focus({ preventScroll: true });
    const at = this.#at(event);
    if (event.pointerType === 'touch') {
      this.#pinch.down(event.pointerId, at);
      if (this.#pinch.count > 1) {
        this.#pressed = null;
        this.#dragged = true;
        this.#actions.moving();
        return;
      }
    }
    this.#dragged = false;
    if (event.button !== 0 && event.button !== 1) return;
    if (event.button === 1) event.preventDefault();
    const kind = event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse';
    this.#pressed = { pointer: event.pointerId, start: at, last: at, moved: false, slack: clickSlack[kind] };
  }

  #move(event: PointerEvent): void {
    const at = this.#at(event);
    const step = event.pointerType === 'touch' ? this.#pinch.move(event.pointerId, at) : null;
    if (step !== null) {
      this.#viewport.panBy(step.dx, step.dy);
      this.#viewport.zoomAt(step.at, step.factor);
      return;
    }
    const pressed = this.#pressed;
    if (pressed?.pointer !== event.pointerId) {
      if (event.pointerType === 'mouse') this.#actions.hover(at);
      return;
    }
    if (!pressed.moved) {
      if (Math.hypot(at[0] - pressed.start[0], at[1] - pressed.start[1]) <= pressed.slack) return;
      pressed.moved = true;
      this.#dragged = true;
      // Not before: a captured pointer's click would be the host's, whatever is under it.
      this.#host.setPointerCapture(event.pointerId);
      this.#host.dataset['grabbing'] = '';
      this.#actions.moving();
    }
    this.#viewport.panBy(pressed.last[0] - at[0], pressed.last[1] - at[1]);
    pressed.last = at;
  }

  #up(event: PointerEvent): void {
    this.#pinch.up(event.pointerId);
    if (this.#pressed?.pointer !== event.pointerId) return;
    this.#pressed = null;
    delete this.#host.dataset['grabbing'];
  }

  #click(event: MouseEvent): void {
    this.#host.focus({ preventScroll: true });
    if (this.#dragged) this.#dragged = false;
    else this.#actions.press(this.#at(event), event.detail);
  }

  #wheel(event: WheelEvent): void {
    const isUsed = event.ctrlKey || event.metaKey || this.#host.contains(document.activeElement);
    if (this.#isEmbedded && !isUsed) return;
    event.preventDefault();
    this.#actions.moving();
    const step = wheelStep(event);
    const [x, y] = this.#at(event);
    if ('zoom' in step) this.#viewport.zoomAt({ x, y }, step.zoom);
    else this.#viewport.panBy(step.dx, step.dy);
  }

  #key(event: KeyboardEvent): void {
    // Lists and links take keys themselves, and so does the browser.
    const isElsewhere = event.target instanceof Element && event.target.closest('select, a') !== null;
    if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = this.#keyAction(event.key);
    if (run === null) return;
    event.preventDefault();
    run();
  }

  #keyAction(key: string): (() => void) | null {
    const actions = this.#actions;
    switch (key) {
      case 'ArrowLeft': return () => actions.panBy(-keyPanPx, 0);
      case 'ArrowRight': return () => actions.panBy(keyPanPx, 0);
      case 'ArrowUp': return () => actions.panBy(0, -keyPanPx);
      case 'ArrowDown': return () => actions.panBy(0, keyPanPx);
      case '+': case '=': return () => actions.zoomBy(keyZoom);
      case '-': case '_': return () => actions.zoomBy(1 / keyZoom);
      case '0': return () => actions.fit('focus');
      case '1': return () => actions.fit('all');
      case 'PageUp': return () => actions.turnPage(-1);
      case 'PageDown': return () => actions.turnPage(1);
      case 'Escape': return () => actions.clear();
      default: return null;
    }
  } // prettier-ignore

  #at(event: MouseEvent): Point {
    const { left, top } = this.#host.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}
