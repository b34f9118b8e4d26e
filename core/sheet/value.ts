/**
 * value: what a cell or a part of a formula comes to: a number, text, truth value, nothing, an error, or a grid of those.
 *
 * Errors are values of their own (never thrown), one object for each kind, so that they compare by identity.
 */

export const errorNames = [
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  '#ERROR!',
  '#CIRC!',
  '#LIMIT!',
] as const;
export type ErrorName = (typeof errorNames)[number];
export type SheetError = { readonly e: ErrorName };

/** Null is an empty cell or an argument that is left out. */
export type Scalar = number | string | boolean | null | SheetError;
/** Row by row. `isRange`: read from cells, where texts that look like numbers do not count as numbers. */
export type Grid = {
  readonly height: number;
  readonly width: number;
  readonly cells: readonly Scalar[];
  readonly isRange?: boolean;
  /** Of a range: the position on its sheet, from 0. */
  readonly at?: { readonly row: number; readonly col: number };
};
export type Value = Scalar | Grid;

/** Stands where the value of a formula will be, until it is calculated. No formula ever reads it. */
export const pending = Object.freeze({ pending: true });
export type Pending = typeof pending;
/** What a cell shows. */
export type CellContent = Scalar | Pending;
export const isPending = (content: CellContent): content is Pending => content === pending;

const errorValues = Object.fromEntries(errorNames.map((e) => [e, Object.freeze({ e })])) as Readonly<
  Record<ErrorName, SheetError>
>;
export const errorValue = (name: ErrorName): SheetError => errorValues[name];
export const divZero = errorValues['#DIV/0!'];
export const badValue = errorValues['#VALUE!'];
export const badRef = errorValues['#REF!'];
export const badName = errorValues['#NAME?'];
export const badNumber = errorValues['#NUM!'];
export const notAvailable = errorValues['#N/A'];
export const unreadable = errorValues['#ERROR!'];
export const circular = errorValues['#CIRC!'];
export const limitError = errorValues['#LIMIT!'];

export const isGrid = (value: Value | undefined): value is Grid =>
  typeof value === 'object' && value !== null && 'cells' in value;
export const isSheetError = (value: unknown): value is SheetError => typeof value === 'object' && value !== null && 'e' in value;

/** The first value of a grid; what is no grid is that itself. */
export const scalarOf = (value: Value): Scalar => (isGrid(value) ? (value.cells[0] ?? null) : value);

export const gridOf = (value: Value): Grid => (isGrid(value) ? value : { height: 1, width: 1, cells: [value] });

/** A number that a double cannot hold is an error, as spreadsheets have it. */
export const finite = (value: number): number | SheetError => (Number.isFinite(value) ? (value === 0 ? 0 : value) : badNumber);

/** The cell of a grid at a place; undefined beyond it. */
export const cellAt = (grid: Grid, row: number, col: number): Scalar | undefined =>
  row < 0 || col < 0 || row >= grid.height || col >= grid.width ? undefined : (grid.cells[row * grid.width + col] ?? null);
