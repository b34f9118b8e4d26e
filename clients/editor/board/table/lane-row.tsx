/** lane-row: one swimlane of an open board: its head, and a cell for each column. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type CSSProperties, memo, type KeyboardEvent, type PointerEvent } from 'react';

import type { Item } from '#schema/board.ts';

import type { Editor } from '../../state/editor.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import css from './board-pane.module.css';
import { OpenCard } from './open-card.tsx';
import { addCard } from '../deck.ts';
import type { LaneSpot, LaneTarget } from './lane-steps.ts';
import { type Grouping, type Swimlane, type LaneGround, newInLane } from './lanes.ts';
import { QuickAdd } from './quick-add.tsx';
import { boardTexts } from '../../strings/board.ts';

/** What the table does when the pointer or the keyboard is used on a card. */
export type CardHandlers = {
  readonly onFocus: (spot: LaneSpot) => void;
  readonly onOpen: (id: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, spot: LaneSpot) => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, spot: LaneSpot) => void;
};

type Props = {
  readonly editor: Editor;
  readonly by: Grouping;
  readonly lane: Swimlane;
  readonly ground: LaneGround;
  readonly tracks: CSSProperties;
  readonly mayAdd: boolean;
  readonly isFolded: boolean;
  readonly onFold: (lane: string, isFolded: boolean) => void;
  /** The card of the lane that is in the tab order. */
  readonly active: string | null;
  /** Where the dragged card would be dropped. */
  readonly target: LaneTarget | null;
  readonly dragged: string | null;
  readonly handlers: CardHandlers;
};

export function LaneRow(props: Props) {
  const { by, lane, ground, tracks, isFolded, onFold } = props;
  const words = `${lane.count} ${lane.count === 1 ? 'card' : 'cards'}`;
  return (
    <section
      className={classNames(css['lane'], by === 'none' && css['only'])}
      aria-label={by === 'none' ? boardTexts.cards : lane.title}
    >
      {by !== 'none' && (
        <h4 className={css['laneHead']}>
          <button type="button" aria-expanded={!isFolded} onClick={() => onFold(lane.key, !isFolded)}>
            {isFolded ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
            {by === 'assignee' && lane.color !== null && <Avatar name={lane.title} color={lane.color} size="sm" unspoken />}
            <span className={css['laneName']}>{lane.title}</span>
            <span className={css['count']} aria-hidden>
              {lane.count}
            </span>
            <span className="unseen">{words}</span>
          </button>
        </h4>
      )}
      {!isFolded && (
        <div className={css['cells']} style={tracks}>
          {ground.columns.map(({ status, name }) => (
            <Cell key={status} {...props} status={status} name={name} cards={lane.cells.get(status) ?? none} />
          ))}
        </div>
      )}
    </section>
  );
}

const none: readonly Item[] = [];

type CellProps = Props & { readonly status: string; readonly name: string; readonly cards: readonly Item[] };

function Cell({ editor, by, lane, ground, status, name, cards, mayAdd, active, target, dragged, handlers }: CellProps) {
  const isTarget = target?.status === status;
  const place = by === 'none' ? name : `${name}, ${lane.title}`;
  const add = (title: string): boolean => {
    const id = addCard(editor, { status, title, ...newInLane(by, lane.key, ground) });
    if (id !== null) editor.announce(boardTexts.cardMovedTo(title, place));
    return id !== null;
  };
  return (
    <div
      className={classNames(css['cell'], isTarget && css['target'])}
      role="group"
      aria-label={place}
      data-cell={status}
      data-lane={lane.key}
    >
      {cards.map((card) => (
        <CardSlot
          key={card.id}
          card={card}
          lane={lane.key}
          editor={editor}
          color={card.color ?? editor.session.cards.types.get(card.type)?.color ?? null}
          isActive={active === card.id}
          isDragged={dragged === card.id}
          isBelowDrop={isTarget && target.before === card.id}
          handlers={handlers}
        />
      ))}
      {isTarget && target.before === null && <div className={css['end']} />}
      {mayAdd && <QuickAdd place={place} onAdd={add} />}
    </div>
  );
}

type SlotProps = {
  readonly card: Item;
  readonly lane: string;
  readonly editor: Editor;
  readonly color: string | null;
  readonly isActive: boolean;
  readonly isDragged: boolean;
  readonly isBelowDrop: boolean;
  readonly handlers: CardHandlers;
};

const CardSlot = memo(function CardSlot({ card, lane, editor, color, isActive, isDragged, isBelowDrop, handlers }: SlotProps) {
  const spot = { id: card.id, lane };
  return (
    <div className={classNames(css['slot'], isBelowDrop && css['below'], isDragged && css['dragged'])}>
      <OpenCard
        card={card}
        types={editor.session.cards.types}
        color={color}
        lane={lane}
        tabIndex={isActive ? 0 : -1}
        onFocus={() => handlers.onFocus(spot)}
        onPointerDown={(event) => handlers.onPointerDown(event, spot)}
        onKeyDown={(event) => handlers.onKeyDown(event, spot)}
        // Presses of the pointer come from the drag; this is the keyboard.
        onClick={({ detail }) => detail === 0 && handlers.onOpen(card.id)}
      />
    </div>
  );
});
