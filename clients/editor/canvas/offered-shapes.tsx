/**
 * offered-shapes: the shapes that are offered at the end of an arrow that was drawn to nothing. The one that is chosen is put there,
 * connected, and its text is edited; it is one step of the undo with the arrow.
 *
 * Escape, a press elsewhere and another selection leave the arrow as it is.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { isArrow, isPinned } from '#schema/element.ts';

import { growAtEnd } from '../changes/grow-from.ts';
import type { LooseEnd } from '../gestures/gesture.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { putNew } from '../state/put-new.ts';
import { useValue } from '../state/signal.ts';
import { type DrawnShape, drawnShapes } from '../state/tools.ts';
import { canvasTexts } from '../strings/canvas.ts';
import css from './offered-shapes.module.css';
import { offerPlace } from './offer-place.ts';
import { ShapeGrid } from './shape-grid.tsx';
import { useTabChanges } from './use-tab-changes.ts';

const offered = drawnShapes.filter((kind) => kind !== 'plan-board');

export function OfferedShapes() {
  const editor = useEditor();
  useTabChanges(editor.tab);
  const end = useValue(editor.canvas.looseEnd);
  const selected = useValue(editor.selection);
  const arrow = editor.tab.view.get(end?.arrow ?? '');
  const isLoose = arrow !== undefined && isArrow(arrow) && !isPinned(arrow.to) && selected.size === 1 && selected.has(arrow.id);
  useEffect(() => {
    if (end !== null && !isLoose) editor.canvas.looseEnd.set(null);
  }, [editor, end, isLoose]);
  return end === null || !isLoose ? null : <Offer key={end.arrow} editor={editor} end={end} like={sourceOf(editor, end)} />;
}

type OfferProps = {
  readonly editor: Editor;
  readonly end: LooseEnd;
  /** The shape from which the arrow comes, which is offered first. */
  readonly like: DrawnShape | null;
};

function Offer({ editor, end, like }: OfferProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useValue(editor.viewport);
  const covered = useValue(editor.viewport.covered);
  const size = useOffer(editor, host);
  const close = (): void => {
    editor.canvas.looseEnd.set(null);
    editor.canvas.focus();
  };
  const choose = (shape: DrawnShape): void => {
    close();
    editor.session.steps.keepOpen(end.step);
    const [id] = putNew(editor, (made) => growAtEnd(end, shape, made), { joins: end.step }) ?? [];
    if (id !== undefined) editor.canvas.editing.set({ kind: 'label', id });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const command = commandOf(event);
    if (command === null) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    if (command !== '') editor.run(command);
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) editor.canvas.looseEnd.set(null);
  };
  const [x, y] = end.at;
  const room = { width: view.width - covered.right, height: view.height - covered.bottom };
  const { left, top } = offerPlace(editor.viewport.toScreen({ x, y }), end.towards, size, room);
  return (
    <div
      ref={host}
      className={css['offer']}
      role="dialog"
      aria-label={canvasTexts.addShapeAtEnd}
      style={{ transform: `translate(${left}px, ${top}px)` }}
      {...{ onKeyDown, onBlur }}
    >
      <ShapeGrid kinds={offered} chosen={like} size="sm" onChoose={choose} />
    </div>
  );
}

/** Puts the focus on the first choice, closes with a press elsewhere, and measures. */
function useOffer(editor: Editor, host: RefObject<HTMLDivElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    setSize({ width: element.offsetWidth, height: element.offsetHeight });
    const first = element.querySelector<HTMLElement>('[aria-pressed="true"]') ?? element.querySelector('button');
    first?.focus({ preventScroll: true });
    const onPress = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && element.contains(target))) editor.canvas.looseEnd.set(null);
    };
    window.addEventListener('pointerdown', onPress, { capture: true });
    return () => window.removeEventListener('pointerdown', onPress, { capture: true });
  }, [editor, host]);
  return size;
}

function sourceOf({ tab }: Editor, { arrow: id }: LooseEnd): DrawnShape | null {
  const arrow = tab.view.get(id);
  const source = arrow !== undefined && isArrow(arrow) && isPinned(arrow.from) ? tab.view.get(arrow.from.element) : undefined;
  return source?.type === 'shape' ? (offered.find((kind) => kind === source.shape) ?? null) : null;
}

/** The command that a key runs on the arrow; empty: the offer is only closed, null: the key does neither. */
function commandOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | null {
  if (key === 'Escape') return '';
  if (key === 'Delete' || key === 'Backspace') return 'delete';
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey ? 'undo' : null;
}
