/** in-group: `group:<group>`, elements of that group and of the groups in it. */
import { isInGroup } from '../tab/group-paths.ts';
import { defineSelector } from './selector.ts';

export const inGroup = defineSelector({
  kinds: ['group'],
  form: 'group:<group>',
  matches: 'members of the group, and of the groups in it',
  find(term) {
    const group = term.text.toLowerCase();
    return { where: (element) => isInGroup(element, group) };
  },
});
