/** boards: cards, types and columns for tests of boards. */
import { defaultCatalogue } from '#schema/default-catalogue.ts';
import type { Assignee, CustomField, Item, ItemType } from '#schema/board.ts';

import type { LaneGround } from './lanes.ts';

const [task] = defaultCatalogue.types.filter(({ id }) => id === 'task');
if (task === undefined) throw new Error('there is a type for tasks');
export const taskType: ItemType = task;

export const withField = (type: ItemType, field: CustomField): ItemType => ({ ...type, custom: [...type.custom, field] });

/** A task in the first column, whose title and rank are the letter. */
export const cardFor = (letter: string, fields: Partial<Item> = {}): Item => ({
  id: `item_${letter.repeat(20)}`,
  type: 'task',
  title: letter,
  status: 'todo~1',
  rank: `a${letter}`,
  key: 1,
  votes: {},
  comments: [],
  commentsResolved: false,
  ...fields,
});

export const groundOf = (types: readonly ItemType[] = [taskType], people: readonly Assignee[] = []): LaneGround => ({
  columns: [
    { status: 'todo~1', name: 'To do' },
    { status: 'done~1', name: 'Done' },
  ],
  types,
  people,
});
