/**
 * style-fields: the fields that the selected elements share, their values, and what setting one does: it becomes the style of the
 * next new element of the same kind too.
 */
import { type Element, isArrow } from '#schema/element.ts';
import type { EndHead } from '#schema/heads.ts';

import { type FieldValues, setFields } from '../changes/set-fields.ts';
import { setHead } from '../changes/wire.ts';
import { writeChange } from '../changes/write-change.ts';
import type { Editor } from '../state/editor.ts';
import { rememberLooks } from '../state/remember-looks.ts';
import type { StyleField } from '../changes/drawn-fields.ts';
import { mixedValues, sharedFields, type SharedValue } from './shared-fields.ts';

export class StyleFields {
  readonly elements: readonly Element[];
  readonly shared: ReadonlyMap<StyleField, SharedValue>;
  readonly #editor: Editor;

  constructor(editor: Editor, elements: readonly Element[]) {
    this.#editor = editor;
    this.elements = elements;
    this.shared = sharedFields(elements);
  }

  has(name: StyleField): boolean {
    return this.shared.has(name);
  }

  readonly value = (name: StyleField): SharedValue => this.shared.get(name) ?? null;

  /** The value as the option of a list: `fallback` if none of the elements has one, empty if they differ. */
  option(name: StyleField, fallback: string): string {
    const value = this.value(name);
    return value === null ? fallback : typeof value === 'string' ? value : '';
  }

  /** The thickness of strokes; 0 if they differ. */
  get thickness(): number {
    const value = this.value('thickness');
    return typeof value === 'number' ? value : value === mixedValues ? 0 : 3;
  }

  /** Edits with the same `joins` that follow each other are one step of the undo. */
  readonly set = (values: FieldValues, joins?: string): void => {
    const options = joins === undefined ? {} : { joins };
    if (writeChange(this.#editor, setFields(this.#editor.selection.get(), values), options))
      rememberLooks(this.#editor, this.elements, values);
  };

  /** The head at one end of the arrows. New arrows get the heads of the first. */
  setHead(at: 'start' | 'end', head: EndHead): void {
    const editor = this.#editor;
    const ids = editor.selection.get();
    if (!writeChange(editor, setHead(ids, at, head))) return;
    const [first] = [...ids].map((id) => editor.tab.view.get(id)).filter((one) => one?.type === 'arrow');
    rememberLooks(editor, this.elements.filter(isArrow), { heads: first?.heads ?? null });
  }
}
