/** place_library_item: an item of a shape library on a tab. */
import { placeLibraryItem as verb } from '#clients/verbs/libraries.ts';

import { changesetAnswer } from '../changeset-answer.ts';
import { input } from '../input.ts';
import { tool } from '../tool.ts';

export const placeLibraryItem = tool({
  name: 'place_library_item',
  title: 'Draw an item of a library',
  description: `${verb.summary} Its parts keep their places to each other and get names of their own; update_document then changes them like any others.`,
  input: input(verb.input.properties),
  effect: verb.effect,
  idempotent: verb.idempotent,
  run: async (asked, { service }) => changesetAnswer(await verb.run(asked, service)),
});
