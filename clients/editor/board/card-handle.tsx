/** card-handle: the button over a card of a board on the canvas. */
import type { CSSProperties, KeyboardEvent } from 'react';

import type { LaidCard, LaidColumn } from '#core/render/boxes/board-layout.ts';

import type { Editor } from '../state/editor.ts';
import css from './board-layer.module.css';
import { cardDescription } from './card-description.ts';
import { type Drag, moveCard, useCardDrag } from './use-card-drag.ts';

type Props = {
  readonly card: LaidCard;
  readonly style: CSSProperties;
  /** All boards in view. */
  readonly columns: readonly LaidColumn[];
  readonly editor: Editor;
  readonly onDrag: (drag: Drag | null) => void;
  readonly onOpen: (id: string) => void;
};

export function CardHandle({ card: { face }, style, columns, editor, onDrag, onOpen }: Props) {
  const { id } = face;
  const onPointerDown = useCardDrag(id, { editor, columns, onDrag, onPress: () => onOpen(id) });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const way = ways.get(event.key);
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey) step(editor, columns, { id, way });
    else focusCard(event.currentTarget, neighbour(columns, id, way));
  };
  return (
    <button
      type="button"
      className={css['card']}
      data-card={id}
      style={style}
      aria-label={cardDescription(face)}
      aria-keyshortcuts="Control+ArrowUp Control+ArrowDown Control+ArrowLeft Control+ArrowRight"
      onPointerDown={onPointerDown}
      onClick={(event) => {
        // Presses of the pointer come from the drag; this is the keyboard.
        if (event.detail === 0) onOpen(id);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

type CardStep = { readonly columns: number; readonly cards: number };
const ways: ReadonlyMap<string, CardStep> = new Map([
  ['ArrowUp', { columns: 0, cards: -1 }],
  ['ArrowDown', { columns: 0, cards: 1 }],
  ['ArrowLeft', { columns: -1, cards: 0 }],
  ['ArrowRight', { columns: 1, cards: 0 }],
]);

function whereIs(columns: readonly LaidColumn[], id: string): { column: number; card: number } | null {
  const column = columns.findIndex(({ cards }) => cards.some((card) => card.id === id));
  const found = columns[column];
  return found === undefined ? null : { column, card: found.cards.findIndex((card) => card.id === id) };
}

/** The id of the next card in a direction; null at the edge. */
function neighbour(columns: readonly LaidColumn[], id: string, way: CardStep): string | null {
  const at = whereIs(columns, id);
  if (at === null) return null;
  const next = columns[at.column + way.columns];
  const cards = next?.visibleCards ?? [];
  const index = Math.min(at.card + way.cards, way.cards === 0 ? cards.length - 1 : Infinity);
  return cards[index]?.face.id ?? null;
}

/** Moves the card one place, as a drag would. */
function step(
  editor: Editor,
  columns: readonly LaidColumn[],
  { id, way }: { readonly id: string; readonly way: CardStep },
): void {
  const at = whereIs(columns, id);
  const target = at === null ? undefined : columns[at.column + way.columns];
  if (at === null || target === undefined || !editor.mayEdit.get()) return;
  const others = target.cards.filter((card) => card.id !== id);
  const index = at.card + way.cards;
  if (index < 0 || (way.cards > 0 && at.card === others.length)) return;
  const { status, name } = target.column;
  moveCard(editor, id, { status, columnName: name, before: others[index]?.id ?? null });
}

function focusCard(from: HTMLElement, id: string | null): void {
  if (id === null) return;
  from.closest('section')?.parentElement?.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus();
}
