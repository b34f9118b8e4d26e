/** reference-reader: references that a formula finds during its calculation, as by OFFSET and INDIRECT (SH10). */
import type { Span } from './span.ts';
import type { Value } from './value.ts';

export type CellArea = { readonly sheet: string; readonly span: Span };

export type ReferenceReader = {
  /** The values of an area; #REF! for one beyond its sheet. */
  area(area: CellArea): Value;
  /** The area that a text names; null for none. */
  named(text: string): CellArea | null;
  /** The formula of a cell in A1 notation with its `=`; null for a cell without one. */
  formula(area: CellArea): string | null;
};
