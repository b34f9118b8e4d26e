/**
 * value: the value of a cell or of a part of a formula: a number, text, boolean, nothing, an error, or a grid of those.
 *
 * Errors are values (never thrown), one object per kind, so they compare by identity.
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

/** Null is an empty cell or an omitted argument. */
export type Scalar = number | string | boolean | null | SheetError;
/** Row by row. `isRange`: read from cells, where text that looks like a number does not count as one. */
export type Grid = {
  readonly height: number;
  readonly width: number;
  readonly cells: readonly Scalar[];
  readonly isRange?: boolean;
  /** For a range: its sheet, and its position there, from 0. */
  readonly sheet?: string;
  readonly at?: { readonly row: number; readonly col: number };
};
export type Value = Scalar | Grid;

/** Placeholder for the value of a pending formula. Formulas never read it. */
export const pending = Object.freeze({ pending: true });
export type Pending = typeof pending;
/** The displayed value of a cell. */
export type CellContent = Scalar | Pending;
export const isPending = (content: CellContent): content is Pending => content === pending;

const errorValues = Object.fromEntries(errorNames.map((e) => [e, Object.freeze({ e })])) as Readonly<
  Record<ErrorName, SheetError>
>;
export const errorValue = (name: ErrorName): SheetError => errorValues[name];
export const divZero = errorValues['#DIV/0!'];
export const badValue = errorValues['#VALUE!'];
export const noCells = errorValues['#NULL!'];
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

/** The first value of a grid; any other value unchanged. */
export const scalarOf = (value: Value): Scalar => (isGrid(value) ? (value.cells[0] ?? null) : value);

export const gridOf = (value: Value): Grid => (isGrid(value) ? value : { height: 1, width: 1, cells: [value] });

/** A number that a double cannot represent is an error, as in other spreadsheets. */
export const finite = (value: number): number | SheetError => (Number.isFinite(value) ? (value === 0 ? 0 : value) : badNumber);

/** The cell of a grid at a position; undefined beyond it. */
export const cellAt = (grid: Grid, row: number, col: number): Scalar | undefined =>
  row < 0 || col < 0 || row >= grid.height || col >= grid.width ? undefined : (grid.cells[row * grid.width + col] ?? null);
