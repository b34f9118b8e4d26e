/**
 * history: the answers that tell what happened on a tab: a revert, the difference since a revision, an element's changes.
 */
import Type, { type Static } from 'typebox';

import { Author } from './access.ts';
import { Lint, Result, WrittenChangeset } from './changeset.ts';
import type { Element } from './element.ts';

/** Why a revert leaves an element alone. */
export const keptReasons = ['changed', 'gone', 'present', 'order'] as const;
export type KeptReason = (typeof keptReasons)[number];

export const RevertAnswer = Type.Object({
  changeset: Type.Union([WrittenChangeset, Type.Null()], { description: 'Null when there was nothing to revert.' }),
  reverted: Type.Integer({ description: 'How many elements, arrows and pages returned to what they were.' }),
  kept: Type.Array(
    Type.Object({
      id: Type.String(),
      ref: Type.String({ description: 'The ref that the element has, or would have, on the tab.' }),
      reason: Type.Enum([...keptReasons], {
        description:
          'changed: edited since; gone: it, or what the arrow was pinned to, is no longer there; present: it was removed and is back; order: reordered since.',
      }),
    }),
    { description: 'Elements and pages that changed since and were left alone.' },
  ),
  results: Type.Array(Result),
  lint: Lint,
  text: Type.String(),
});
export type RevertAnswer = Static<typeof RevertAnswer>;

/**
 * What a batch of editors did to an element, told by what it was before: `was` whole (null: it was not there), or only the
 * `fields` that changed, null for one that was not set.
 */
export type EditedElement =
  | { readonly id: string; readonly was: Element | null }
  | { readonly id: string; readonly fields: Readonly<Record<string, unknown>> };

/** What one editor did in a batch. */
export type EditorEdits = { readonly by: Author; readonly elements: readonly EditedElement[] };

/** Who changed an element, in which revision; `changeset` null: a person in an editor. */
export const ChangedBy = Type.Object({
  rev: Type.Integer(),
  at: Type.Integer(),
  author: Author,
  changeset: Type.Union([Type.String(), Type.Null()]),
});
export type ChangedBy = Static<typeof ChangedBy>;

export const DiffResult = Type.Intersect([
  Result,
  Type.Object({ last: Type.Optional(Type.Intersect([ChangedBy], { description: 'The last change of the element.' })) }),
]);
export type DiffResult = Static<typeof DiffResult>;

export const TabDiff = Type.Object({
  tabId: Type.String(),
  since: Type.Integer(),
  rev: Type.Integer(),
  results: Type.Array(DiffResult, { description: 'The net difference, in the marks of a changeset answer.' }),
  text: Type.String(),
});
export type TabDiff = Static<typeof TabDiff>;

export const ElementChange = Type.Intersect([
  ChangedBy,
  Type.Object({
    agent: Type.Boolean(),
    summary: Type.Optional(Type.String()),
    revertOf: Type.Union([Type.String(), Type.Null()]),
    results: Type.Array(Result, { description: 'What was done to this element.' }),
  }),
]);
export type ElementChange = Static<typeof ElementChange>;

export const ElementHistory = Type.Object({
  element: Type.String({ description: 'Full id.' }),
  changes: Type.Array(ElementChange, { description: 'Newest first.' }),
  next: Type.Union([Type.Integer(), Type.Null()], { description: 'For `before`: a revision; null on the last page.' }),
});
export type ElementHistory = Static<typeof ElementHistory>;
