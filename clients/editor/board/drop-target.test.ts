import { describe, expect, test } from 'vitest';

import type { CardFace } from '#core/board/card-face.ts';
import { layBoard } from '#core/render/boxes/board-layout.ts';
import type { Shape } from '#schema/element.ts';

import { dropTarget } from './drop-target.ts';

const face = (id: string): CardFace => ({
  id,
  type: 'task',
  key: 1,
  title: id,
  color: null,
  flagged: false,
  labels: [],
  due: null,
  estimate: null,
  assignee: null,
  comments: 0,
});
const board = {
  id: 'b~00000000',
  type: 'shape',
  shape: 'plan-board',
  z: 'a0',
  x: 0,
  y: 0,
  width: 600,
  height: 400,
  planBoard: {
    types: null,
    columns: [
      { status: 'todo~1', name: 'Item' },
      { status: 'done~1', name: 'Done' },
    ],
  },
} as Shape;
const columns = layBoard(board, new Map([['todo~1', ['a', 'b', 'c'].map(face)]]));
const [todo, done] = columns;
const middleOf = (id: string) => {
  const { place } = todo!.visibleCards.find((card) => card.face.id === id)!;
  return { x: place.x + 10, y: place.y + place.height / 2 };
};

describe('a card dropped on a board', () => {
  test('goes before the card whose middle is below the pointer', () => {
    const at = middleOf('b');
    expect(dropTarget(columns, { ...at, y: at.y - 3 }, 'x')).toMatchObject({ status: 'todo~1', before: 'b', isPlace: false });
    expect(dropTarget(columns, { ...at, y: at.y + 3 }, 'x')).toMatchObject({ before: 'c' });
    expect(dropTarget(columns, { x: at.x, y: todo!.place.y + todo!.place.height - 2 }, 'x')).toMatchObject({ before: null });
  });

  test('goes into an empty column, and nowhere beside the columns', () => {
    expect(dropTarget(columns, { x: done!.place.x + 5, y: done!.place.y + 200 }, 'a')).toMatchObject({
      status: 'done~1',
      before: null,
    });
    expect(dropTarget(columns, { x: -5, y: 100 }, 'a')).toBeNull();
  });

  test('stays in its place if it is dropped beside itself', () => {
    const at = middleOf('b');
    expect(dropTarget(columns, { ...at, y: at.y - 3 }, 'b')?.isPlace).toBe(true);
    expect(dropTarget(columns, { ...at, y: at.y + 3 }, 'b')?.isPlace).toBe(true);
    expect(dropTarget(columns, { ...at, y: at.y + 3 }, 'a')?.isPlace).toBe(false);
  });

  test('goes before the first hidden card if it is dropped below the shown ones', () => {
    const many = Array.from({ length: 30 }, (_, index) => face(`c${index}`));
    const [column] = layBoard(board, new Map([['todo~1', many]]));
    const hidden = many[column!.visibleCards.length]!.id;
    const { place } = column!;
    expect(dropTarget([column!], { x: place.x + 9, y: place.y + place.height - 2 }, 'x')?.before).toBe(hidden);
  });
});
