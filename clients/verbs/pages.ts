/** pages: verbs about the pages of a tab, and articles set on them. */
import Type from 'typebox';

import { Illustration } from '#schema/page.ts';

import { documentAndTab, tabParams } from './place.ts';
import { verb } from './verb.ts';

/** Exactly one of `pages` and `article` is given: the server says so where it is not. */
export const illustrate = verb({
  name: 'illustrate',
  summary: 'Make and change the pages of a tab, or set an article on pages: one changeset.',
  input: Type.Object({ ...documentAndTab, ...Illustration.properties }),
  effect: 'destructive',
  idempotent: false,
  async run({ document, tab, ...body }, service) {
    const params = await tabParams(service, document, tab);
    return service.json('POST /documents/:doc/tabs/:tab/illustrate', { params, body });
  },
});
