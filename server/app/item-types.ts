/** The catalog of card types, replaced as a whole (SPEC.md). */
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
          const catalogue = itemTypes === null ? defaultCatalogue : completeCatalogue(itemTypes);
          if (isProblem(catalogue)) return catalogue;
          if (jsonEqual(catalogue, stored)) return { value: { itemTypes: stored, itemTypesRev }, applied: false };
          room.edit((doc) => setCatalogue(doc, itemTypes === null ? null : catalogue));
          const rev = await raiseItemTypesRev(room.tx, documentId);
          room.event('item-types', { change: itemTypes === null ? 'restored' : 'replaced', itemTypesRev: rev, actor: eventActor(call.actor) });
          return { value: { itemTypes: catalogue, itemTypesRev: rev }, applied: true };
        },
      ), // prettier-ignore
  };
}
