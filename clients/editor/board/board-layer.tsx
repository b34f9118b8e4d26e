/**
 * board-layer: the controls of plan boards on the canvas: a button over each card that the scene draws, and one that opens the
 * board.
 *
 * Cards are dragged between columns by pointer or finger. Arrow keys move the focus from card to card, with Ctrl or Command they
 * move the card, Enter opens it. When zoomed out so far that text cannot be read, the board is a shape like any other.
 */
import { Maximize2, Plus } from 'lucide-react';
import { useState } from 'react';

import type { Rect } from '#schema/tab.ts';

import { type LaidColumn, layBoard } from '#core/render/boxes/board-layout.ts';

import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { useTabVersion } from '../people/use-tab-version.ts';
import css from './board-layer.module.css';
import { type BoardShape, isBoard } from './boards-in.ts';
import { CardDialog } from './card/card-dialog.tsx';
import { CardHandle } from './card-handle.tsx';
import { addCard, typesOf } from './deck.ts';
import type { Drag } from './use-card-drag.ts';
import { useCards } from './use-cards.ts';
import { boardTexts } from '../strings/board.ts';

const readableZoom = 0.4;

export function BoardLayer() {
  const editor = useEditor();
  const { session, tab, viewport } = editor;
  const view = useValue(viewport);
  useCards(editor);
  useTabVersion(tab);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [opened, setOpened] = useState<OpenedCard | null>(null);
  const boards = view.zoom < readableZoom ? [] : boardsIn(editor, viewport.visible());
  const laid = boards.map((board) => ({ board, columns: layBoard(board, session.cards.faces) }));
  const all = laid.flatMap(({ columns }) => columns);
  const dragged = drag === null ? undefined : session.cards.items.get(drag.id);
  return (
    <div className={css['layer']} style={{ pointerEvents: 'none' }}>
      {laid.map(({ board, columns }) => (
        <section key={board.id} aria-label={board.label ?? boardTexts.board}>
          <button
            type="button"
            className={css['open']}
            style={{ transform: cornerOf(board, editor) }}
            aria-label={boardTexts.open(board.label)}
            onClick={() => editor.board.open(board.id)}
          >
            <Maximize2 aria-hidden />
          </button>
          {columns.map((column) => (
            <Column
              key={column.column.status}
              column={column}
              board={board}
              all={all}
              editor={editor}
              onDrag={setDrag}
              onOpen={setOpened}
            />
          ))}
        </section>
      ))}
      {drag !== null && drag.target !== null && <div className={css['line']} style={placeOf(drag.target.line, editor)} />}
      {drag !== null && dragged !== undefined && (
        <div className={css['ghost']} style={{ transform: `translate(${drag.x + 8}px, ${drag.y + 8}px)` }}>
          {dragged.title}
        </div>
      )}
      {opened !== null && <CardDialog {...opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

type OpenedCard = { readonly id: string; readonly isNew?: true };

type ColumnProps = {
  readonly column: LaidColumn;
  readonly board: BoardShape;
  readonly all: readonly LaidColumn[];
  readonly editor: Editor;
  readonly onDrag: (drag: Drag | null) => void;
  readonly onOpen: (card: OpenedCard) => void;
};

function Column({ column: { column, place, cards, visibleCards: seen }, board, all, editor, onDrag, onOpen }: ColumnProps) {
  const mayEdit = useValue(editor.mayEdit);
  const { status, name, wipLimit } = column;
  const says = boardTexts.columnSummary(name, cards.length, wipLimit);
  const add = (): void => {
    const id = addCard(editor, { status, title: null, types: typesOf(editor, board) });
    if (id !== null) onOpen({ id, isNew: true });
  };
  return (
    <div role="group" aria-label={says}>
      {seen.map((card) => (
        <CardHandle
          key={card.face.id}
          card={card}
          style={placeOf(card.place, editor)}
          columns={all}
          editor={editor}
          onDrag={onDrag}
          onOpen={(id) => onOpen({ id })}
        />
      ))}
      {mayEdit && board.locked !== true && (
        <button
          type="button"
          className={css['add']}
          style={{ transform: buttonAt({ x: place.x + place.width / 2, y: place.y + place.height }, editor) }}
          aria-label={boardTexts.addCardTo(name)}
          onClick={add}
        >
          <Plus aria-hidden />
        </button>
      )}
    </div>
  );
}

/** The boards in view that are not rotated. */
function boardsIn({ tab }: Editor, visible: Rect): BoardShape[] {
  const boards: BoardShape[] = [];
  for (const box of tab.view.boxesIn(visible)) {
    if (isBoard(box) && (box.rotation ?? 0) === 0) boards.push(box);
  }
  return boards.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

function placeOf(rect: Rect, { viewport }: Editor): { transform: string; width: number; height: number } {
  const { x, y } = viewport.toScreen(rect);
  const { zoom } = viewport.get();
  return { transform: `translate(${x}px, ${y}px)`, width: rect.width * zoom, height: rect.height * zoom };
}

/** At the right end of the board's title, in the same size at every zoom. */
function cornerOf({ x, y, width }: Rect, { viewport }: Editor): string {
  const corner = viewport.toScreen({ x: x + width, y: y + 16 });
  return `translate(${corner.x - 34}px, ${corner.y - 12}px)`;
}

/** Above a point of the canvas, in the same size at every zoom, clear of the handle at the edge of the board. */
function buttonAt(point: { readonly x: number; readonly y: number }, { viewport }: Editor): string {
  const { x, y } = viewport.toScreen(point);
  return `translate(${x - 12}px, ${y - 32}px)`;
}
