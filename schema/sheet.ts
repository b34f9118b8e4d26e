/** Sheets: rows and columns by id, cells with inputs and formats, and the layout around them. */
import Type, { type Static } from 'typebox';

import { limits } from './limits.ts';

const strict = { additionalProperties: false } as const;
const idOf = (kind: string) => Type.String({ maxLength: 64, pattern: `^${kind}_[a-z0-9]{16,40}$` });
export const RowId = idOf('row');
export const ColId = idOf('col');
const LineId = Type.String({ maxLength: 64, pattern: '^(row|col)_[a-z0-9]{16,40}$' });
const Axis = Type.Enum(['row', 'col']);

export const CellInput = Type.Union([
  Type.Object({ n: Type.Number() }, strict),
  Type.Object({ s: Type.String({ maxLength: limits.cellCharacters * 2 }) }, strict),
  Type.Object({ b: Type.Boolean() }, strict),
]);
export type CellInput = Static<typeof CellInput>;

export const numberFormats = ['general', 'integer', 'decimal', 'percent', 'currency', 'date', 'datetime', 'text'] as const;
export type NumberFormatName = (typeof numberFormats)[number];

const Color = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' });
const formatKeys = {
  b: Type.Boolean({ description: 'Bold.' }),
  i: Type.Boolean({ description: 'Italic.' }),
  u: Type.Boolean({ description: 'Underlined.' }),
  st: Type.Boolean({ description: 'Struck through.' }),
  nf: Type.String({
    minLength: 1,
    maxLength: 255,
    description: `A format code such as \`#,##0.00 "EUR"\`, or one of: ${numberFormats.join(', ')}.`,
  }),
  bg: Color,
  fc: Color,
  al: Type.Enum(['left', 'center', 'right']),
  va: Type.Enum(['top', 'middle', 'bottom']),
  wr: Type.Boolean({ description: 'Wraps the text.' }),
} as const;

export const CellFormat = Type.Partial(Type.Object(formatKeys, strict));
export type CellFormat = Static<typeof CellFormat>;
const orNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
/** A change to a format. Null removes a key. */
export const CellFormatPatch = Type.Object(
  {
    b: orNull(formatKeys.b), i: orNull(formatKeys.i), u: orNull(formatKeys.u), st: orNull(formatKeys.st), nf: orNull(formatKeys.nf),
    bg: orNull(formatKeys.bg), fc: orNull(formatKeys.fc), al: orNull(formatKeys.al), va: orNull(formatKeys.va), wr: orNull(formatKeys.wr),
  },
  strict,
); // prettier-ignore
export type CellFormatPatch = Static<typeof CellFormatPatch>;

/** A cell in the document: its input and format. */
export const StoredCell = Type.Object({ i: Type.Optional(CellInput), f: Type.Optional(CellFormat) }, strict);
export type StoredCell = Static<typeof StoredCell>;

/** The value of a formula. */
export const CellValue = Type.Union([
  Type.Object({ n: Type.Number() }, strict),
  Type.Object({ s: Type.String() }, strict),
  Type.Object({ b: Type.Boolean() }, strict),
  Type.Object({ e: Type.String({ description: 'An error, such as `#DIV/0!`.' }) }, strict),
]);
export type CellValue = Static<typeof CellValue>;

export const Cell = Type.Object(
  {
    r: RowId,
    c: ColId,
    i: Type.Union([CellInput, Type.Null()]),
    v: Type.Optional(CellValue),
    pending: Type.Optional(Type.Literal(true, { description: 'The formula has not been evaluated yet; `v` follows.' })),
    f: Type.Optional(CellFormat),
    a1: Type.Optional(Type.String({ description: 'The address of the cell, with `a1=1`.' })),
    text: Type.Optional(Type.String({ description: 'What the cell shows, with `text=1`.' })),
  },
  strict,
);
export type Cell = Static<typeof Cell>;

const pixels = Type.Integer({ minimum: 8, maximum: 2_000 });
const SheetSize = Type.Object({ axis: Axis, id: LineId, px: pixels }, strict);
const Merge = Type.Object({ r: RowId, c: ColId, rows: Type.Integer({ minimum: 1, maximum: limits.sheetRows }), cols: Type.Integer({ minimum: 1, maximum: limits.sheetColumns }) }, strict); // prettier-ignore
const Frozen = Type.Object(
  {
    rows: Type.Integer({ minimum: 0, maximum: limits.sheetRows }),
    cols: Type.Integer({ minimum: 0, maximum: limits.sheetColumns }),
  },
  strict,
);
const FilterValues = Type.Array(Type.String({ maxLength: limits.filterCharacters }), { maxItems: limits.filterValues });

export const SheetLayout = Type.Object(
  {
    rows: Type.Array(RowId, { description: 'Top to bottom.' }),
    cols: Type.Array(ColId, { description: 'Left to right.' }),
    sizes: Type.Optional(Type.Array(SheetSize)),
    hidden: Type.Optional(Type.Array(LineId)),
    frozen: Type.Optional(Frozen),
    merges: Type.Optional(Type.Array(Merge)),
    filters: Type.Optional(Type.Array(Type.Object({ c: ColId, values: FilterValues }, strict))),
  },
  strict,
);
export type SheetLayout = Static<typeof SheetLayout>;

export const PendingCount = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      'The number of formulas of the sheet that have not been evaluated yet. A `sheet` event with action `values` follows when they have been.',
  }),
);

export const Sheet = Type.Object(
  {
    id: idOf('sheet'),
    tabId: Type.String(),
    title: Type.String(),
    rev: Type.Integer({ minimum: 0, description: 'Rises by one with each write.' }),
    layout: SheetLayout,
    cells: Type.Array(Cell, { description: 'The cells that are not empty, row by row.' }),
    pending: PendingCount,
  },
  strict,
);
export type Sheet = Static<typeof Sheet>;

export const LayoutChange = Type.Union([
  Type.Object(
    { k: Type.Literal('insert'), axis: Axis, count: Type.Optional(Type.Integer({ minimum: 1 })), ids: Type.Optional(Type.Array(LineId, { minItems: 1 })), before: Type.Optional(LineId) },
    { ...strict, description: 'Inserts `count` lines with ids that the server assigns, or lines with `ids`; without `before` at the end.' },
  ),
  Type.Object({ k: Type.Literal('delete'), axis: Axis, ids: Type.Array(LineId, { minItems: 1 }) }, strict),
  Type.Object({ k: Type.Literal('move'), axis: Axis, ids: Type.Array(LineId, { minItems: 1 }), before: Type.Optional(LineId) }, strict),
  Type.Object({ k: Type.Literal('size'), axis: Axis, ids: Type.Array(LineId, { minItems: 1 }), px: pixels }, strict),
  Type.Object({ k: Type.Literal('hide'), axis: Axis, ids: Type.Array(LineId, { minItems: 1 }), hidden: Type.Boolean() }, strict),
  Type.Object({ k: Type.Literal('freeze'), rows: Type.Optional(Frozen.properties.rows), cols: Type.Optional(Frozen.properties.cols) }, strict),
  Type.Object({ k: Type.Literal('merge'), ...Merge.properties }, { ...strict, description: 'A size of one row and one column undoes the merge.' }),
  Type.Object({ k: Type.Literal('filter'), c: ColId, values: Type.Union([FilterValues, Type.Null()]) }, { ...strict, description: 'Shows only rows whose text in the column is one of these; null shows all.' }),
]); // prettier-ignore
export type LayoutChange = Static<typeof LayoutChange>;

export const CellWrite = Type.Object(
  { r: RowId, c: ColId, i: Type.Optional(Type.Union([CellInput, Type.Null()])), f: Type.Optional(CellFormatPatch) },
  strict,
);
export type CellWrite = Static<typeof CellWrite>;

export const SheetWrite = Type.Union([
  Type.Object({ kind: Type.Literal('cells'), cells: Type.Array(CellWrite) }, strict),
  Type.Object({ kind: Type.Literal('title'), title: Type.String() }, strict),
  Type.Object({ kind: Type.Literal('layout'), changes: Type.Array(LayoutChange) }, strict),
]);
export type SheetWrite = Static<typeof SheetWrite>;

/** The rows or columns of a sheet. */
export type SheetAxis = {
  /** In order. */
  readonly ids: readonly string[];
  /**
   * The position of each, from 0. A deleted one that formulas still name is between its neighbors, at half a position, so that
   * a range that began or ended with it can be shortened.
   */
  readonly rank: ReadonlyMap<string, number>;
  /** Fractional indices, deleted rows or columns included. */
  readonly orders: ReadonlyMap<string, string>;
};

/** The plain values of a sheet. The key of a cell is `<row id>:<column id>`. */
export type SheetState = {
  readonly id: string;
  readonly tabId: string;
  readonly title: string;
  readonly rows: SheetAxis;
  readonly cols: SheetAxis;
  readonly cells: ReadonlyMap<string, StoredCell>;
  readonly sizes: ReadonlyMap<string, number>;
  readonly hidden: ReadonlySet<string>;
  readonly merges: ReadonlyMap<string, { readonly rows: number; readonly cols: number }>;
  readonly filters: ReadonlyMap<string, readonly string[]>;
  readonly frozen: { readonly rows: number; readonly cols: number };
};

export const cellKey = (row: string, col: string): string => `${row}:${col}`;
