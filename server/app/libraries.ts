/** A person's shape libraries (SPEC.md). */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { LintCache } from '#core/lint/incremental.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { Library, LibraryItem, LibraryPatch, NewLibrary } from '#schema/library.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { firstOrderKey } from '#schema/ydoc/order-key.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { placeable } from '#server/images/placing.ts';
import { planOperations } from '#server/planner/plan-operations.ts';
import { lockGalleries } from '#storage/images.ts';
import { deleteLibrary, libraryById, type LibrarySize, librarySizes, listLibraries, putLibrary } from '#storage/libraries.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { isBound, refuseChanging, refuseCreating } from './ownership.ts';

export type LibraryAnswer = { readonly library: Library };
type Owner = PersonActor | AgentActor;

export type Libraries = {
  /** Errors: libraries_full, id_taken, invalid_value (an element), token_read_only, access_denied. */
  create(call: Call<Owner>, body: NewLibrary): Promise<LibraryAnswer | Problem>;
  list(call: Call<Owner>): Promise<{ readonly libraries: readonly Library[] }>;
  /** Errors: library_not_found, libraries_full, invalid_value, token_read_only. */
  change(call: Call<Owner>, id: string, patch: LibraryPatch): Promise<LibraryAnswer | Problem>;
  /** Adds items after those that the library has. Errors: library_not_found, library_full, id_taken, invalid_value, token_read_only. */
  addItems(call: Call<Owner>, id: string, items: readonly LibraryItem[]): Promise<LibraryAnswer | Problem>;
  /** Errors: library_not_found, token_read_only. */
  remove(call: Call<Owner>, id: string): Promise<null | Problem>;
};

export function createLibraries(context: AppContext): Libraries {
  const { storage, now, imageAccess } = context;
  const empty = emptyTab();
  const noFindings = new LintCache().change(empty, { tab: empty, edits: [] });

  /** Replaces a library by what `changed` makes of it; `others` are those of the same person. `added`: items that must be valid. */
  async function update(
    call: Call<Owner>,
    id: string,
    added: readonly LibraryItem[],
    changed: (previous: Library, others: readonly LibrarySize[]) => Library | Problem,
  ): Promise<LibraryAnswer | Problem> {
    const { actor } = call;
    if (isBound(actor)) return problem('library_not_found');
    const refusal = refuseChanging(actor) ?? (await invalidItem(added, actor));
    if (refusal !== null) return refusal;
    return commit<LibraryAnswer>(context, call, { action: 'library.change', about }, async (tx) => {
      await lockGalleries(tx, actor.userId);
      const previous = await libraryById(tx, actor.userId, id.toLowerCase());
      if (previous === null) return problem('library_not_found');
      const others = (await librarySizes(tx, actor.userId)).filter((one) => one.id !== previous.id);
      const library = changed(previous, others);
      if (isProblem(library)) return library;
      const full = refuseFull(others, library.items);
      if (full !== null) return full;
      await putLibrary(tx, actor.userId, library, now());
      return { library };
    });
  }

  return {
    async create(call, { id = randomUUID(), name, source = '', items = [] }) {
      const { actor } = call;
      const refusal = refuseCreating(actor, 'libraries') ?? (await invalidItem(items, actor));
      if (refusal !== null) return refusal;
      const auditSpec = { action: 'library.create', about };
      return commit<LibraryAnswer>(context, call, auditSpec, async (tx) => {
        await lockGalleries(tx, actor.userId);
        const existing = await librarySizes(tx, actor.userId);
        const library = { id: id.toLowerCase(), name: freeName(name, existing), source, items };
        if (existing.some((one) => one.id === library.id))
          return problem('id_taken', {
            detail: 'You already have a library with this id.',
            hint: 'Change it with PUT, or choose another id.',
          });
        if (existing.length >= limits.librariesPerUser) return problem('libraries_full', { limit: limits.librariesPerUser });
        const full = refuseFull(existing, items);
        if (full !== null) return full;
        await putLibrary(tx, actor.userId, library, now());
        return { library };
      });
    },

    async list({ actor }) {
      return { libraries: isBound(actor) ? [] : await listLibraries(storage.db, actor.userId) };
    },

    change(call, id, patch) {
      return update(call, id, patch.items ?? [], (previous, others) => {
        const { name = previous.name, source = previous.source, items = previous.items } = patch;
        return { id: previous.id, name: freeName(name, others), source, items };
      });
    },

    addItems(call, id, items) {
      return update(call, id, items, (previous) => {
        const all = [...previous.items, ...items];
        const ids = all.map((item) => item.id.toLowerCase());
        const twice = ids.find((itemId, index) => ids.indexOf(itemId) < index);
        if (twice !== undefined) {
          const detail = `The library has more than one item with the id ${twice}.`;
          return problem('id_taken', { detail, hint: 'Choose another id for the new item.' });
        }
        if (ids.length > limits.itemsPerLibrary) return problem('library_full', { limit: limits.itemsPerLibrary });
        return { ...previous, items: all };
      });
    },

    remove(call, id) {
      const { actor } = call;
      const auditSpec = { action: 'library.remove', about: () => ({ subject: id }) };
      return commit<null>(context, call, auditSpec, async (tx) => {
        const refusal = isBound(actor) ? problem('library_not_found') : refuseChanging(actor);
        if (refusal !== null) return refusal;
        return (await deleteLibrary(tx, actor.userId, id.toLowerCase())) ? null : problem('library_not_found');
      });
    },
  };

  /** Checks item by item, with a turn of the event loop after each. */
  async function invalidItem(items: readonly LibraryItem[], actor: Actor): Promise<Problem | null> {
    for (const [index, { elements }] of items.entries()) {
      const operations = elements.map((element) => ({ op: 'add', element }));
      const references = await placeable(imageAccess, actor, operations);
      const planned = planOperations(empty, operations, { selected: [], references }, { lintOf: () => noFindings });
      await nextTurn();
      if (!('errors' in planned)) continue;
      const [first] = planned.errors;
      if (first === undefined || elements.length === 0) continue;
      const pointer = `/items/${index}/elements/${first.operation}`;
      return problem('invalid_value', { detail: first.message, hint: first.hint, errors: [{ pointer, message: first.message }] });
    }
    return null;
  }
}

const about = ({ library }: LibraryAnswer): { readonly subject: string } => ({ subject: library.id });

/** The tab on which an item's elements are validated. */
const emptyTab = (): TabIndex =>
  TabIndex.of({
    id: 'tab_0000000000000000',
    name: 'Item',
    mode: 'canvas',
    theme: 'light',
    locked: false,
    order: firstOrderKey,
    layers: [],
    pages: [],
    elements: new Map(),
    skipped: [],
  });

function freeName(name: string, others: readonly LibrarySize[]): string {
  const taken = new Set(others.map((one) => one.name));
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` ${number}`;
    const free = `${Array.from(name)
      .slice(0, limits.nameCharacters - end.length)
      .join('')}${end}`;
    if (!taken.has(free)) return free;
  }
}

/** The limit concerns all libraries of a person together, as they are read together. */
function refuseFull(others: readonly LibrarySize[], items: readonly LibraryItem[]): Problem | null {
  const characters = others.reduce((sum, one) => sum + one.characters, JSON.stringify(items).length);
  if (characters <= limits.libraryCharactersPerUser) return null;
  const detail = `Your libraries hold at most ${limits.libraryCharactersPerUser} characters together.`;
  return problem('libraries_full', { limit: limits.libraryCharactersPerUser, detail });
}
