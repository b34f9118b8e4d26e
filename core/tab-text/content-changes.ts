/** content-changes: what differs between two contents of a tab, element by element and field by field. */
import { jsonEqual } from '#schema/json-equal.ts';

import type { ContentElement, TabContent } from './tab-content.ts';

export type ContentChanges = {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** True if elements of both are drawn in another order. */
  readonly reordered: boolean;
};

export function contentChanges(before: TabContent, after: TabContent): ContentChanges {
  const kept = [...before.keys()].filter((slug) => after.has(slug));
  return {
    added: [...after.keys()].filter((slug) => !before.has(slug)),
    changed: kept.filter((slug) => !sameElement(before.get(slug), after.get(slug))),
    removed: [...before.keys()].filter((slug) => !after.has(slug)),
    reordered: !jsonEqual(
      kept,
      [...after.keys()].filter((slug) => before.has(slug)),
    ),
  };
}

export const isUnchanged = ({ added, changed, removed, reordered }: ContentChanges): boolean =>
  added.length + changed.length + removed.length === 0 && !reordered;

export const sameElement = (a: ContentElement | undefined, b: ContentElement | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.type === b.type && jsonEqual(a.fields, b.fields));
