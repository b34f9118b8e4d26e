/**
 * eyedropper-layer: takes the presses on the canvas while a color is being picked, and shows at the pointer which one that would be.
 *
 * A finger shows the color above itself while it moves, and takes it when it is lifted. A press beside all elements ends it without a
 * color, and so does Escape. The wheel goes on zooming and panning.
 */
import { useEffect, useRef, useState } from 'react';

import type { Point } from '#schema/element.ts';

import { TabTheme } from '../scene/tab-theme.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { type EyedropperTarget, otherTarget } from '../state/eyedropper-target.ts';
import { useValue } from '../state/signal.ts';
import { slotPaint } from '../state/slot-paint.ts';
import { titleOf } from '../state/tools.ts';
import { eyedropperTexts as texts } from '../strings/eyedropper.ts';
import { applyColor } from './apply-color.ts';
import css from './eyedropper-layer.module.css';
import { takenColor } from './taken-color.ts';

export function EyedropperLayer() {
  const editor = useEditor();
  const target = useValue(editor.canvas.eyedropper);
  const mayEdit = useValue(editor.mayEdit);
  return target === null || !mayEdit ? null : <Layer editor={editor} target={target} />;
}

type Props = { readonly editor: Editor; readonly target: EyedropperTarget };
/** Where the pointer is on the canvas's window. */
type Spot = { readonly at: Point; readonly isTouch: boolean };

function Layer({ editor, target: chosen }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Spot | null>(() => spotFrom(editor));
  const [isOther, setIsOther] = useState(false);
  const target = isOther ? otherTarget(chosen) : chosen;
  // A zoom moves what is under the pointer.
  useValue(editor.viewport);
  useEffect(() => {
    editor.announce(texts.begin);
    editor.canvas.focus();
  }, [editor]);
  useEffect(() => watchKeys(editor, setIsOther), [editor]);
  useEffect(() => {
    if (layer.current === null) return undefined;
    const show = (next: Spot | null): void => {
      editor.canvas.pointer = next === null ? null : onCanvas(editor, next.at);
      setSpot(next);
    };
    return watchPointer(layer.current, show, (at) => take(editor, target, at));
  }, [editor, target]);
  return (
    <div ref={layer} className={css['layer']} data-eyedropper>
      {spot !== null && <Swatch editor={editor} target={target} spot={spot} />}
    </div>
  );
}

/** The mouse may rest on an element when a key begins it. */
function spotFrom({ canvas: { pointer }, viewport }: Editor): Spot | null {
  if (pointer === null) return null;
  const { x, y } = viewport.toScreen({ x: pointer[0], y: pointer[1] });
  return { at: [x, y], isTouch: false };
}

function Swatch({ editor, target, spot }: Props & { readonly spot: Spot }) {
  const { width, height } = useValue(editor.viewport);
  const color = colorAt(editor, target, spot.at);
  const kind = target === 'textColor' ? 'text' : target === 'color' ? 'sticky' : target;
  const paint = color === null ? null : slotPaint(color, kind, themeOf(editor));
  const [x, y] = spot.at;
  // Beside the pointer, above a finger, and within the window.
  const [left, top] = spot.isTouch ? [x - halfPx, y - 76] : [x + 16, y + 16];
  return (
    <div
      className={css['swatch']}
      style={{
        left: Math.max(8, Math.min(left, width - 2 * halfPx)),
        top: Math.max(8, Math.min(top, height - 44)),
      }}
    >
      <span
        className={css['color']}
        data-none={paint === null || undefined}
        style={paint === null ? {} : { background: paint }}
      />
      <span>{color === null ? texts.nothing : texts.picked(texts.targets[target], titleOf(color))}</span>
    </div>
  );
}

/** About half of a swatch's width. */
const halfPx = 70;
/** How far beside a thin line a press still takes its color, in window pixels. */
const slackPx = 6;

const themeOf = ({ session, tab }: Editor) => new TabTheme(session.doc).themeOf(tab.view.settings);

function onCanvas({ viewport }: Editor, [left, top]: Point): Point {
  const { x, y, zoom } = viewport.get();
  return [x + left / zoom, y + top / zoom];
}

function colorAt(editor: Editor, target: EyedropperTarget, at: Point): string | null {
  const { scene, tab, viewport } = editor;
  const id = scene.get()?.hit(onCanvas(editor, at), slackPx / viewport.get().zoom) ?? null;
  const element = id === null ? undefined : tab.view.get(id);
  return element === undefined ? null : takenColor(element, target, themeOf(editor));
}

function take(editor: Editor, target: EyedropperTarget, at: Point): void {
  const color = colorAt(editor, target, at);
  const hasSelection = editor.selection.get().size > 0;
  editor.canvas.eyedropper.set(null);
  if (color === null || !applyColor(editor, target, color)) return;
  const words = hasSelection ? texts.picked : texts.pickedForNext;
  editor.announce(words(texts.targets[target], titleOf(color)));
}

/** Escape ends the picking, and Alt picks for the other field while it is held. */
function watchKeys({ canvas }: Editor, hold: (isHeld: boolean) => void): () => void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Alt') {
      // Some browsers would move the focus to their menu.
      event.preventDefault();
      hold(event.type === 'keydown');
    }
    if (event.key !== 'Escape' || event.type !== 'keydown') return;
    event.preventDefault();
    event.stopPropagation();
    canvas.eyedropper.set(null);
  };
  window.addEventListener('keydown', onKey, options);
  window.addEventListener('keyup', onKey, options);
  window.addEventListener('blur', () => hold(false), options);
  return () => stop.abort();
}

/** No press reaches the canvas below. */
function watchPointer(layer: HTMLElement, show: (spot: Spot | null) => void, pick: (at: Point) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const spotOf = ({ clientX, clientY, pointerType }: PointerEvent): Spot => {
    const { left, top } = layer.getBoundingClientRect();
    return { at: [clientX - left, clientY - top], isTouch: pointerType === 'touch' };
  };
  let pressed: number | null = null;
  layer.addEventListener(
    'pointerdown',
    (event) => {
      event.stopPropagation();
      event.preventDefault();
      if (event.button !== 0 || pressed !== null) return;
      pressed = event.pointerId;
      layer.setPointerCapture(event.pointerId);
      show(spotOf(event));
    },
    { signal },
  );
  layer.addEventListener('pointermove', (event) => (event.stopPropagation(), show(spotOf(event))), { signal });
  layer.addEventListener(
    'pointerup',
    (event) => {
      event.stopPropagation();
      if (event.pointerId !== pressed) return;
      pressed = null;
      pick(spotOf(event).at);
    },
    { signal },
  );
  for (const name of ['pointercancel', 'pointerleave'] as const)
    layer.addEventListener(
      name,
      () => {
        pressed = null;
        show(null);
      },
      { signal },
    );
  for (const name of ['dblclick', 'contextmenu'] as const)
    layer.addEventListener(name, (event) => (event.stopPropagation(), event.preventDefault()), { signal });
  return () => stop.abort();
}
