/** Answers about the history of a tab: a revert, the difference since a revision, the changes of an element. */
import Type, { type Static } from 'typebox';

import { Author } from './access.ts';
import { ChangesetAnswer, ChangesetLint, ChangesetRecord, Result, WrittenChangeset } from './changeset.ts';
import type { Element } from './element.ts';
import { limits } from './limits.ts';

/** Why a revert leaves an element alone. */
export const keptReasons = ['changed', 'gone', 'present', 'order'] as const;
export type KeptReason = (typeof keptReasons)[number];

const Kept = Type.Object({
  id: Type.String({ description: 'Full id.' }),
  ref: Type.String({ description: 'The ref of the element on the tab, or the one that it would have.' }),
  reason: Type.Enum([...keptReasons], {
    description:
      'changed: edited since; gone: the element, or one that the arrow was attached to, was deleted; present: it was removed and has been added again; order: reordered since.',
  }),
});

export const RevertAnswer = Type.Object(
  {
    changeset: Type.Union([WrittenChangeset, Type.Null()], { description: 'Null if there was nothing to revert.' }),
    reverted: Type.Integer({ description: 'The number of elements, arrows and pages that were reverted.' }),
    kept: Type.Array(Kept, { description: 'Elements and pages that were not reverted because they have changed since.' }),
    results: Type.Array(Result, { description: 'What happened to each element.' }),
    lint: ChangesetLint,
    text: Type.String({ description: 'The same for people and models, a line for each result.' }),
  },
  { description: 'The answer to a revert.' },
);
export type RevertAnswer = Static<typeof RevertAnswer>;

export const RestoreAnswer = Type.Object(
  {
    ...ChangesetAnswer.properties,
    kept: Type.Array(Kept, { description: 'Elements and pages that could not return, such as arrows without their boxes.' }),
  },
  { description: 'The answer to a restore.' },
);
export type RestoreAnswer = Static<typeof RestoreAnswer>;

/**
 * A change that editors made to an element, recorded as its previous state: the whole element in `was` (null if it did not
 * exist), or only the previous values of the changed `fields` (null for a field that was not set).
 */
export type EditedElement =
  | { readonly id: string; readonly was: Element | null }
  | { readonly id: string; readonly fields: Readonly<Record<string, unknown>> };

/** The changes of one editor in a batch. */
export type EditorEdits = { readonly by: Author; readonly elements: readonly EditedElement[] };

/** The author of a change and its revision. `changeset` is null if a person made the change in an editor. */
export const ChangedBy = Type.Object(
  {
    rev: Type.Integer({ description: 'The revision of the tab after the change.' }),
    at: Type.Integer({ description: 'When, in milliseconds since the Unix epoch.' }),
    author: Author,
    changeset: Type.Union([Type.String(), Type.Null()], { description: 'Id of the changeset; null: a person in an editor.' }),
  },
  { description: 'The author of a change and its revision.' },
);
export type ChangedBy = Static<typeof ChangedBy>;

export const DiffResult = Type.Intersect([
  Result,
  Type.Object({ last: Type.Optional(Type.Intersect([ChangedBy], { description: 'The last change of the element.' })) }),
]);
export type DiffResult = Static<typeof DiffResult>;

export const TabDiff = Type.Object(
  {
    tabId: Type.String({ description: 'Id of the tab.' }),
    since: Type.Integer({ description: 'The revision that is compared with.' }),
    rev: Type.Integer({ description: 'The current revision.' }),
    results: Type.Array(DiffResult, { description: 'The net difference, in the marks of a changeset answer.' }),
    text: Type.String({ description: 'The same for people and models.' }),
  },
  { description: 'What changed on a tab since a revision.' },
);
export type TabDiff = Static<typeof TabDiff>;

export const ElementChange = Type.Intersect([
  ChangedBy,
  Type.Object({
    agent: Type.Boolean({ description: 'It was made with an API token.' }),
    summary: Type.Optional(Type.String({ description: 'What the changeset is about.' })),
    revertOf: Type.Union([Type.String(), Type.Null()], { description: 'Id of the changeset that it reverts; null: none.' }),
    results: Type.Array(Result, { description: 'What changed in this element.' }),
  }),
]);
export type ElementChange = Static<typeof ElementChange>;

const FieldChange = Type.Intersect([
  ChangedBy,
  Type.Object({ agent: Type.Boolean({ description: 'It was made with an API token.' }) }),
]);
export type FieldChange = Static<typeof FieldChange>;

export const ElementHistory = Type.Object(
  {
    element: Type.String({ description: 'Full id.' }),
    changes: Type.Array(ElementChange, { description: 'Newest first.' }),
    fields: Type.Optional(
      Type.Record(Type.String(), FieldChange, {
        description:
          'The last change of each field that the element has, on the first page. Fields that were not changed in the last 30 days are left out.',
      }),
    ),
    next: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The revision for `before` in the next call; null on the last page.',
    }),
  },
  { description: 'The changes of an element.' },
);
export type ElementHistory = Static<typeof ElementHistory>;

export const Activity = Type.Object(
  {
    tabId: Type.String({ description: 'Id of the tab.' }),
    author: Author,
    agent: Type.Boolean({ description: 'It was made with an API token.' }),
    from: Type.Integer({ description: 'When it began, in milliseconds since the Unix epoch.' }),
    to: Type.Integer({ description: 'When it ended.' }),
    firstRev: Type.Integer({ description: 'The revision of the tab after its first change.' }),
    rev: Type.Integer({ description: 'The revision of the tab after its last change. `at` takes it.' }),
    elements: Type.Integer({ description: 'How many elements it added, changed or removed.' }),
    changeset: Type.Union([ChangesetRecord, Type.Null()], { description: 'Null: the edits of a person in an editor.' }),
  },
  { description: 'A changeset, or the edits that a person made to a tab without a long break.' },
);
export type Activity = Static<typeof Activity>;

export const ActivityList = Type.Object({
  activity: Type.Array(Activity, { description: 'What ended last comes first.' }),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The time for `before` in the next call; null on the last page.',
  }),
});
export type ActivityList = Static<typeof ActivityList>;

export const ActivityQuery = Type.Object(
  {
    tab: Type.Optional(Type.String({ maxLength: 64, description: 'Only what happened on this tab.' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.changesetListMax,
        default: limits.changesetListDefault,
        description: `The most entries to list, up to ${limits.changesetListMax}; default: ${limits.changesetListDefault}. Entries that ended at the same time stay together.`,
      }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8_640_000_000_000_000,
        description: 'Only what ended before this time, in milliseconds since the Unix epoch.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ActivityQuery = Static<typeof ActivityQuery>;
