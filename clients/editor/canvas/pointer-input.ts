/**
 * pointer-input: turns a browser's pointer events into presses, moves and releases on the canvas.
 *
 * One finger selects and moves; a second finger cancels what the first one began (touches.ts). The middle button pans, and so does the
 * main one while the space bar is held. A gesture at the edge of the window pans. A modifier key that is pressed or released during a
 * gesture takes effect at once.
 */
import type { Point } from '#schema/element.ts';

import type { Change } from '../changes/change.ts';
import { commentAt, leaveComment } from '../comments/begin-comment.ts';
import type { Editor } from '../state/editor.ts';
import { extentOfSelection } from '../state/extent.ts';
import { gridPx } from '../state/grid.ts';
import { unitOf } from '../state/groups.ts';
import { isInkTool } from '../state/ink.ts';
import { newLooks } from '../state/new-looks.ts';
import { OwnLaser } from '../state/own-laser.ts';
import { revealAdded } from '../state/reveal-selection.ts';
import { votesInSecret } from '../state/secret-vote.ts';
import type { GestureContext, Pointer } from '../gestures/gesture.ts';
import { Pointing } from '../gestures/pointing.ts';
import { editAt } from '../commands/edit-at.ts';
import { writeChange } from '../changes/write-change.ts';
import { addVotes } from '../votes/vote-calls.ts';
import { Touches } from './touches.ts';

/** Window pixels from an edge within which a gesture pans, and how far in each frame. */
const edgePx = 28;
const edgeStepPx = 11;
/** The eraser of a pen (Pointer Events, chorded button interactions). */
const eraserButton = 5;
const eraserButtons = 32;

export class PointerInput {
  readonly #editor: Editor;
  readonly #pointing: Pointing;
  readonly #touches: Touches;
  #host: HTMLElement | null = null;
  #pointer: number | null = null;
  #spaceHeld = false;
  /** The focus was last moved by keyboard. */
  #isTabbed = false;
  #pans = false;
  #frame = 0;

  constructor(editor: Editor) {
    this.#editor = editor;
    this.#touches = new Touches(editor);
    const { canvas, viewport, selection, tool } = editor;
    this.#pointing = new Pointing({
      ground: () => this.#ground(),
      selection,
      entered: canvas.entered,
      tool,
      mayEdit: () => editor.mayEdit.get(),
      looks: (name) => newLooks(editor, name),
      laser: new OwnLaser(editor),
      comment: (place) => commentAt(editor, place),
      vote: ({ on, by }) => addVotes(editor, on, by),
      panBy: (dx, dy) => viewport.panBy(dx, dy),
      apply: (change: Change, step) => {
        // A tool writes the next step, under which the badge of an empty comment would stay.
        if (tool.get().name !== 'select') leaveComment(editor);
        return writeChange(editor, change, step === undefined ? {} : { joins: step });
      },
      editLabel(id, isNew) {
        if (isNew) revealAdded(editor);
        canvas.editing.set({ kind: 'label', id });
      },
      copied: ({ dx, dy }) => {
        const extent = extentOfSelection(editor);
        if (extent !== null) canvas.lastCopy = { ids: selection.get(), from: [extent.x - dx, extent.y - dy] };
      },
      offerBox: (end) => canvas.looseEnd.set(end),
      show: (shown) => {
        canvas.preview.set(shown);
        editor.scene.get()?.preview(shown?.preview ?? shown?.faded ?? canvas.layout.get() ?? canvas.proposed.get());
      },
    });
    canvas.cancel = () => {
      const wasBusy = this.#pointing.isBusy;
      this.#release();
      return wasBusy;
    };
  }

  /** Listens on the canvas until the returned function is called. */
  watch(host: HTMLElement): () => void {
    this.#host = host;
    const stop = new AbortController();
    const { signal } = stop;
    host.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    host.addEventListener('pointermove', (event) => this.#move(event), { signal });
    host.addEventListener('pointerup', (event) => this.#up(event), { signal });
    host.addEventListener('pointercancel', (event) => this.#lost(event), { signal });
    host.addEventListener('pointerleave', () => this.#leave(), { signal });
    host.addEventListener('dblclick', (event) => this.#doubleClick(event), { signal });
    window.addEventListener('keydown', (event) => this.#key(event, true), { signal });
    const onFocusMove = ({ key }: Partial<KeyboardEvent>): void => {
      if (key === undefined || key === 'Tab' || key.startsWith('Arrow')) this.#isTabbed = key !== undefined;
    };
    window.addEventListener('keydown', onFocusMove, { signal, capture: true });
    window.addEventListener('pointerdown', () => onFocusMove({}), { signal, capture: true });
    window.addEventListener('keyup', (event) => this.#key(event, false), { signal });
    window.addEventListener('blur', () => this.#release(), { signal });
    return () => {
      stop.abort();
      this.#release();
    };
  }

  #ground(): GestureContext {
    const { canvas, scene, tab, viewport } = this.#editor;
    return {
      tab: tab.view,
      zoom: viewport.get().zoom,
      visible: viewport.visible(),
      grid: canvas.grid.get() ? gridPx : null,
      hit: (at, slack, choice) => scene.get()?.hit(at, slack, choice) ?? null,
      within: (rect) => scene.get()?.within(rect) ?? [],
    };
  }

  #down(event: PointerEvent): void {
    if (isInField(event.target) || this.#touches.isPalm(event)) return;
    const { canvas } = this.#editor;
    canvas.editing.set(null);
    canvas.pointer = this.#canvasPoint(event);
    const isPreviewed = canvas.layout.get() !== null;
    if (!isPreviewed) canvas.focus();
    if (this.#touches.down(event, this.#screen(event))) {
      this.#release();
      if (event.pointerType === 'touch') return;
    }
    if (event.button === 2) {
      if (!isPreviewed) this.#selectForMenu(event);
      return;
    }
    if (this.#pointer !== null || ![0, 1, eraserButton].includes(event.button)) return;
    event.preventDefault();
    this.#host?.setPointerCapture(event.pointerId);
    this.#pointer = event.pointerId;
    this.#pans = event.button === 1 || this.#spaceHeld || isPreviewed || this.#touches.isLeftToPen(event);
    this.#pointing.down(this.#read(event), this.#pans);
    this.#follow();
  }

  #move(event: PointerEvent): void {
    if (this.#touches.isPalm(event) || this.#touches.move(event, this.#screen(event))) return;
    const pointer = this.#read(event);
    this.#editor.canvas.pointer = pointer.at;
    const isSecret = votesInSecret(this.#editor);
    this.#editor.session.show({ cursor: isSecret ? null : { x: pointer.at[0], y: pointer.at[1] } });
    if (this.#pointer === event.pointerId) {
      // A pen sends more events than frames are drawn.
      for (const part of isInkTool(this.#editor.tool.get().name) ? event.getCoalescedEvents() : [])
        this.#pointing.move(this.#read(part));
      this.#pointing.move(pointer);
    } else if (this.#pointer === null && !isInField(event.target)) {
      this.#editor.canvas.hover.set(
        this.#spaceHeld || this.#editor.canvas.layout.get() !== null
          ? { cursor: 'grab', grip: null, dotted: null }
          : this.#pointing.hover(pointer),
      );
    }
  }

  #up(event: PointerEvent): void {
    this.#touches.up(event);
    if (this.#pointer !== event.pointerId) return;
    this.#pointer = null;
    cancelAnimationFrame(this.#frame);
    const pointer = this.#read(event);
    this.#pointing.up(pointer);
    this.#editor.canvas.hover.set(event.pointerType === 'mouse' ? this.#pointing.hover(pointer) : null);
  }

  #lost(event: PointerEvent): void {
    this.#touches.lost(event);
    if (this.#pointer === event.pointerId) this.#release();
  }

  #leave(): void {
    if (this.#pointer !== null) return;
    this.#editor.canvas.pointer = null;
    this.#editor.canvas.hover.set(null);
    this.#editor.session.show({ cursor: null });
  }

  #release(): void {
    if (this.#pointer !== null && this.#host?.hasPointerCapture(this.#pointer) === true)
      this.#host.releasePointerCapture(this.#pointer);
    this.#pointer = null;
    cancelAnimationFrame(this.#frame);
    this.#pointing.cancel();
  }

  #doubleClick(event: MouseEvent): void {
    const { canvas, tool } = this.#editor;
    if (isInField(event.target) || tool.get().name !== 'select' || canvas.layout.get() !== null) return;
    editAt(this.#editor, this.#canvasPoint(event));
  }

  /** The right button selects the element or group under it, unless it is selected already. */
  #selectForMenu(event: PointerEvent): void {
    const id = this.#editor.scene.get()?.hit(this.#canvasPoint(event), 4 / this.#editor.viewport.get().zoom) ?? null;
    this.#editor.canvas.pointer = this.#canvasPoint(event);
    const { canvas, selection, tab } = this.#editor;
    const element = tab.view.get(id ?? '');
    if (element === undefined) selection.clear();
    else if (!selection.get().has(element.id)) selection.set(unitOf(element, canvas.entered.get(), tab.view).ids);
  }

  #key(event: KeyboardEvent, isDown: boolean): void {
    if (event.key === ' ' && !isInField(event.target) && (this.#takesSpace(event.target) || !isDown)) {
      if (isDown) {
        event.preventDefault();
        this.#editor.canvas.focus();
      }
      this.#spaceHeld = isDown;
      if (this.#pointer === null) this.#editor.canvas.hover.set(isDown ? { cursor: 'grab', grip: null, dotted: null } : null);
    }
    if (['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) {
      const modifiers = { shift: event.shiftKey, alt: event.altKey, mod: event.ctrlKey || event.metaKey };
      this.#pointing.again((pointer) => ({ ...pointer, ...modifiers }));
    }
  }

  /** With the pointer over the canvas Space pans, unless it presses a button that was reached by keyboard. */
  #takesSpace(target: EventTarget | null): boolean {
    const { canvas } = this.#editor;
    if (canvas.hasFocus()) return true;
    return !this.#isTabbed && canvas.pointer !== null && target instanceof Element && target.closest(overlays) === null;
  }

  /** Pans at the edge of the window. */
  #follow(): void {
    const step = (): void => {
      if (this.#pointer === null) return;
      if (!this.#pans && this.#editor.tool.get().name !== 'hand' && this.#editor.canvas.preview.get()?.cursor !== 'grabbing')
        this.#goOnAtEdge();
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #goOnAtEdge(): void {
    const { viewport, canvas } = this.#editor;
    if (canvas.preview.get()?.preview === undefined && canvas.preview.get()?.marquee === undefined) return;
    const { width, height } = viewport.get();
    this.#pointing.again((pointer) => {
      const push = (at: number, size: number): number => (at < edgePx ? -edgeStepPx : at > size - edgePx ? edgeStepPx : 0);
      const [dx, dy] = [push(pointer.screen[0], width), push(pointer.screen[1], height)];
      if (dx === 0 && dy === 0) return pointer;
      viewport.panBy(dx, dy);
      const { x, y } = viewport.toCanvas({ x: pointer.screen[0], y: pointer.screen[1] });
      return { ...pointer, at: [x, y] };
    });
  }

  #read(event: PointerEvent): Pointer {
    const kind = event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse';
    return {
      at: this.#canvasPoint(event),
      screen: this.#screen(event),
      shift: event.shiftKey,
      alt: event.altKey,
      mod: event.ctrlKey || event.metaKey,
      pressure: kind === 'pen' ? event.pressure : 0.5,
      kind,
      isEraser: (event.buttons & eraserButtons) !== 0,
    };
  }

  #screen(event: MouseEvent): Point {
    const { left, top } = this.#host?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return [event.clientX - left, event.clientY - top];
  }

  #canvasPoint(event: MouseEvent): Point {
    const [x, y] = this.#screen(event);
    const at = this.#editor.viewport.toCanvas({ x, y });
    return [at.x, at.y];
  }
}

/** Where Space belongs to what is open over the canvas. */
const overlays = '[role="dialog"], [role="menu"], [data-pane]';

const isInField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('textarea, input') !== null;
