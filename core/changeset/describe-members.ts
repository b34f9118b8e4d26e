/** describe-members: which boxes belong to another frame or lane after the edits than before. */
import type { Result } from '#schema/changeset.ts';
import { isBox } from '#schema/element.ts';

import type { EditedTab, Memberships } from '../ops/memberships.ts';
import { kindOf } from '../notation/naming.ts';

/** The `<frame> +<member>` and `<frame> -<member>` results of the edits that lead from one tab to the other. */
export function describeMembers(tabs: EditedTab, memberships: Memberships): Result[] {
  const results: Result[] = [];
  for (const [id, operation] of memberships.affected) {
    const now = tabs.after.get(id);
    if (now === undefined || !isBox(now)) continue;
    const was = tabs.before.get(id);
    const from = was !== undefined && isBox(was) ? memberships.before.parentOf(was) : null;
    const to = memberships.after.parentOf(now);
    if (from?.id === to?.id) continue;
    const ref = tabs.after.refOf(id);
    const frame = to === null ? (from === null ? '' : refNowOrBefore(from.id, tabs)) : tabs.after.refOf(to.id);
    results.push({
      mark: 'member',
      id,
      ref,
      kind: kindOf(now),
      ...(now.label === undefined ? {} : { label: now.label }),
      frame,
      ...(operation === undefined ? {} : { operation }),
      line: `${frame} ${to === null ? '-' : '+'}${ref}`,
    });
  }
  return results;
}

const refNowOrBefore = (id: string, { before, after }: EditedTab): string =>
  (after.get(id) === undefined ? before : after).refOf(id);
