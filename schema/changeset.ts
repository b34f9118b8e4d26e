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
import { severities } from './severities.ts';
import type { Page, TabMode } from './tab.ts';

/** An element is inserted if `before` is null, removed if `after` is null, else changed. Never both are null. */
export type Edit = { readonly id: string; readonly before: Element | null; readonly after: Element | null };

/** What a changeset changed in a tab besides its elements: the mode, and all pages before and after. */
export type TabSettingsChange = {
  readonly mode?: { readonly before: TabMode; readonly after: TabMode };
  readonly pages?: { readonly before: readonly Page[]; readonly after: readonly Page[] };
};

export const Counts = Type.Object(
  {
    added: Type.Integer({ description: 'Elements added.' }),
    changed: Type.Integer({ description: 'Elements changed.' }),
    removed: Type.Integer({ description: 'Elements removed.' }),
  },
  { description: 'The number of elements by what happened to them.' },
);
export type Counts = Static<typeof Counts>;

const lossOf = {
  source: Type.String({ description: 'The id or the line in the source.' }),
  what: Type.String({ description: 'What the source says.' }),
};
export const ImportReport = Type.Object(
  {
    read: Type.Integer({ description: 'Boxes, frames and arrows in the source.' }),
    made: Type.Integer({ description: 'Elements that the import added, changed or removed.' }),
    coerced: Type.Array(Type.Object({ ...lossOf, became: Type.String({ description: 'What it is on the tab.' }) }), {
      description: 'What the tab says in another way.',
    }),
    dropped: Type.Array(Type.Object({ ...lossOf, why: Type.String({ description: 'Why it is not on the tab.' }) }), {
      description: 'What the tab does not say, and what was left as it is.',
    }),
  },
  { description: 'What an import made of its source. A list with more than 200 entries ends with the number of the others.' },
);
export type ImportReport = Static<typeof ImportReport>;

export const marks = ['+', '~', '-', '»', 'member', '!'] as const;

export const Result = Type.Object(
  {
    mark: Type.Enum([...marks], {
      description: '+ added, ~ changed, - removed, » moved along, member: in a frame now, ! a warning.',
    }),
    id: Type.String({ description: 'Full id of the element.' }),
    ref: Type.String({ description: 'The shortest name that operations accept.' }),
    kind: Type.String({ description: 'The shape kind of a shape, else the element type.' }),
    label: Type.Optional(Type.String({ description: 'The label of the element.' })),
    fields: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Unsafe<[unknown, unknown]>({ type: 'array', items: {}, minItems: 2, maxItems: 2, description: 'Before and after.' }),
        { description: 'Field → its value before and after; null for none.' },
      ),
    ),
    reason: Type.Optional(Type.String({ description: 'Why an element that was not named has moved.' })),
    frame: Type.Optional(Type.String({ description: 'The ref of the frame or lane that the element is in.' })),
    code: Type.Optional(Type.String({ description: 'The code of a warning.' })),
    message: Type.Optional(Type.String({ description: 'A warning in a sentence.' })),
    operation: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'The operation, from 0, that added the element, or the last one that changed it.',
      }),
    ),
    line: Type.String({ description: 'The printed line.' }),
  },
  { description: 'What happened to one element.' },
);
export type Result = Static<typeof Result>;

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
  'missing-glyph',
  'invalid-element',
] as const;
export type LintCode = (typeof lintCodes)[number];

export const Finding = Type.Object(
  {
    code: Type.Enum([...lintCodes], { description: 'The rule.' }),
    severity: Type.Enum([...severities], { description: 'How much it matters.' }),
    elements: Type.Array(Type.String({ description: 'A ref.' }), { description: 'Refs of the elements concerned.' }),
    message: Type.String({ description: 'What is wrong.' }),
    fix: Type.String({ description: 'A changeset line, or advice where no line can fix it.' }),
  },
  { description: 'A fault of a drawing.' },
);
export type Finding = Static<typeof Finding>;

export const Lint = Type.Object(
  {
    verdict: Type.String({ description: '`clean`, or counts such as `2 warnings, 1 info`.' }),
    counts: Type.Object(
      {
        error: Type.Integer({ description: 'Errors.' }),
        warning: Type.Integer({ description: 'Warnings.' }),
        info: Type.Integer({ description: 'Remarks.' }),
      },
      { description: 'The number of findings by severity.' },
    ),
    summary: Type.Object(
      {
        crossings: Type.Union([Type.Integer(), Type.Null()], { description: 'Null when skipped (more than 300 arrows).' }),
        arrowsBehindBoxes: Type.Integer({ description: 'Arrows that run behind a box.' }),
        arrowsNotChecked: Type.Optional(
          Type.Integer({
            description: 'Arrows that were not checked for boxes in their way, because an end is on more than 100 boxes.',
          }),
        ),
        overlaps: Type.Integer({ description: 'Pairs of boxes that overlap.' }),
        width: Type.Number({ description: 'The width of the drawing, in pixels.' }),
        height: Type.Number({ description: 'The height of the drawing, in pixels.' }),
      },
      { description: 'Figures about the drawing.' },
    ),
    findings: Type.Array(Finding, { description: 'The worst first.' }),
  },
  { description: 'The faults of a tab.' },
);
export type Lint = Static<typeof Lint>;

/** Findings are the same if they are of one code and about the same elements. */
export const ChangesetLint = Type.Object(
  {
    ...Lint.properties,
    introduced: Type.Array(Finding, { description: 'Findings that the tab did not have before; at most 50 of a code.' }),
    resolved: Type.Array(Finding, { description: 'Findings that the tab no longer has; at most 50 of a code.' }),
  },
  { description: 'The faults of a tab, and what the changeset did to them.' },
);
export type ChangesetLint = Static<typeof ChangesetLint>;

export const ChangesetRecord = Type.Object(
  {
    id: Type.String({ description: 'Id of the changeset.' }),
    tabId: Type.String({ description: 'Id of the tab that it changed.' }),
    url: Type.String({ description: 'The address of a page that shows the tab, with what the changeset changed selected.' }),
    rev: Type.Integer({ description: 'The revision of the tab after it.' }),
    author: Author,
    agent: Type.Boolean({ description: 'It was sent with an API token.' }),
    summary: Type.Optional(Type.String({ description: 'What it is about, in the words of its author.' })),
    counts: Counts,
    revertOf: Type.Union([Type.String(), Type.Null()], { description: 'Id of the changeset that it reverts; null: none.' }),
    createdAt: Type.Integer({ description: 'When it was applied, in milliseconds since the Unix epoch.' }),
    tokenId: Type.Optional(
      Type.String({ description: 'Id of the token that sent it; only in answers to the author of the changeset.' }),
    ),
  },
  { description: 'A changeset that was applied.' },
);
export type ChangesetRecord = Static<typeof ChangesetRecord>;

export const WrittenChangeset = Type.Intersect([
  ChangesetRecord,
  Type.Object({
    previousRev: Type.Integer({ description: 'The revision of the tab before it.' }),
    rebasedOver: Type.Integer({ description: 'The number of revisions between the base revision and the previous one.' }),
  }),
]);
export type WrittenChangeset = Static<typeof WrittenChangeset>;

export const ChangesetAnswer = Type.Object(
  {
    changeset: Type.Union([WrittenChangeset, Type.Null()], { description: 'Null if nothing changed, and for a dry run.' }),
    dryRun: Type.Boolean({ description: 'Nothing was applied.' }),
    results: Type.Array(Result, { description: 'What happened to each element.' }),
    report: Type.Optional(ImportReport),
    lint: ChangesetLint,
    text: Type.String({ description: 'The same for people and models, a line for each result.' }),
    picture: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'With `render=png`: the result as the data URL of a PNG, scaled down if it is large; null if it is too much to draw.',
      }),
    ),
  },
  { description: 'The answer to a changeset.' },
);
export type ChangesetAnswer = Static<typeof ChangesetAnswer>;

/** An element that a text may have meant. */
export const Candidate = Type.Unsafe<unknown>({
  type: 'object',
  description: 'An element or other thing that the text may have meant.',
  required: ['id'],
  properties: {
    id: { type: 'string', description: 'Its full id.' },
    ref: { type: 'string', description: 'The ref of an element.' },
    kind: { type: 'string', description: 'The kind of an element.' },
    label: { type: 'string', description: 'The label of an element.' },
  },
});

const ConcernedElement = Type.Unsafe<unknown>({
  anyOf: [
    { type: 'string', description: 'A ref.' },
    {
      type: 'object',
      description: 'An element that others have changed or selected.',
      required: ['id', 'ref'],
      properties: {
        id: { type: 'string', description: 'Its full id.' },
        ref: { type: 'string', description: 'Its ref.' },
        rev: { type: 'integer', description: 'The revision of its last change.' },
        at: { type: 'integer', description: 'The time of its last change, in milliseconds since the Unix epoch.' },
        by: { type: 'string', description: 'The people who changed or selected it.' },
        changeset: { type: ['string', 'null'], description: 'The changeset that changed it; null for a person in an editor.' },
        now: { type: 'string', description: 'The element as it is, in words; absent if it was removed.' },
        holders: { type: 'array', items: Author, description: 'The people who selected it.' },
      },
    },
  ],
});

/** One refusal of one operation. `operation` counts from 0; `line` and `column` from 1, absent for JSON arrays. */
export const OperationError = Type.Object(
  {
    operation: Type.Optional(Type.Integer({ minimum: 0, description: 'The position of the operation, from 0.' })),
    line: Type.Optional(Type.Integer({ minimum: 1, description: 'The line, from 1; absent for a list in JSON.' })),
    column: Type.Optional(Type.Integer({ minimum: 1, description: 'The character in the line, from 1.' })),
    code: Type.Enum(errorCodes, { description: 'The reason, for programs.' }),
    message: Type.String({ description: 'What was wrong, in a sentence.' }),
    hint: Type.String({ description: 'What to do next.' }),
    candidates: Type.Optional(Type.Array(Candidate, { description: 'What the text may have meant.' })),
    nearest: Type.Optional(Type.Array(Type.String(), { description: 'Refs and labels similar to what matched nothing.' })),
    allowed: Type.Optional(Type.Array(Type.Unknown(), { description: 'The accepted values.' })),
    fields: Type.Optional(Type.Array(Type.String(), { description: 'The fields that the element has.' })),
    field: Type.Optional(Type.String({ description: 'The field or member concerned.' })),
    limit: Type.Optional(Type.Integer({ description: 'The limit that is exceeded (too_large).' })),
    suggestion: Type.Optional(Type.String({ description: 'An id that is free.' })),
    expected: Type.Optional(Type.Unknown({ description: 'What the changeset relied on: a revision, or values by field.' })),
    actual: Type.Optional(Type.Unknown({ description: 'What is there instead.' })),
    elements: Type.Optional(Type.Array(ConcernedElement, { description: 'The elements concerned.' })),
  },
  { description: 'A fault of one operation.' },
);
export type OperationError = Static<typeof OperationError>;
