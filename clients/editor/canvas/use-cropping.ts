/**
 * use-cropping: the pointer and the keyboard while an image is cropped.
 *
 * A drag of a handle changes a side, a drag elsewhere on the image moves it under the crop, a press outside ends the crop, as Enter
 * does, and another selection or tool. Escape cancels. What was cropped is written once, as one step, however it ends.
 */
import { type RefObject, useEffect } from 'react';

import type { Point } from '#schema/element.ts';

import { cropImage } from '../changes/crop.ts';
import { type Cropping, cropped, isSameCrop, moveUnder, pullSide } from '../changes/cropping.ts';
import type { ResizeHandle } from '../changes/resize.ts';
import { turnedAbout, turnOf } from '../changes/turned.ts';
import { writeChange } from '../changes/write-change.ts';
import { holdsPoint } from '#core/tab/rect.ts';
import type { Editor } from '../state/editor.ts';
import { cropTexts } from '../strings/crop.ts';

export const cropHandles: Readonly<Record<keyof typeof cropTexts.sides, ResizeHandle>> = {
  'top-left': { across: -1, down: -1 },
  top: { across: 0, down: -1 },
  'top-right': { across: 1, down: -1 },
  right: { across: 1, down: 0 },
  'bottom-right': { across: 1, down: 1 },
  bottom: { across: 0, down: 1 },
  'bottom-left': { across: -1, down: 1 },
  left: { across: -1, down: 0 },
};

/** The attribute with the name of a handle, and the one of the bar with buttons. */
export const handleAttribute = 'data-crop-handle';
export const barAttribute = 'data-crop-bar';

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Listens on the layer while it is shown. `first` is the crop that it began with. */
export function useCropping(editor: Editor, layer: RefObject<HTMLElement | null>, first: Cropping): void {
  useEffect(() => {
    const host = layer.current;
    if (host === null) return undefined;
    const input = new CropInput(editor, host, first);
    host.focus({ preventScroll: true });
    const endings = [
      input.watch(),
      editor.selection.subscribe(() => endCrop(editor, first)),
      editor.tool.subscribe(() => endCrop(editor, first)),
      editor.mayEdit.subscribe(() => endCrop(editor, first)),
    ];
    return () => {
      endings.forEach((end) => end());
      endCrop(editor, first);
      editor.scene.get()?.preview(null);
    };
  }, [editor, layer, first]);
}

/** Writes what was cropped, and closes the crop. */
export function endCrop(editor: Editor, first: Cropping): void {
  const crop = editor.canvas.crop.get();
  if (crop === null || crop.image.id !== first.image.id) return;
  editor.canvas.crop.set(null);
  editor.canvas.focus();
  if (isSameCrop(crop, first)) return;
  const image = cropped(crop);
  if (writeChange(editor, cropImage(image))) editor.announce(image.crop === undefined ? cropTexts.uncropped : cropTexts.cropped);
}

export function cancelCrop(editor: Editor): void {
  editor.canvas.crop.set(null);
  editor.canvas.focus();
  editor.announce(cropTexts.canceled);
}

class CropInput {
  readonly #editor: Editor;
  readonly #host: HTMLElement;
  readonly #first: Cropping;
  /** The pointer that drags, where it was pressed, and the crop at that time. */
  #drag: { readonly id: number; readonly from: Point; readonly crop: Cropping; readonly handle: ResizeHandle | null } | null =
    null;

  constructor(editor: Editor, host: HTMLElement, first: Cropping) {
    this.#editor = editor;
    this.#host = host;
    this.#first = first;
  }

  watch(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const host = this.#host;
    host.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    host.addEventListener('pointermove', (event) => this.#move(event), { signal });
    for (const name of ['pointerup', 'pointercancel'] as const)
      host.addEventListener(name, (event) => this.#up(event), { signal });
    host.addEventListener('keydown', (event) => this.#key(event), { signal });
    for (const name of ['dblclick', 'contextmenu'] as const) {
      host.addEventListener(name, (event) => {
        event.stopPropagation();
        event.preventDefault();
      }, { signal }); // prettier-ignore
    }
    host.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !host.contains(relatedTarget) && this.#editor.canvas.crop.get() !== null) endCrop(this.#editor, this.#first); // prettier-ignore
    }, { signal }); // prettier-ignore
    return () => stop.abort();
  }

  #down(event: PointerEvent): void {
    // The middle button pans the canvas.
    if (event.button === 1) return;
    event.stopPropagation();
    const { canvas } = this.#editor;
    const crop = canvas.crop.get();
    const { target } = event;
    if (event.button !== 0 || crop === null || !(target instanceof Element) || target.closest(`[${barAttribute}]`) !== null)
      return;
    event.preventDefault();
    if (this.#drag !== null) return;
    const name = target.closest(`[${handleAttribute}]`)?.getAttribute(handleAttribute);
    const handle = Object.entries(cropHandles).find(([known]) => known === name)?.[1] ?? null;
    const at = this.#canvasPoint(event);
    const inFrame = turnedAbout(at, crop.about, -turnOf(crop.image));
    if (handle === null && !holdsPoint(crop.whole, ...inFrame)) return endCrop(this.#editor, this.#first);
    this.#host.focus({ preventScroll: true });
    this.#host.setPointerCapture(event.pointerId);
    this.#drag = { id: event.pointerId, from: at, crop, handle };
  }

  #move(event: PointerEvent): void {
    event.stopPropagation();
    if (this.#drag?.id !== event.pointerId) return;
    const { from, crop, handle } = this.#drag;
    const [x, y] = this.#canvasPoint(event);
    const by: Point = [x - from[0], y - from[1]];
    this.#editor.canvas.crop.set(handle === null ? moveUnder(crop, by) : pullSide(crop, handle, by, event.shiftKey));
  }

  #up(event: PointerEvent): void {
    if (event.button !== 1) event.stopPropagation();
    if (this.#drag?.id === event.pointerId) this.#drag = null;
  }

  #key(event: KeyboardEvent): void {
    event.stopPropagation();
    const { canvas } = this.#editor;
    const crop = canvas.crop.get();
    const { target } = event;
    if (crop === null || !(target instanceof Element)) return;
    const isInBar = target.closest(`[${barAttribute}]`) !== null;
    const step = arrows[event.key];
    if (event.key === 'Escape') cancelCrop(this.#editor);
    else if (event.key === 'Enter' && !isInBar) endCrop(this.#editor, this.#first);
    else if (step !== undefined && !isInBar) {
      const far = event.shiftKey ? 10 : 1;
      const by: Point = [step[0] * far, step[1] * far];
      const name = target.getAttribute(handleAttribute);
      const handle = Object.entries(cropHandles).find(([known]) => known === name)?.[1];
      canvas.crop.set(handle === undefined ? moveUnder(crop, by) : pullSide(crop, handle, by));
    } else return;
    event.preventDefault();
  }

  #canvasPoint(event: MouseEvent): Point {
    const { left, top } = this.#host.getBoundingClientRect();
    const { x, y } = this.#editor.viewport.toCanvas({ x: event.clientX - left, y: event.clientY - top });
    return [x, y];
  }
}
