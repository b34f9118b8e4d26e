/** The last change of each field of an element, found by going back from its current value. */
import type { Element } from '#schema/element.ts';
import type { FieldChange } from '#schema/history.ts';
import { jsonEqual } from '#schema/json-equal.ts';

export class Blame {
  readonly fields: Record<string, FieldChange> = {};
  /** Fields whose last change was not found yet. */
  readonly #open: Set<string>;

  constructor(element: Element) {
    this.#open = new Set(Object.keys(element).filter((name) => name !== 'id'));
  }

  /** False once every field is attributed. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** The next older change: the element before and after it. Undefined: unknown, then older changes cannot be attributed. */
  note(before: Element | null | undefined, after: Element | null | undefined, change: FieldChange): void {
    if (before === undefined || after === undefined) this.#open.clear();
    for (const name of this.#open) {
      if (jsonEqual(valueOf(before, name), valueOf(after, name))) continue;
      this.fields[name] = change;
      this.#open.delete(name);
    }
  }
}

const valueOf = (element: Element | null | undefined, name: string): unknown =>
  element === null || element === undefined ? null : ((element as Readonly<Record<string, unknown>>)[name] ?? null);
