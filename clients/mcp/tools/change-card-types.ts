/** change_card_types: the catalogue of card types, replaced whole. */
import { replaceItemTypes as verb } from '#clients/verbs/items.ts';
import { quote } from '#core/notation/quote.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

export const changeCardTypes = tool({
  name: 'change_card_types',
  title: 'Change the card types',
  description:
    'Replace the card types of a document, the whole catalogue: read_plan with view=json has the types as they are and the itemTypesRev to send as expectedRev. Another revision is refused (item_types_stale) with the catalogue as it is. null brings the default types back; cards of a type that is gone keep it.',
  input: input(verb.input.properties),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run(asked, { service }) {
    const body = await verb.run(asked, service);
    const lines = body.itemTypes.types.map(({ id, label, fields }) => `${id} ${quote(label)}: ${fields.join(' ')}`);
    return { text: lines.join('\n'), foot: `itemTypesRev ${body.itemTypesRev}` };
  },
});
