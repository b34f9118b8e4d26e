/** presentResults: the results of a changeset by what is still on the tab, for readers who may not read the past (SPEC.md). */
import type { Result } from '#schema/changeset.ts';

import { kindOf, summaryOf } from '../notation/naming.ts';
import type { TabView } from '../tab/view.ts';

/** `tab`: the current tab; undefined if it was removed. Earlier values, warnings, and elements that are gone are left out. */
export function presentResults(results: readonly Result[], tab: TabView | undefined): Result[] {
  return results.flatMap(({ mark, id }): Result[] => {
    const element = tab?.get(id);
    if (tab === undefined || element === undefined || !presentMarks.has(mark)) return [];
    const ref = tab.refOf(id);
    const label = element.label === undefined ? {} : { label: element.label };
    return [{ mark, id, ref, kind: kindOf(element), ...label, line: `${mark} ${ref} ${summaryOf(element, tab)}` }];
  });
}

const presentMarks: ReadonlySet<Result['mark']> = new Set(['+', '~', '»']);
