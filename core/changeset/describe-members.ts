/** describe-members: lists the boxes that edits moved into or out of a frame or lane. */
import type { Result } from '#schema/changeset.ts';
import { isBox } from '#schema/element.ts';

import type { EditedTab, Memberships } from '../ops/memberships.ts';
import { kindOf } from '../notation/naming.ts';

/** The `<frame> +<member>` and `<frame> -<member>` results of the edits between the two tabs. */
export function describeMembers(tabs: EditedTab, memberships: Memberships): Result[] {
  const results: Result[] = [];
  for (const [id, operation] of memberships.affected) {
    const current = tabs.after.get(id);
    if (current === undefined || !isBox(current)) continue;
    const previous = tabs.before.get(id);
    const from = previous !== undefined && isBox(previous) ? memberships.before.parentOf(previous) : null;
    const to = memberships.after.parentOf(current);
    if (from?.id === to?.id) continue;
    const ref = tabs.after.refOf(id);
    const frame = to === null ? (from === null ? '' : refNowOrBefore(from.id, tabs)) : tabs.after.refOf(to.id);
    results.push({
      mark: 'member',
      id,
      ref,
      kind: kindOf(current),
      ...(current.label === undefined ? {} : { label: current.label }),
      frame,
      ...(operation === undefined ? {} : { operation }),
      line: `${frame} ${to === null ? '-' : '+'}${ref}`,
    });
  }
  return results;
}

const refNowOrBefore = (id: string, { before, after }: EditedTab): string =>
  (after.get(id) === undefined ? before : after).refOf(id);
