/** inside: `in:<frame>`, the members of a frame or lane at any depth, without arrows. */
import { isBox, isContainer } from '#schema/element.ts';
import { isProblem, problem } from '#schema/problem.ts';

import { kindOf, nameOf } from '../notation/naming.ts';
import { ancestorsOf, deepMembersOf } from '../tab/membership.ts';
import { findOne } from './one.ts';
import { defineSelector } from './selector.ts';

export const inside = defineSelector({
  kinds: ['in'],
  form: 'in:<frame>',
  matches: 'members of a frame or lane at any depth (not arrows)',
  find(term, search) {
    const frame = findOne(term.of, search);
    if (isProblem(frame)) return frame;
    const { tab, work } = search;
    if (isContainer(frame)) {
      return {
        list: () => deepMembersOf(frame, tab, work.spend),
        where: (element) => isBox(element) && ancestorsOf(element, tab, work.spend).some(({ id }) => id === frame.id),
      };
    }
    const detail = `${nameOf(frame)} is not a frame or lane (${kindOf(frame)}): nothing is in it.`;
    return problem('target_not_found', { detail, hint: 'Name a frame or lane after in:.', nearest: [] });
  },
});
