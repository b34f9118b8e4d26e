/** board-pane: a plan board opened over the canvas: its title, its tools, and the columns with their cards. */
import { Columns3Cog, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';

import type { Assignee, Item } from '#schema/board.ts';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { writeChange } from '../../changes/write-change.ts';
import { setLabel } from '../../changes/set-label.ts';
import { type Editor, useEditor } from '../../state/editor.ts';
import { InPlaceName } from '../../ui/in-place-name.tsx';
import { useValue } from '../../state/signal.ts';
import { guestKey } from '../../offline/device.ts';
import { useTabVersion } from '../../people/use-tab-version.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { type BoardHabits, habitsKey, keepHabits, readHabits } from './board-habits.ts';
import css from './board-pane.module.css';
import { BoardTable } from './board-table.tsx';
import { BoardTools } from './board-tools.tsx';
import { type BoardShape, holdsCard, isBoard } from '../boards-in.ts';
import { CardDialog } from '../card/card-dialog.tsx';
import { type CardFilter, filterCards, noFilter } from './card-filter.ts';
import { typesOf } from '../deck.ts';
import { groupingsOf, type LaneGround, lanesOf } from './lanes.ts';
import { useCards } from '../use-cards.ts';
import { useMembers } from '../../people/use-members.ts';
import { boardTexts } from '../../strings/board.ts';
import { browserStorage } from '../../state/browser-storage.ts';

export function BoardPane({ id }: { readonly id: string }) {
  const editor = useEditor();
  const pane = useRef<HTMLElement>(null);
  useTabVersion(editor.tab);
  useCards(editor);
  const element = editor.tab.view.get(id);
  const board = isBoard(element) ? element : null;
  const title = board?.label ?? boardTexts.board;
  useEffect(() => {
    // Keys do not go to the canvas below.
    editor.selection.clear();
    editor.dialog.set(null);
    const onKeyDown = (event: KeyboardEvent): void => {
      const isHere = event.target instanceof Node && pane.current?.contains(event.target) === true;
      if (event.key === 'Escape' && isHere && !event.defaultPrevented) editor.board.close();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      const isFree = editor.selection.get().size === 0;
      if (isFree && editor.tab.view.get(id) !== undefined) editor.selection.set([id]);
      editor.canvas.focus();
    };
  }, [editor, id]);
  return (
    <section ref={pane} className={css['pane']} aria-label={boardTexts.boardNamed(title)} tabIndex={-1} data-pane>
      <header className={css['head']}>
        <Title editor={editor} board={board} title={title} />
        <span className={css['spring']} />
        {board !== null && (
          <IconButton label={boardTexts.boardColumns} icon={<Columns3Cog />} onClick={() => editor.dialog.set('board')} />
        )}
        <IconButton label={boardTexts.closeBoard} icon={<X />} onClick={() => editor.board.close()} />
      </header>
      {board === null ? <p className={css['gone']}>{boardTexts.thisBoardWasDeleted}</p> : <Body editor={editor} board={board} />}
    </section>
  );
}

function Title({ editor, board, title }: { readonly editor: Editor; readonly board: BoardShape | null; readonly title: string }) {
  const mayEdit = useValue(editor.mayEdit);
  const [naming, setNaming] = useState(false);
  const isFixed = board === null || !mayEdit || isLocked(board, lockedLayersOf(editor.tab.view.settings));
  if (naming && !isFixed) {
    return (
      <InPlaceName
        label={boardTexts.boardName}
        name={board.label ?? ''}
        className={css['naming']}
        onDone={(name) => {
          setNaming(false);
          if (name !== null) writeChange(editor, setLabel(board.id, name));
        }}
      />
    );
  }
  return (
    <h2>
      <button type="button" className={css['title']} disabled={isFixed} onClick={() => setNaming(true)}>
        {title}
      </button>
    </h2>
  );
}

function Body({ editor, board }: { readonly editor: Editor; readonly board: BoardShape }) {
  const { session } = editor;
  const self = useValue(editor.self);
  const key = habitsKey(self?.id ?? guestKey, session.documentId, board.id);
  const [habits, setHabits] = useState<BoardHabits>(() => readHabits(browserStorage(), key));
  const [filter, setFilter] = useState<CardFilter>(noFilter);
  const [opened, setOpened] = useState<string | null>(null);
  const members = useMembers(session.documentId);
  const keep = (next: BoardHabits): void => {
    setHabits(next);
    keepHabits(browserStorage(), key, next);
  };
  const { items, types: catalogue } = session.cards;
  const types = useMemo(
    () => typesOf(editor, board),
    // The catalogue is a new map when it changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [editor, board, catalogue],
  );
  const cards = useMemo(() => shownCards(board, items.values()), [board, items]);
  const ground: LaneGround = useMemo(
    () => ({ columns: board.planBoard.columns, types, people: peopleOf(members, cards) }),
    [board, types, members, cards],
  );
  const by = groupingsOf(types).some(({ value }) => value === habits.by) ? habits.by : 'none';
  const lanes = useMemo(() => lanesOf(by, filterCards(cards, filter), ground), [by, cards, filter, ground]);
  return (
    <>
      <BoardTools
        by={by}
        onGroup={(next) => keep({ by: next, folded: [] })}
        filter={filter}
        onFilter={setFilter}
        ground={ground}
        cards={cards}
      />
      <BoardTable
        editor={editor}
        by={by}
        lanes={lanes}
        cards={cards}
        filter={filter}
        ground={ground}
        folded={habits.folded}
        onFold={(lane, isFolded) =>
          keep({ by, folded: [...habits.folded.filter((one) => one !== lane), ...(isFolded ? [lane] : [])] })
        }
        onOpen={setOpened}
      />
      {opened !== null && <CardDialog id={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const shownCards = (board: BoardShape, items: Iterable<Item>): Item[] => [...items].filter((item) => holdsCard(board, item));

/** The members of the document, and other people who have a card of the board. */
function peopleOf(members: readonly Assignee[], cards: readonly Item[]): Assignee[] {
  const people = new Map(members.map((person) => [person.id, person]));
  for (const { assignee } of cards) if (assignee !== undefined && !people.has(assignee.id)) people.set(assignee.id, assignee);
  return [...people.values()];
}
