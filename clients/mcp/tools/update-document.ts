/** The tool update_document: the one tool that changes the elements of a tab. */
import Type from 'typebox';

import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import { applyChangeset as verb, replaceTab } from '#clients/verbs/edit.ts';
import { jsonOnOneLine } from '#core/notation/quote.ts';
import { operationKinds } from '#core/ops/operation-list.ts';
import type { OperationsBody } from '#schema/calls.ts';
import { limits } from '#schema/limits.ts';

import { changesetAnswer } from '#clients/verbs/changeset-answer.ts';
import { input } from '../input.ts';
import { tool } from '../tool.ts';

const { document, tab, baseRev, expectedRev, dryRun, picture } = verb.input.properties;
const forms = (description: string) =>
  Type.Optional(Type.Array(Type.Object({}), { maxItems: limits.operationsPerChangeset, description }));

const usage = operationKinds.map((kind) => kind.usage).join('\n');

export const updateDocument = tool({
  name: 'update_document',
  title: 'Change a tab',
  description: `Change a tab by a changeset: operations that are applied all or nothing. Read the tab first and send the rev that you read as baseRev; try a large changeset with dryRun. One operation a line:
${usage}
A selector is a ref, a "label", or terms such as type:sticky in:core; placements: right-of:x left-of:x above:x below:x after:x inside:frame align:x at:x,y, with gap:n. Without a placement an element is put where there is room. Fields: label note fill stroke text-color border text font line, and more. Example:
add cylinder id=orders label="Orders" fill=green right-of:shop
connect shop -> orders label="writes"
The answer has a line for each change and the findings of the lint. The whole language is the resource atelier://changesets.`,
  input: input({
    document,
    tab,
    operations: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.Unknown())], {
        description: 'Lines as one text, or a list of JSON operations.',
      }),
    ),
    add: forms('Elements to add: { kind, id?, fields?, place? } or { element }.'),
    update: forms('Elements to change: { target, fields, all? }.'),
    remove: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Object({})]), {
        maxItems: limits.operationsPerChangeset,
        description: 'Elements to remove, with the arrows pinned to them: selectors, or { target, all?, keepArrows? }.',
      }),
    ),
    mode: Type.Optional(
      Type.Enum(['ops', 'replace'], {
        default: 'ops',
        description:
          'replace: the tab ends up with exactly what the operations add; elements that keep their ids keep their comments.',
      }),
    ),
    baseRev: Type.Optional(
      Type.Integer({
        ...range(baseRev),
        description: 'The revision that you read. Refused (changeset_conflict) if a target changed since.',
      }),
    ),
    expectedRev: Type.Optional(
      Type.Integer({ ...range(expectedRev), description: 'Refuse if the tab is at any other revision.' }),
    ),
    summary: Type.Optional(
      Type.String({ maxLength: limits.summaryCharacters, description: 'What you did, in a few words for people.' }),
    ),
    dryRun,
    picture,
  }),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run(
    {
      operations,
      add = [],
      update = [],
      remove = [],
      mode = 'ops',
      dryRun: dry,
      picture: pictured,
      expectedRev: expected,
      ...asked
    },
    { service },
  ) {
    const listed = [
      ...add.map((form) => ({ ...form, op: 'add' })),
      ...update.map((form) => ({ ...form, op: 'set' })),
      ...remove.map((form) => (typeof form === 'string' ? { op: 'rm', target: form } : { ...form, op: 'rm' })),
    ];
    if (listed.length === 0 && operations === undefined)
      throw new ServiceRefusal({
        code: 'invalid_request',
        status: 400,
        detail: 'There is nothing to do.',
        hint: 'Send operations, or add, update or remove.',
        errors: [{ pointer: '/operations', message: 'is missing' }],
      });
    const all = joined(listed, operations);
    if (mode === 'replace') {
      if (dry === true || pictured === true || expected !== undefined)
        throw new ServiceRefusal({
          code: 'invalid_request',
          status: 400,
          detail: 'mode=replace takes no dryRun, picture or expectedRev.',
          hint: 'Leave them out, or use mode=ops.',
        });
      return changesetAnswer(await replaceTab.run({ ...asked, operations: all }, service));
    }
    const more = {
      ...(dry !== undefined && { dryRun: dry }),
      ...(pictured !== undefined && { picture: pictured }),
      ...(expected !== undefined && { expectedRev: expected }),
    };
    return changesetAnswer(await verb.run({ ...asked, ...more, operations: all }, service));
  },
});

/** The operations of `add`, `update` and `remove` come first, in this order: removing an element removes its arrows. */
function joined(forms: readonly object[], operations: OperationsBody = []): OperationsBody {
  if (forms.length === 0) return operations;
  // Lines stay lines, with the forms as lines of JSON before them, because errors name the line.
  return typeof operations === 'string' ? [...forms.map(jsonOnOneLine), operations].join('\n') : [...forms, ...operations];
}

/** The bounds of a schema, without TypeBox's own notes. */
function range(schema: object): { minimum?: number; maximum?: number } {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}
