/**
 * past: what elements were at a revision, put together from what is known of the changes since then.
 * P1  The oldest change of an element tells what it was: a changeset and an editor's removal the whole of it, another edit of
 *     an editor only the fields that it changed; the others are as the next change found them, or as they are now.
 * P2  What cannot be told is not made up: an element that somebody has left unreadable has no past here.
 */
import type { Element } from '#schema/element.ts';
import type { EditedElement } from '#schema/history.ts';

/** What is known so far of an element: the whole, or fields. */
type Known = { readonly was: Element | null } | { readonly fields: Readonly<Record<string, unknown>> };

export class Pasts {
  readonly #cache = new Map<string, Known | 'lost'>();

  /** Takes the next change of an element, oldest first; `was`: what it found, null when that was not there. */
  note(change: EditedElement): void {
    const known = this.#cache.get(change.id);
    if (known === undefined) this.#cache.set(change.id, change);
    else if (known !== 'lost' && 'fields' in known) this.#cache.set(change.id, joined(known.fields, change));
  }

  /** Ids of the elements that changed. */
  ids(): Iterable<string> {
    return this.#cache.keys();
  }

  /** What an element was, null when it was not there; `now`: what it is. Undefined when nothing changed it, or [P2]. */
  of(id: string, now: Element | null): Element | null | undefined {
    const known = this.#cache.get(id);
    return known === undefined || known === 'lost' ? undefined : wasOf(known, now);
  }
}

/** What an older change tells wins over what the newer one found. */
function joined(older: Readonly<Record<string, unknown>>, newer: Known): Known | 'lost' {
  if ('fields' in newer) return { fields: { ...newer.fields, ...older } };
  return newer.was === null ? 'lost' : { was: withFields(newer.was, older) };
}

/** What an element was before one change, from what it was after it; undefined when that cannot be told. */
export function wasOf(change: Known, after: Element | null): Element | null | undefined {
  if ('was' in change) return change.was;
  return after === null ? undefined : withFields(after, change.fields);
}

function withFields(element: Element, fields: Readonly<Record<string, unknown>>): Element {
  const set = Object.entries({ ...element, ...fields }).filter(([, value]) => value !== null && value !== undefined);
  // Fields of an element as they were, from a row of the storage.
  return Object.fromEntries(set) as Element;
}
