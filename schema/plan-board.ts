/** What a board on the canvas shows of a document's cards. */
import Type, { type Static } from 'typebox';

import { limits } from './limits.ts';

const strict = { additionalProperties: false } as const;

export const BoardColumn = Type.Object(
  {
    status: Type.String({
      pattern: '^[a-z][a-z0-9_-]{0,23}~[0-9a-z]{1,16}$',
      description: 'The status of the cards that it shows.',
    }),
    name: Type.String({ minLength: 1, maxLength: limits.nameCharacters, description: 'Its heading.' }),
    wipLimit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000, description: 'The most cards that it should have.' })),
  },
  { ...strict, description: 'A column of a board.' },
);
export type BoardColumn = Static<typeof BoardColumn>;
export const PlanBoard = Type.Object(
  {
    types: Type.Union([Type.Null(), Type.Array(Type.String({ maxLength: 64 }), { maxItems: 32 })], {
      description: 'Ids of the card types that it shows; null: all.',
    }),
    columns: Type.Array(BoardColumn, { maxItems: limits.boardColumns, description: 'Left to right.' }),
  },
  { ...strict, description: 'What a board shows.' },
);
export type PlanBoard = Static<typeof PlanBoard>;

export const PlanSheet = Type.Object(
  { sheetId: Type.String({ maxLength: 64, pattern: '^sheet_[a-z0-9]+$', description: 'Id of the sheet.' }) },
  { ...strict, description: 'The sheet that a plan-sheet shows.' },
);
