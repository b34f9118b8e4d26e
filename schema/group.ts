/** group: which group an element is in: the names of nested groups, the outermost first, as `payments/icons`. */
import Type from 'typebox';

import { styleLimits } from './style-limits.ts';

const { groupNameCharacters, groupDepth } = styleLimits;
const groupName = `[a-z0-9_-]{1,${groupNameCharacters}}`;

export const groupPattern = `^${groupName}(/${groupName}){0,${groupDepth - 1}}$`;

export const Group = Type.String({
  maxLength: groupDepth * (groupNameCharacters + 1) - 1,
  pattern: groupPattern,
  description: 'The group that it is in, and is selected with: names of nested groups, the outermost first, joined by `/`.',
});
