/**
 * board-table: the columns of an open board, its swimlanes, and what the keyboard and the pointer do with the cards.
 *
 * One card takes part in the order of Tab. Arrow keys go from card to card, with Mod they move it, Enter opens it. A card that
 * moves keeps the focus.
 */
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

import type { Item } from '#schema/board.ts';

import type { Editor } from '../../state/editor.ts';
import { useValue } from '../../state/signal.ts';
import css from './board-pane.module.css';
import { type CardFilter, isFiltering } from './card-filter.ts';
import { ColumnHead } from './column-head.tsx';
import { changedCards } from '../deck.ts';
import { type Hands, LaneRow } from './lane-row.tsx';
import { isStep, type LaneSpot, staysAt, nextTarget, type LaneTarget, nextSpot } from './lane-steps.ts';
import { type Grouping, type Swimlane, laneChange, type LaneGround } from './lanes.ts';
import { placeCard } from './place-card.ts';
import { useLaneDrag } from './use-lane-drag.ts';
import { boardTexts } from '../../strings/board.ts';

type Props = {
  readonly editor: Editor;
  readonly by: Grouping;
  readonly lanes: readonly Swimlane[];
  /** All that the board shows, found or not. */
  readonly cards: readonly Item[];
  readonly filter: CardFilter;
  readonly ground: LaneGround;
  readonly folded: readonly string[];
  readonly onFold: (lane: string, isFolded: boolean) => void;
  readonly onOpen: (id: string) => void;
};

export function BoardTable({ editor, by, lanes, cards, filter, ground, folded, onFold, onOpen }: Props) {
  const mayEdit = useValue(editor.mayEdit);
  const { columns } = ground;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<LaneSpot | null>(null);
  /** What has the focus when it is drawn next. */
  const wanted = useRef<LaneSpot | null>(null);
  const seen = { columns, lanes: lanes.filter(({ key }) => by === 'none' || !folded.includes(key)) };
  const inTabOrder = (active === null ? null : spotOfCard(seen.lanes, active)) ?? firstSpot(seen.lanes, columns);

  const focusOn = (spot: LaneSpot | null): void => {
    const found = spot === null ? undefined : cardElement(scroller.current, spot);
    found?.focus();
    found?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  /** The keyboard is on a card, also while that is drawn elsewhere: what goes away tells nobody. */
  const isWithin = useRef(false);
  useLayoutEffect(() => {
    const first = scroller.current?.querySelector<HTMLElement>('[data-spot][tabindex="0"]');
    (first ?? scroller.current?.closest<HTMLElement>('section[data-pane]'))?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    const spot = wanted.current;
    wanted.current = null;
    if (spot !== null && cardElement(scroller.current, spot) !== undefined) focusOn(spot);
    else if (isWithin.current && document.activeElement === document.body && inTabOrder !== null) focusOn(inTabOrder);
  });

  const put = (spot: LaneSpot, target: LaneTarget): void => {
    const card = editor.session.cards.items.get(spot.id);
    if (card === undefined || !editor.mayEdit.get() || staysAt(seen, spot, target)) return;
    const change = laneChange(by, card, { from: spot.lane, to: target.lane }, ground);
    if (change === null) return editor.announce(noWay(by));
    const lane = lanes.find(({ key }) => key === target.lane);
    const cell = lane?.cells.get(target.status) ?? [];
    const { status, before } = target;
    if (!changedCards(editor, (plan) => placeCard(plan, card, { status, before, cell, change }))) return;
    wanted.current = { id: spot.id, lane: target.lane };
    setActive(wanted.current);
    const column = columns.find((one) => one.status === status);
    const where = [column?.name, by === 'none' ? undefined : lane?.title].filter((part) => part !== undefined);
    editor.announce(boardTexts.cardMovedTo(card.title, where.join(', ')));
  };
  const mayPut = (spot: LaneSpot, lane: string): boolean => {
    const card = editor.session.cards.items.get(spot.id);
    return card !== undefined && laneChange(by, card, { from: spot.lane, to: lane }, ground) !== null;
  };
  const { drag, ghost, onPointerDown } = useLaneDrag({ scroller, mayEdit, mayPut, onDrop: put, onPress: ({ id }) => onOpen(id) });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, spot: LaneSpot): void => {
    if (event.altKey || event.shiftKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (!isStep(event.key)) return;
      const target = nextTarget(seen, spot, event.key);
      if (target !== null) put(spot, target);
    } else {
      if (!isStep(event.key) && event.key !== 'Home' && event.key !== 'End') return;
      focusOn(nextSpot(seen, spot, event.key));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  // The same from drawing to drawing, so that only what differs is drawn anew.
  const latest = useRef({ onKeyDown, onPointerDown, onOpen });
  useLayoutEffect(() => {
    latest.current = { onKeyDown, onPointerDown, onOpen };
  });
  const [hands] = useState<Hands>(() => ({
    onFocus: (spot) => setActive(spot),
    onOpen: (id) => latest.current.onOpen(id),
    onKeyDown: (event, spot) => latest.current.onKeyDown(event, spot),
    onPointerDown: (event, spot) => latest.current.onPointerDown(event, spot),
  }));

  const isSearching = isFiltering(filter);
  const tracks = tracksOf(columns.length);
  const counts = Map.groupBy(cards, ({ status = '' }) => status);
  const dragged = drag === null ? undefined : editor.session.cards.items.get(drag.spot.id);
  return (
    <div
      ref={scroller}
      className={css['table']}
      data-scrolls
      onFocus={() => {
        isWithin.current = true;
      }}
      onBlur={() => {
        isWithin.current = false;
      }}
    >
      {columns.length === 0 && <p className={css['gone']}>{boardTexts.boardHasNoColumns}</p>}
      <div className={css['heads']} style={tracks}>
        {columns.map((column) => (
          <ColumnHead
            key={column.status}
            column={column}
            count={counts.get(column.status)?.length ?? 0}
            matchCount={isSearching ? lanesCount(lanes, column.status) : null}
          />
        ))}
      </div>
      <p className="unseen" role="status">
        {isSearching
          ? boardTexts.shownOfCards(
              columns.reduce((sum, { status }) => sum + lanesCount(lanes, status), 0),
              cards.length,
            )
          : ''}
      </p>
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
          hands={hands}
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

const cardElement = (host: HTMLElement | null, { id, lane }: LaneSpot): HTMLElement | undefined =>
  Array.from(host?.querySelectorAll<HTMLElement>(`[data-spot="${id}"]`) ?? []).find(
    (element) => element.dataset['lane'] === lane,
  );

/** The card in its lane, or in another one that it has been moved to. */
function spotOfCard(lanes: readonly Swimlane[], { id, lane }: LaneSpot): LaneSpot | null {
  const holding = lanes.filter(({ cells }) => [...cells.values()].some((cell) => cell.some((card) => card.id === id)));
  const found = holding.find(({ key }) => key === lane) ?? holding[0];
  return found === undefined ? null : { id, lane: found.key };
}

function firstSpot(lanes: readonly Swimlane[], columns: LaneGround['columns']): LaneSpot | null {
  for (const { key, cells } of lanes)
    for (const { status } of columns) {
      const [first] = cells.get(status) ?? [];
      if (first !== undefined) return { id: first.id, lane: key };
    }
  return null;
}

/** Columns share the width; narrower than a card wants to be, they are scrolled to. */
const tracksOf = (columns: number): CSSProperties => ({
  gridTemplateColumns: `repeat(${Math.max(1, columns)}, minmax(0, 1fr))`,
  minWidth: `calc(${columns} * (min(15rem, 78vw) + var(--space-3)) + var(--space-4))`,
  maxWidth: `calc(${columns} * (26rem + var(--space-3)) + var(--space-4))`,
});

/** A card of several labels is one. */
const lanesCount = (lanes: readonly Swimlane[], status: string): number =>
  new Set(lanes.flatMap(({ cells }) => cells.get(status) ?? [])).size;

const noWay = (by: Grouping): string => (by === 'type' ? boardTexts.openCardToChangeType : boardTexts.typeLacksOption);
