/** Sheets: rows and columns by id, cells with inputs and formats, and the layout around them. */
import Type, { type Static } from 'typebox';

import { limits } from './limits.ts';

const strict = { additionalProperties: false } as const;
const idOf = (kind: string, name: string) =>
  Type.String({ maxLength: 64, pattern: `^${kind}_[a-z0-9]{16,40}$`, description: `Id of ${name}.` });
export const RowId = idOf('row', 'a row');
export const ColId = idOf('col', 'a column');
const LineId = Type.String({ maxLength: 64, pattern: '^(row|col)_[a-z0-9]{16,40}$', description: 'Id of a row or column.' });
const LineIds = Type.Array(LineId, { minItems: 1, description: 'Ids of rows or columns.' });
const Before = Type.Optional(
  Type.String({ ...LineId, description: 'Id of the row or column that follows. Default: at the end.' }),
);
const Axis = Type.Enum(['row', 'col'], { description: 'Rows or columns.' });

export const CellInput = Type.Union(
  [
    Type.Object({ n: Type.Number({ description: 'A number.' }) }, strict),
    Type.Object(
      { s: Type.String({ maxLength: limits.cellCharacters * 2, description: 'A text; a formula if it begins with =.' }) },
      strict,
    ),
    Type.Object({ b: Type.Boolean({ description: 'TRUE or FALSE.' }) }, strict),
  ],
  { description: 'What is typed into a cell.' },
);
export type CellInput = Static<typeof CellInput>;

export const numberFormats = ['general', 'integer', 'decimal', 'percent', 'currency', 'date', 'datetime', 'text'] as const;
export type NumberFormatName = (typeof numberFormats)[number];

const color = (description: string) => Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description });
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
  bg: color('The background, `#rrggbb`.'),
  fc: color('The color of the text, `#rrggbb`.'),
  al: Type.Enum(['left', 'center', 'right'], { description: 'Horizontal alignment.' }),
  va: Type.Enum(['top', 'middle', 'bottom'], { description: 'Vertical alignment.' }),
  wr: Type.Boolean({ description: 'Wraps the text.' }),
} as const;

export const CellFormat = Type.Partial(Type.Object(formatKeys, strict), { description: 'The format of a cell.' });
export type CellFormat = Static<typeof CellFormat>;
const orNull = <T extends Type.TSchema & { readonly description?: string }>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description: `${schema.description ?? ''} Null removes it.` }));
/** A change to a format. Null removes a key. */
export const CellFormatPatch = Type.Object(
  {
    b: orNull(formatKeys.b), i: orNull(formatKeys.i), u: orNull(formatKeys.u), st: orNull(formatKeys.st), nf: orNull(formatKeys.nf),
    bg: orNull(formatKeys.bg), fc: orNull(formatKeys.fc), al: orNull(formatKeys.al), va: orNull(formatKeys.va), wr: orNull(formatKeys.wr),
  },
  { ...strict, description: 'A change of a format.' },
); // prettier-ignore
export type CellFormatPatch = Static<typeof CellFormatPatch>;

/** A cell in the document: its input and format. */
export const StoredCell = Type.Object({ i: Type.Optional(CellInput), f: Type.Optional(CellFormat) }, strict);
export type StoredCell = Static<typeof StoredCell>;

/** The value of a formula. */
export const CellValue = Type.Union(
  [
    Type.Object({ n: Type.Number({ description: 'A number.' }) }, strict),
    Type.Object({ s: Type.String({ description: 'A text.' }) }, strict),
    Type.Object({ b: Type.Boolean({ description: 'TRUE or FALSE.' }) }, strict),
    Type.Object({ e: Type.String({ description: 'An error, such as `#DIV/0!`.' }) }, strict),
  ],
  { description: 'The value of a formula.' },
);
export type CellValue = Static<typeof CellValue>;

export const Cell = Type.Object(
  {
    r: RowId,
    c: ColId,
    i: Type.Union([CellInput, Type.Null()], { description: 'What is typed into it; null: nothing.' }),
    v: Type.Optional(CellValue),
    pending: Type.Optional(Type.Literal(true, { description: 'The formula has not been evaluated yet; `v` follows.' })),
    f: Type.Optional(CellFormat),
    a1: Type.Optional(Type.String({ description: 'The address of the cell, with `a1=1`.' })),
    text: Type.Optional(Type.String({ description: 'What the cell shows, with `text=1`.' })),
  },
  { ...strict, description: 'A cell.' },
);
export type Cell = Static<typeof Cell>;

const pixels = Type.Integer({ minimum: 8, maximum: 2_000, description: 'Height of rows or width of columns, in pixels.' });
const SheetSize = Type.Object({ axis: Axis, id: LineId, px: pixels }, { ...strict, description: 'The size of a row or column.' });
const Merge = Type.Object({ r: RowId, c: ColId, rows: Type.Integer({ minimum: 1, maximum: limits.sheetRows, description: 'The number of rows.' }), cols: Type.Integer({ minimum: 1, maximum: limits.sheetColumns, description: 'The number of columns.' }) }, { ...strict, description: 'A merge, by its top-left cell.' }); // prettier-ignore
const Frozen = Type.Object(
  {
    rows: Type.Integer({ minimum: 0, maximum: limits.sheetRows, description: 'Rows from the top.' }),
    cols: Type.Integer({ minimum: 0, maximum: limits.sheetColumns, description: 'Columns from the left.' }),
  },
  { ...strict, description: 'What stays in view when the sheet is scrolled.' },
);
const FilterValues = Type.Array(Type.String({ maxLength: limits.filterCharacters }), {
  maxItems: limits.filterValues,
  description: 'The texts of the rows to show.',
});

export const SheetLayout = Type.Object(
  {
    rows: Type.Array(RowId, { description: 'Top to bottom.' }),
    cols: Type.Array(ColId, { description: 'Left to right.' }),
    sizes: Type.Optional(Type.Array(SheetSize, { description: 'Rows and columns that do not have the default size.' })),
    hidden: Type.Optional(Type.Array(LineId, { description: 'Hidden rows and columns.' })),
    frozen: Type.Optional(Frozen),
    merges: Type.Optional(Type.Array(Merge, { description: 'Merged cells.' })),
    filters: Type.Optional(
      Type.Array(Type.Object({ c: ColId, values: FilterValues }, strict), { description: 'Filters, one for a column.' }),
    ),
  },
  { ...strict, description: 'The rows and columns of a sheet.' },
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
    id: idOf('sheet', 'the sheet'),
    tabId: Type.String({ description: 'Id of its tab.' }),
    title: Type.String({ description: 'Its title, unique on its tab.' }),
    rev: Type.Integer({ minimum: 0, description: 'Rises by one with each write.' }),
    layout: SheetLayout,
    cells: Type.Array(Cell, { description: 'The cells that are not empty, row by row.' }),
    pending: PendingCount,
  },
  { ...strict, description: 'A spreadsheet.' },
);
export type Sheet = Static<typeof Sheet>;

export const LayoutChange = Type.Union([
  Type.Object(
    { k: Type.Literal('insert'), axis: Axis, count: Type.Optional(Type.Integer({ minimum: 1, description: 'The number of rows or columns.' })), ids: Type.Optional(LineIds), before: Before },
    { ...strict, description: 'Inserts `count` lines with ids that the server assigns, or lines with `ids`; without `before` at the end.' },
  ),
  Type.Object({ k: Type.Literal('delete'), axis: Axis, ids: LineIds }, { ...strict, description: 'Deletes rows or columns with their cells.' }),
  Type.Object({ k: Type.Literal('move'), axis: Axis, ids: LineIds, before: Before }, { ...strict, description: 'Moves rows or columns together.' }),
  Type.Object({ k: Type.Literal('size'), axis: Axis, ids: LineIds, px: pixels }, { ...strict, description: 'Sets the size of rows or columns.' }),
  Type.Object({ k: Type.Literal('hide'), axis: Axis, ids: LineIds, hidden: Type.Boolean({ description: 'False shows them again.' }) }, { ...strict, description: 'Hides or shows rows or columns.' }),
  Type.Object({ k: Type.Literal('freeze'), rows: Type.Optional(Frozen.properties.rows), cols: Type.Optional(Frozen.properties.cols) }, { ...strict, description: 'Freezes rows at the top and columns at the left.' }),
  Type.Object({ k: Type.Literal('merge'), ...Merge.properties }, { ...strict, description: 'A size of one row and one column undoes the merge.' }),
  Type.Object({ k: Type.Literal('filter'), c: ColId, values: Type.Union([FilterValues, Type.Null()], { description: 'The texts of the rows to show; null: all rows.' }) }, { ...strict, description: 'Shows only rows whose text in the column is one of these; null shows all.' }),
]); // prettier-ignore
export type LayoutChange = Static<typeof LayoutChange>;

export const CellWrite = Type.Object(
  {
    r: RowId,
    c: ColId,
    i: Type.Optional(Type.Union([CellInput, Type.Null()], { description: 'What to type into it; null empties it.' })),
    f: Type.Optional(CellFormatPatch),
  },
  { ...strict, description: 'A change of one cell.' },
);
export type CellWrite = Static<typeof CellWrite>;

export const SheetWrite = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('cells'), cells: Type.Array(CellWrite, { description: 'The cells to write.' }) },
      { ...strict, description: 'Writes cells.' },
    ),
    Type.Object(
      { kind: Type.Literal('title'), title: Type.String({ description: 'The new title.' }) },
      { ...strict, description: 'Renames the sheet.' },
    ),
    Type.Object(
      { kind: Type.Literal('layout'), changes: Type.Array(LayoutChange, { description: 'Applied in order.' }) },
      { ...strict, description: 'Changes rows and columns.' },
    ),
  ],
  { description: 'A write to a sheet, all or nothing.' },
);
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
