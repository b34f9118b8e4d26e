/**
 * past: reconstructs elements at a revision from the recorded changes since.
 *
 * The oldest change of an element gives its value: a changeset and an editor's removal record the whole element, any other edit
 * of an editor only the changed fields; the others come from the next change, or from the current element. An element whose
 * value cannot be reconstructed, because a person left it unreadable, has no past.
 */
import type { Element } from '#schema/element.ts';
import type { EditedElement } from '#schema/history.ts';

/** What is known so far of an element: the whole, or some fields. */
type Known = { readonly was: Element | null } | { readonly fields: Readonly<Record<string, unknown>> };

export class Pasts {
  readonly #cache = new Map<string, Known | 'lost'>();

  /** Records the next change of an element, oldest first. `was` is its value before the change, null if it did not exist. */
  note(change: EditedElement): void {
    const cached = this.#cache.get(change.id);
    if (cached === undefined) this.#cache.set(change.id, change);
    else if (cached !== 'lost' && 'fields' in cached) this.#cache.set(change.id, joined(cached.fields, change));
  }

  /** Ids of the elements that changed. */
  ids(): Iterable<string> {
    return this.#cache.keys();
  }

  /**
   * The element at the revision, null if it did not exist; `now` is its current value. Undefined if nothing changed it or its
   * past is unknown.
   */
  of(id: string, now: Element | null): Element | null | undefined {
    const cached = this.#cache.get(id);
    return cached === undefined || cached === 'lost' ? undefined : wasOf(cached, now);
  }
}

/** An older change takes precedence over a newer one. */
function joined(older: Readonly<Record<string, unknown>>, newer: Known): Known | 'lost' {
  if ('fields' in newer) return { fields: { ...newer.fields, ...older } };
  return newer.was === null ? 'lost' : { was: withFields(newer.was, older) };
}

/** The element before one change, given its value after it; undefined if unknown. */
export function wasOf(change: Known, after: Element | null): Element | null | undefined {
  if ('was' in change) return change.was;
  return after === null ? undefined : withFields(after, change.fields);
}

function withFields(element: Element, fields: Readonly<Record<string, unknown>>): Element {
  const set = Object.entries({ ...element, ...fields }).filter(([, value]) => value !== null && value !== undefined);
  // Earlier fields of an element, from a row of the storage.
  return Object.fromEntries(set) as Element;
}
