/** grid-keys: what each key does in a grid whose active cell is not being edited. */
import type { ToggledFormat } from './sheet-writes.ts';

export type GridStroke = {
  readonly key: string;
  readonly shift: boolean;
  readonly alt: boolean;
  /** Ctrl, or Command. */
  readonly mod: boolean;
};

export type GridAction =
  | {
      readonly kind: 'edit' | 'close' | 'clear' | 'select-all' | 'undo' | 'redo' | 'filter' | 'fill-down' | 'fill-right' | 'move';
    }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'format'; readonly format: ToggledFormat };

type Row = {
  readonly when: (stroke: GridStroke) => boolean;
  readonly kind: Exclude<GridAction['kind'], 'type' | 'format'>;
};

const withMod =
  (letter: string) =>
  ({ key, mod }: GridStroke): boolean =>
    mod && key.toLowerCase() === letter;

/** The first row that applies. */
const rows: readonly Row[] = [
  { when: ({ key, shift }) => key === 'F2' || (key === 'Enter' && !shift), kind: 'edit' },
  { when: ({ key }) => key === 'Escape', kind: 'close' },
  { when: ({ key }) => key === 'Delete' || key === 'Backspace', kind: 'clear' },
  { when: withMod('a'), kind: 'select-all' },
  { when: (stroke) => withMod('z')(stroke) && !stroke.shift, kind: 'undo' },
  { when: (stroke) => withMod('z')(stroke) || withMod('y')(stroke), kind: 'redo' },
  { when: ({ key, alt }) => alt && key === 'ArrowDown', kind: 'filter' },
  { when: (stroke) => withMod('d')(stroke) && !stroke.shift, kind: 'fill-down' },
  { when: (stroke) => withMod('r')(stroke) && !stroke.shift, kind: 'fill-right' },
];

const formats: readonly (readonly [letter: string, hasShift: boolean, format: ToggledFormat])[] = [
  ['b', false, 'b'],
  ['i', false, 'i'],
  ['u', false, 'u'],
  ['x', true, 'st'],
];

/** `move` for any other key: grid-selection.ts says where it leads, if anywhere. */
export function gridAction(stroke: GridStroke): GridAction {
  const row = rows.find(({ when }) => when(stroke));
  if (row !== undefined) return { kind: row.kind };
  const [, , format] = formats.find(([letter, hasShift]) => withMod(letter)(stroke) && stroke.shift === hasShift) ?? [];
  if (format !== undefined) return { kind: 'format', format };
  const isText = !stroke.mod && !stroke.alt && stroke.key.length === 1;
  return isText ? { kind: 'type', text: stroke.key } : { kind: 'move' };
}
