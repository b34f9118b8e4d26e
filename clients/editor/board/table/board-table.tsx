/**
 * board-table: the columns of an open board and its swimlanes, with the cards in them.
 *
 * Arrow keys move the focus from card to card, with Ctrl or Command they move the card, Enter opens it. The pointer drags cards.
 */
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

import type { Item } from '#schema/board.ts';

import type { Editor } from '../../state/editor.ts';
import { useValue } from '../../state/signal.ts';
import { boardTexts } from '../../strings/board.ts';
import css from './board-pane.module.css';
import { type CardFilter, isFiltering } from './card-filter.ts';
import { cardKeyAction, CardMoves } from './card-moves.ts';
import { ColumnHead } from './column-head.tsx';
import { type CardHandlers, LaneRow } from './lane-row.tsx';
import { cardCount } from './lane-spots.ts';
import type { LaneSpot, LaneTarget } from './lane-steps.ts';
import type { Grouping, LaneGround, Swimlane } from './lanes.ts';
import { useBoardFocus } from './use-board-focus.ts';
import { useLaneDrag } from './use-lane-drag.ts';

type Props = {
  readonly editor: Editor;
  readonly by: Grouping;
  readonly lanes: readonly Swimlane[];
  /** All cards of the board, whether they match the filter or not. */
  readonly cards: readonly Item[];
  readonly filter: CardFilter;
  readonly ground: LaneGround;
  readonly folded: readonly string[];
  readonly onFold: (lane: string, isFolded: boolean) => void;
  readonly onOpen: (id: string) => void;
};

export function BoardTable(props: Props) {
  const { editor, by, lanes, ground, folded, onFold, onOpen } = props;
  const mayEdit = useValue(editor.mayEdit);
  const { columns } = ground;
  const table = useRef<HTMLDivElement>(null);
  const shown = { columns, lanes: lanes.filter(({ key }) => by === 'none' || !folded.includes(key)) };
  const { inTabOrder, setActive, focusOn, follow, onFocus, onBlur } = useBoardFocus(table, shown);
  const moves = new CardMoves({ editor, by, lanes, shown, ground });
  const move = (spot: LaneSpot, target: LaneTarget): void => {
    const moved = moves.move(spot, target);
    if (moved !== null) follow(moved);
  };
  const { drag, ghost, onPointerDown } = useLaneDrag({
    scroller: table,
    mayEdit,
    mayPut: moves.mayMove,
    onDrop: move,
    onPress: ({ id }) => onOpen(id),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, spot: LaneSpot): void => {
    const action = cardKeyAction(shown, spot, event);
    if (action === null) return;
    if (action.kind === 'focus') focusOn(action.spot);
    else if (action.target !== null) move(spot, action.target);
    event.preventDefault();
    event.stopPropagation();
  };
  const handlers = useStable({ onFocus: setActive, onOpen, onKeyDown, onPointerDown });
  const tracks = tracksOf(columns.length);
  const dragged = drag === null ? undefined : editor.session.cards.items.get(drag.spot.id);
  return (
    <div ref={table} className={css['table']} data-scrolls onFocus={onFocus} onBlur={onBlur}>
      {columns.length === 0 && <p className={css['gone']}>{boardTexts.boardHasNoColumns}</p>}
      <Heads {...props} tracks={tracks} />
      {lanes.map((lane) => (
        <LaneRow
          key={lane.key}
          editor={editor}
          by={by}
          lane={lane}
          ground={ground}
          tracks={tracks}
          mayAdd={mayEdit}
          isFolded={by !== 'none' && folded.includes(lane.key)}
          onFold={onFold}
          active={inTabOrder?.lane === lane.key ? inTabOrder.id : null}
          target={drag?.target?.lane === lane.key ? drag.target : null}
          dragged={drag?.spot.lane === lane.key ? drag.spot.id : null}
          handlers={handlers}
        />
      ))}
      {dragged !== undefined && (
        <div ref={ghost} className={css['ghost']}>
          {dragged.title}
        </div>
      )}
    </div>
  );
}

/** The same object for every rendering, so that only cards that differ are rendered again. */
function useStable(handlers: CardHandlers): CardHandlers {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [stable] = useState<CardHandlers>(() => ({
    onFocus: (spot) => latest.current.onFocus(spot),
    onOpen: (id) => latest.current.onOpen(id),
    onKeyDown: (event, spot) => latest.current.onKeyDown(event, spot),
    onPointerDown: (event, spot) => latest.current.onPointerDown(event, spot),
  }));
  return stable;
}

type HeadsProps = Pick<Props, 'ground' | 'cards' | 'lanes' | 'filter'> & { readonly tracks: CSSProperties };

function Heads({ ground: { columns }, cards, lanes, filter, tracks }: HeadsProps) {
  const isSearching = isFiltering(filter);
  const counts = Map.groupBy(cards, ({ status = '' }) => status);
  const matchCount = columns.reduce((sum, { status }) => sum + cardCount(lanes, status), 0);
  return (
    <>
      <div className={css['heads']} style={tracks}>
        {columns.map((column) => (
          <ColumnHead
            key={column.status}
            column={column}
            count={counts.get(column.status)?.length ?? 0}
            matchCount={isSearching ? cardCount(lanes, column.status) : null}
          />
        ))}
      </div>
      <p className="unseen" role="status">
        {isSearching ? boardTexts.shownOfCards(matchCount, cards.length) : ''}
      </p>
    </>
  );
}

/** Columns share the width. Below the width that cards need, the table scrolls. */
const tracksOf = (columns: number): CSSProperties => ({
  gridTemplateColumns: `repeat(${Math.max(1, columns)}, minmax(0, 1fr))`,
  minWidth: `calc(${columns} * (min(15rem, 78vw) + var(--space-3)) + var(--space-4))`,
  maxWidth: `calc(${columns} * (26rem + var(--space-3)) + var(--space-4))`,
});
