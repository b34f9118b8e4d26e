/**
 * selected: the selection of the token's owner in an editor open on the tab. Refuses an empty selection with target_not_found.
 */
import { problem } from '#schema/problem.ts';

import { defineSelector } from './selector.ts';

export const selectedTerm = defineSelector({
  kinds: ['selected'],
  form: 'selected',
  matches: 'what the token owner has selected in an editor open on that tab',
  find(_term, search) {
    const among = [...new Set(search.selected)].map((id) => search.tab.get(id)).filter((element) => element !== undefined);
    if (among.length > 0) return { among };
    const detail = search.selected === null ? 'You have no editor open on this tab.' : 'You have nothing selected on this tab.';
    return problem('target_not_found', { detail, hint: 'Select elements in an editor, or name them.', nearest: [] });
  },
});
