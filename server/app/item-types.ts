/**
 * item-types: the catalogue of card types, replaced whole.
 *
 * T1  Whoever replaces it names the revision that it read; another one is refused with the catalogue as it is stored.
 * T2  Null brings the default types back. Cards stay as they are, those of a removed type too.
 */
import { completeCatalogue } from '#core/board/catalogue.ts';
import type { ItemTypesUpdate } from '#schema/board-calls.ts';
import { defaultCatalogue } from '#schema/default-catalogue.ts';
import type { Catalogue } from '#schema/board.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { setCatalogue } from '#schema/ydoc/item-types.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { Call } from '#server/call.ts';
import { cardRevs, raiseItemTypesRev } from '#storage/cards.ts';

import { eventActor } from './audit.ts';
import type { AppContext } from './context.ts';
import { writeItems } from './item-write.ts';

export type ItemTypesAnswer = { readonly itemTypes: Catalogue; readonly itemTypesRev: number };

export interface ItemTypes {
  /** Errors: item_types_stale, too_large, invalid_request, access_denied. */
  replace(call: Call, documentId: string, body: ItemTypesUpdate): Promise<ItemTypesAnswer | Problem>;
}

export function createItemTypes(context: AppContext): ItemTypes {
  return {
    replace: (call, documentId, { expectedRev, itemTypes }) =>
      writeItems(
        context,
        call,
        documentId,
        { action: 'item-types.replace', required: 'editor', wholeDocument: true },
        async ({ room }) => {
          const stored = room.board.catalogue;
          const { itemTypesRev } = await cardRevs(room.tx, documentId);
          if (itemTypesRev !== expectedRev) return problem('item_types_stale', { itemTypes: stored, itemTypesRev });
          const wanted = itemTypes === null ? defaultCatalogue : completeCatalogue(itemTypes);
          if (isProblem(wanted)) return wanted;
          if (jsonEqual(wanted, stored)) return { value: { itemTypes: stored, itemTypesRev }, applied: false };
          room.edit((doc) => setCatalogue(doc, itemTypes === null ? null : wanted));
          const rev = await raiseItemTypesRev(room.tx, documentId);
          room.event('item-types', { change: itemTypes === null ? 'restored' : 'replaced', itemTypesRev: rev, actor: eventActor(call.actor) });
          return { value: { itemTypes: wanted, itemTypesRev: rev }, applied: true };
        },
      ), // prettier-ignore
  };
}
