/** use-card-drag: a card on the canvas dragged by pointer or finger until it is dropped. Escape cancels. */
import { type PointerEvent as ReactPointerEvent, useEffect, useRef } from 'react';

import type { LaidColumn } from '#core/render/boxes/board-layout.ts';

import type { Editor } from '../state/editor.ts';
import { changedCards } from './deck.ts';
import { type DropTarget, dropTarget } from './drop-target.ts';
import { boardTexts } from '../strings/board.ts';

/** `x`, `y`: the pointer, in pixels of the canvas window. */
export type Drag = { readonly id: string; readonly x: number; readonly y: number; readonly target: DropTarget | null };

const thresholdPx = 5;

type Options = {
  readonly editor: Editor;
  readonly columns: readonly LaidColumn[];
  readonly onDrag: (drag: Drag | null) => void;
  /** A press without a drag. */
  readonly onPress: () => void;
};

export function useCardDrag(
  id: string,
  { editor, columns, onDrag, onPress }: Options,
): (event: ReactPointerEvent<HTMLElement>) => void {
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const latest = useRef(columns);
  useEffect(() => {
    latest.current = columns;
  }, [columns]);

  return (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const button = event.currentTarget;
    button.focus();
    const layer = button.closest('section')?.parentElement?.getBoundingClientRect();
    const origin = { x: layer?.left ?? 0, y: layer?.top ?? 0 };
    const begin = { x: event.clientX, y: event.clientY };
    let drag: Drag | null = null;
    const stop = new AbortController();
    ending.current = stop;
    const { signal } = stop;
    const end = (): void => {
      stop.abort();
      onDrag(null);
    };
    const follow = ({ clientX, clientY }: PointerEvent): void => {
      if (drag === null && Math.hypot(clientX - begin.x, clientY - begin.y) < thresholdPx) return;
      if (!editor.mayEdit.get()) return;
      const at = { x: clientX - origin.x, y: clientY - origin.y };
      drag = { id, ...at, target: dropTarget(latest.current, editor.viewport.toCanvas(at), id) };
      onDrag(drag);
    };
    const drop = (): void => {
      const target = drag?.target ?? null;
      const wasPressed = drag === null;
      end();
      if (wasPressed) onPress();
      else if (target !== null && !target.isPlace) moveCard(editor, id, target);
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  };
}

export function moveCard(
  editor: Editor,
  id: string,
  { status, before, columnName }: Pick<DropTarget, 'status' | 'before' | 'columnName'>,
): void {
  const card = editor.session.cards.items.get(id);
  if (card === undefined) return;
  const place = { ...(status !== card.status && { status }), ...(before !== null && before !== id && { before }) };
  if (changedCards(editor, (cards) => cards.move(id, { ...place, status })))
    editor.announce(boardTexts.cardMovedTo(card.title, columnName));
}
