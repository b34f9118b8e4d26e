/**
 * libraries: a person's shape libraries.
 *
 * L1  Ids are the client's: one that is taken is refused, so that a call sent twice makes one library.
 * L2  A name that is in use gets the next free number behind it.
 * L3  Elements pass the checks of a changeset's `add`, on an empty tab, and name only images that the person can read.
 * L4  The limits are exact, however many calls come at once.
 * L5  What was placed from a library is the document's: nothing that becomes of the library changes it.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { LintCache } from '#core/lint/incremental.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { Library, LibraryItem, LibraryPatch, NewLibrary } from '#schema/library.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { firstOrderKey } from '#schema/ydoc/order-key.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { placeable } from '#server/images/placing.ts';
import { planOperations } from '#server/planner/plan-operations.ts';
import { lockGalleries } from '#storage/images.ts';
import { deleteLibrary, libraryById, type LibrarySize, librarySizes, listLibraries, putLibrary } from '#storage/libraries.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { isBound, refuseChanging, refuseMaking } from './own.ts';

export type LibraryAnswer = { readonly library: Library };
type Owner = PersonActor | AgentActor;

export type Libraries = {
  /** Errors: libraries_full, id_taken, invalid_value (an element), token_read_only, access_denied. */
  create(call: Call<Owner>, body: NewLibrary): Promise<LibraryAnswer | Problem>;
  list(call: Call<Owner>): Promise<{ readonly libraries: readonly Library[] }>;
  /** Errors: library_not_found, libraries_full, invalid_value, token_read_only. */
  change(call: Call<Owner>, id: string, patch: LibraryPatch): Promise<LibraryAnswer | Problem>;
  /** Errors: library_not_found, token_read_only. */
  remove(call: Call<Owner>, id: string): Promise<null | Problem>;
};

export function createLibraries(context: AppContext): Libraries {
  const { storage, now, imageAccess } = context;
  const empty = emptyTab();
  const nothingFound = new LintCache().change(empty, { tab: empty, edits: [] });
  return {
    async create(call, { id = randomUUID(), name, source = '', items = [] }) {
      const { actor } = call;
      const refusal = refuseMaking(actor, 'libraries') ?? (await faultIn(items, actor));
      if (refusal !== null) return refusal;
      const written = { action: 'library.create', about };
      return commit<LibraryAnswer>(context, call, written, async (tx) => {
        await lockGalleries(tx, actor.userId);
        const known = await librarySizes(tx, actor.userId);
        const library = { id: id.toLowerCase(), name: freeName(name, known), source, items };
        if (known.some((one) => one.id === library.id))
          return problem('id_taken', {
            detail: 'You have a library of this id.',
            hint: 'Change it with PUT, or choose another id.',
          });
        if (known.length >= limits.librariesPerUser) return problem('libraries_full', { limit: limits.librariesPerUser });
        const full = tooMuch(known, items);
        if (full !== null) return full;
        await putLibrary(tx, actor.userId, library, now());
        return { library };
      });
    },

    async list({ actor }) {
      return { libraries: isBound(actor) ? [] : await listLibraries(storage.db, actor.userId) };
    },

    async change(call, id, patch) {
      const { actor } = call;
      if (isBound(actor)) return problem('library_not_found');
      const refusal = refuseChanging(actor) ?? (await faultIn(patch.items ?? [], actor));
      if (refusal !== null) return refusal;
      return commit<LibraryAnswer>(context, call, { action: 'library.change', about }, async (tx) => {
        await lockGalleries(tx, actor.userId);
        const present = await libraryById(tx, actor.userId, id.toLowerCase());
        if (present === null) return problem('library_not_found');
        const others = (await librarySizes(tx, actor.userId)).filter((one) => one.id !== present.id);
        const { name = present.name, source = present.source, items = present.items } = patch;
        const full = tooMuch(others, items);
        if (full !== null) return full;
        const library = { id: present.id, name: freeName(name, others), source, items };
        await putLibrary(tx, actor.userId, library, now());
        return { library };
      });
    },

    remove(call, id) {
      const { actor } = call;
      const written = { action: 'library.remove', about: () => ({ subject: id }) };
      return commit<null>(context, call, written, async (tx) => {
        const refusal = isBound(actor) ? problem('library_not_found') : refuseChanging(actor);
        if (refusal !== null) return refusal;
        return (await deleteLibrary(tx, actor.userId, id.toLowerCase())) ? null : problem('library_not_found');
      });
    },
  };

  /** [L3] Item by item, so that others have their turn in between. */
  async function faultIn(items: readonly LibraryItem[], actor: Actor): Promise<Problem | null> {
    for (const [index, { elements }] of items.entries()) {
      const operations = elements.map((element) => ({ op: 'add', element }));
      const references = await placeable(imageAccess, actor, operations);
      const planned = planOperations(empty, operations, { selected: [], references }, { lintOf: () => nothingFound });
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

/** What an item's elements are tried on. */
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

/** [L2] */
function freeName(name: string, known: readonly LibrarySize[]): string {
  const taken = new Set(known.map((one) => one.name));
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` ${number}`;
    const free = `${Array.from(name)
      .slice(0, limits.nameCharacters - end.length)
      .join('')}${end}`;
    if (!taken.has(free)) return free;
  }
}

/** All libraries of a person are read together. */
function tooMuch(others: readonly LibrarySize[], items: readonly LibraryItem[]): Problem | null {
  const characters = others.reduce((sum, one) => sum + one.characters, JSON.stringify(items).length);
  if (characters <= limits.libraryCharactersPerUser) return null;
  const detail = `Your libraries hold at most ${limits.libraryCharactersPerUser} characters together.`;
  return problem('libraries_full', { limit: limits.libraryCharactersPerUser, detail });
}
