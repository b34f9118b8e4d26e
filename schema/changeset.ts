/**
 * Changesets: their records, the results of their operations, lint, and the answer.
 *
 * An edit, an element before and after, is the one primitive: plans consist of edits, storage keeps them, and documents apply them.
 * Applying, inverting and describing a changeset therefore need no knowledge of operations.
 */
import Type, { type Static } from 'typebox';

import { Author } from './access.ts';
import type { Element } from './element.ts';
import { errorCodes } from './errors.ts';
import type { Page, TabMode } from './tab.ts';

/** An element is inserted if `before` is null, removed if `after` is null, else changed. Never both are null. */
export type Edit = { readonly id: string; readonly before: Element | null; readonly after: Element | null };

/** What a changeset changed in a tab besides its elements: the mode, and all pages before and after. */
export type TabSettingsChange = {
  readonly mode?: { readonly before: TabMode; readonly after: TabMode };
  readonly pages?: { readonly before: readonly Page[]; readonly after: readonly Page[] };
};

export const Counts = Type.Object({ added: Type.Integer(), changed: Type.Integer(), removed: Type.Integer() });
export type Counts = Static<typeof Counts>;

export const marks = ['+', '~', '-', '»', 'member', '!'] as const;

export const Result = Type.Object({
  mark: Type.Enum([...marks]),
  id: Type.String(),
  ref: Type.String(),
  kind: Type.String({ description: 'The shape kind of a shape, else the element type.' }),
  label: Type.Optional(Type.String()),
  fields: Type.Optional(Type.Record(Type.String(), Type.Unsafe<[unknown, unknown]>({ type: 'array', minItems: 2, maxItems: 2 }))),
  reason: Type.Optional(Type.String()),
  frame: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  operation: Type.Optional(Type.Integer({ minimum: 0 })),
  line: Type.String({ description: 'The printed line.' }),
});
export type Result = Static<typeof Result>;

export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

export const lintCodes = [
  'box-overlap',
  'arrow-dangling',
  'arrow-behind-box',
  'arrows-merge',
  'edge-crossings',
  'label-collision',
  'label-overflow',
  'node-isolated',
  'group-escape',
  'group-split-edges',
  'duplicate-label',
  'flow-backwards',
  'aspect-extreme',
  'colour-on-themed',
  'invalid-element',
] as const;
export type LintCode = (typeof lintCodes)[number];

export const Finding = Type.Object({
  code: Type.Enum([...lintCodes]),
  severity: Type.Enum([...severities]),
  elements: Type.Array(Type.String({ description: 'Refs.' })),
  message: Type.String(),
  fix: Type.String({ description: 'A changeset line, or advice where no line can fix it.' }),
});
export type Finding = Static<typeof Finding>;

export const Lint = Type.Object({
  verdict: Type.String({ description: '`clean`, or counts such as `2 warnings, 1 info`.' }),
  counts: Type.Object({ error: Type.Integer(), warning: Type.Integer(), info: Type.Integer() }),
  summary: Type.Object({
    crossings: Type.Union([Type.Integer(), Type.Null()], { description: 'Null when skipped (more than 300 arrows).' }),
    arrowsBehindBoxes: Type.Integer(),
    arrowsNotChecked: Type.Optional(
      Type.Integer({
        description: 'Arrows that were not checked for boxes in their way, because an end is on more than 100 boxes.',
      }),
    ),
    overlaps: Type.Integer(),
    width: Type.Number(),
    height: Type.Number(),
  }),
  findings: Type.Array(Finding),
});
export type Lint = Static<typeof Lint>;

/** Findings are the same if they are of one code and about the same elements. */
export const ChangesetLint = Type.Object({
  ...Lint.properties,
  introduced: Type.Array(Finding, { description: 'Findings that the tab did not have before; at most 50 of a code.' }),
  resolved: Type.Array(Finding, { description: 'Findings that the tab no longer has; at most 50 of a code.' }),
});
export type ChangesetLint = Static<typeof ChangesetLint>;

export const ChangesetRecord = Type.Object({
  id: Type.String(),
  tabId: Type.String(),
  rev: Type.Integer(),
  author: Author,
  agent: Type.Boolean(),
  summary: Type.Optional(Type.String()),
  counts: Counts,
  revertOf: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.Integer(),
  tokenId: Type.Optional(Type.String({ description: 'Only in answers to the author of the changeset.' })),
});
export type ChangesetRecord = Static<typeof ChangesetRecord>;

export const WrittenChangeset = Type.Intersect([
  ChangesetRecord,
  Type.Object({ previousRev: Type.Integer(), rebasedOver: Type.Integer() }),
]);
export type WrittenChangeset = Static<typeof WrittenChangeset>;

export const ChangesetAnswer = Type.Object({
  changeset: Type.Union([WrittenChangeset, Type.Null()]),
  dryRun: Type.Boolean(),
  results: Type.Array(Result),
  lint: ChangesetLint,
  text: Type.String(),
  picture: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'With `render=png`: the result as the data URL of a PNG, scaled down if it is large; null if it is too much to draw.',
    }),
  ),
});
export type ChangesetAnswer = Static<typeof ChangesetAnswer>;

/** One refusal of one operation. `operation` counts from 0; `line` and `column` from 1, absent for JSON arrays. */
export const OperationError = Type.Object({
  operation: Type.Optional(Type.Integer({ minimum: 0 })),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  column: Type.Optional(Type.Integer({ minimum: 1 })),
  code: Type.Enum(errorCodes),
  message: Type.String(),
  hint: Type.String(),
  candidates: Type.Optional(Type.Array(Type.Unknown())),
  nearest: Type.Optional(Type.Array(Type.String())),
  allowed: Type.Optional(Type.Array(Type.Unknown())),
  fields: Type.Optional(Type.Array(Type.String())),
  field: Type.Optional(Type.String({ description: 'The field or member concerned.' })),
  limit: Type.Optional(Type.Integer({ description: 'The limit that is exceeded (too_large).' })),
  suggestion: Type.Optional(Type.String()),
  expected: Type.Optional(Type.Unknown()),
  actual: Type.Optional(Type.Unknown()),
  elements: Type.Optional(Type.Array(Type.Unknown())),
});
export type OperationError = Static<typeof OperationError>;
