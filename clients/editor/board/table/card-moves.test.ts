import { describe, expect, test } from 'vitest';

import { writeCards } from '#schema/ydoc/cards.ts';
import type { Element } from '#schema/element.ts';

import { officeWith, openEditor } from '../../live/desk.test-support.ts';
import { Signal } from '../../state/signal.ts';
import { cardFor, groundOf } from './boards.test-support.ts';
import { cardKeyAction, CardMoves } from './card-moves.ts';
import { type Grouping, lanesOf } from './lanes.ts';

const columns = [
  { status: 'todo~00000001', name: 'To do' },
  { status: 'done~00000001', name: 'Done' },
];
const board = { id: 'board~00000000', type: 'shape', shape: 'plan-board', z: 'a0', x: 0, y: 0, width: 400, height: 300, planBoard: { types: null, columns } } as unknown as Element; // prettier-ignore
const card = (letter: string, fields: object = {}) => cardFor(letter, { status: 'todo~00000001', ...fields });
const at = (letter: string, lane: string) => ({ id: cardFor(letter).id, lane });

/** A board whose cards are in swimlanes. */
function boardOf(by: Grouping, ...cards: ReturnType<typeof card>[]) {
  const office = officeWith(board);
  writeCards(
    office.doc,
    cards.map(({ votes: _votes, comments: _comments, commentsResolved: _resolved, key: _key, ...stored }) => ({
      id: stored.id,
      before: null,
      after: stored,
    })),
  );
  const { desk, editor: given } = openEditor(office);
  const announced: string[] = [];
  const mayEdit = new Signal(true);
  const editor = { ...given, mayEdit, announce: (text: string) => void announced.push(text) };
  const ground = { ...groundOf([...desk.cards.types.values()]), columns };
  const lanes = () => lanesOf(by, [...desk.cards.items.values()], ground);
  const moves = () => new CardMoves({ editor, by, lanes: lanes(), shown: { columns, lanes: lanes() }, ground });
  const cells = (lane: string, status: string) =>
    lanes()
      .find(({ key }) => key === lane)
      ?.cells.get(status)
      ?.map(({ title }) => title);
  return { desk, mayEdit, announced, moves, cells, shown: () => ({ columns, lanes: lanes() }) };
}

describe('a card that is moved', () => {
  test('is in its new column and lane after one step of the undo, and announced', () => {
    const { desk, moves, cells, announced } = boardOf(
      'priority',
      card('a', { priority: 'low' }),
      card('b', { priority: 'high' }),
    );
    const target = { lane: 'high', status: 'done~00000001', before: null };
    expect(moves().move(at('a', 'low'), target)).toEqual(at('a', 'high'));
    expect(cells('high', 'done~00000001')).toEqual(['a']);
    expect(announced).toEqual([expect.stringContaining('Done')]);
    desk.undo();
    expect(cells('low', 'todo~00000001')).toEqual(['a']);
  });

  test('is above the card that it was put before', () => {
    const { moves, cells } = boardOf('none', card('a'), card('b'), card('c'));
    moves().move(at('c', ''), { lane: '', status: 'todo~00000001', before: at('a', '').id });
    expect(cells('', 'todo~00000001')).toEqual(['c', 'a', 'b']);
  });

  test('stays where it is, unannounced, if that is its place already, or without the right to edit', () => {
    const { mayEdit, moves, announced } = boardOf('none', card('a'), card('b'));
    expect(moves().move(at('a', ''), { lane: '', status: 'todo~00000001', before: at('b', '').id })).toBeNull();
    const done = { lane: '', status: 'done~00000001', before: null };
    expect(moves().move(at('z', ''), done)).toBeNull();
    mayEdit.set(false);
    expect([moves().move(at('a', ''), done), announced]).toEqual([null, []]);
  });

  test('does not change its type with the lane, and the reason is announced', () => {
    const { moves, announced } = boardOf('type', card('a'));
    const other = 'bug';
    expect(moves().mayMove(at('a', 'task'), other)).toBe(false);
    expect(moves().mayMove(at('a', 'task'), 'task')).toBe(true);
    expect(moves().move(at('a', 'task'), { lane: other, status: 'done~00000001', before: null })).toBeNull();
    expect(announced).toHaveLength(1);
  });
});

describe('a key on a card', () => {
  const plain = { altKey: false, shiftKey: false, ctrlKey: false, metaKey: false };

  test('moves the focus, with Ctrl the card', () => {
    const shown = boardOf('none', card('a'), card('b')).shown();
    expect(cardKeyAction(shown, at('a', ''), { ...plain, key: 'ArrowDown' })).toEqual({ kind: 'focus', spot: at('b', '') });
    expect(cardKeyAction(shown, at('a', ''), { ...plain, key: 'End' })).toEqual({ kind: 'focus', spot: at('b', '') });
    expect(cardKeyAction(shown, at('a', ''), { ...plain, key: 'ArrowRight', ctrlKey: true })).toEqual({
      kind: 'move',
      target: { lane: '', status: 'done~00000001', before: null },
    });
    expect(cardKeyAction(shown, at('a', ''), { ...plain, key: 'ArrowLeft', metaKey: true })).toEqual({
      kind: 'move',
      target: null,
    });
  });

  test('does nothing with Shift or Alt, and if it is no arrow key', () => {
    const shown = boardOf('none', card('a')).shown();
    const strokes = [{ key: 'ArrowDown', shiftKey: true }, { key: 'ArrowDown', altKey: true }, { key: 'x' }, { key: 'Home', ctrlKey: true }]; // prettier-ignore
    for (const stroke of strokes) expect(cardKeyAction(shown, at('a', ''), { ...plain, ...stroke })).toBeNull();
  });
});
