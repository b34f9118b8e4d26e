/** The tool update_document: the one tool that changes the elements of a tab. */
import Type from 'typebox';

import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import { applyChangeset as verb, replaceTab } from '#clients/verbs/edit.ts';
import { jsonOnOneLine } from '#core/notation/quote.ts';
import { operationKinds } from '#core/ops/operation-list.ts';
import { OperationsBody } from '#schema/calls.ts';
import { limits } from '#schema/limits.ts';

import { changesetAnswer } from '#clients/verbs/changeset-answer.ts';
import { input } from '../input.ts';
import { tool } from '../tool.ts';

const { document, tab, baseRev, expectedRev, summary, dryRun, picture } = verb.input.properties;
const forms = Type.Optional(Type.Array(Type.Object({}), { maxItems: limits.operationsPerChangeset }));

/** A diagram in another language has a tool of its own. */
const listed = operationKinds.filter(({ name }) => name !== 'import');
const usage = listed.map((kind) => kind.usage).join('\n');

export const updateDocument = tool({
  name: 'update_document',
  title: 'Change a tab',
  description: `Draw: operations change a tab, all or none. One a line:
${usage}
<a> may name a place: a.right, a.right@0.3, table.row:id. A selector: a ref, a "label", type:sticky, in:core. A placement: right-of:a left-of:a above:a below:a after:a inside:core align:a at:x,y; with gap:80. Without one a box is put where there is room: then \`layout all\`. Kinds: square circle diamond cylinder actor sticky table … Example:
add cylinder id=orders "Orders" fill=green text=sm right-of:shop
add table "Users" id=users columns=["Field","Type"] rows=[["id","uuid"]]
connect shop -> orders "writes" line=angled border=dashed
wrap shop orders in frame "Core"
Answers list changes and lint. help has every field, rule and form.`,
  input: input({
    document,
    tab,
    operations: Type.Optional(OperationsBody),
    add: forms,
    update: forms,
    remove: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Object({})]), { maxItems: limits.operationsPerChangeset })),
    mode: Type.Optional(Type.Enum(['ops', 'replace'], { default: 'ops' })),
    baseRev,
    expectedRev,
    summary,
    dryRun,
    picture,
  }),
  args: {
    operations: 'Lines as one text, or [{"op":"add","kind":"square","id":"a","fields":{"label":"A"}}]',
    add: '[{"kind":"square","fields":{"label":"B"},"place":{"rel":"below","ref":"a"}}]',
    update: '[{"target":"a","fields":{"fill":"blue"}}]',
    remove: '["a"]: elements with their arrows.',
    mode: 'replace: only what is added is left.',
  },
  effect: verb.effect,
  idempotent: verb.idempotent,
  hasBoard: true,
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
    if (mode === 'replace' && expected !== undefined)
      throw new ServiceRefusal({
        code: 'invalid_request',
        status: 400,
        detail: 'mode=replace takes no expectedRev.',
        hint: 'Send baseRev instead: it refuses if any element changed since.',
      });
    const more = {
      ...(dry !== undefined && { dryRun: dry }),
      ...(pictured !== undefined && { picture: pictured }),
      ...(expected !== undefined && { expectedRev: expected }),
    };
    const changeset = { ...asked, ...more, operations: all };
    return changesetAnswer(await (mode === 'replace' ? replaceTab : verb).run(changeset, service));
  },
});

/** The operations of `add`, `update` and `remove` come first, in this order: removing an element removes its arrows. */
function joined(forms: readonly object[], operations: OperationsBody = []): OperationsBody {
  if (forms.length === 0) return operations;
  // Lines stay lines, with the forms as lines of JSON before them, because errors name the line.
  return typeof operations === 'string' ? [...forms.map(jsonOnOneLine), operations].join('\n') : [...forms, ...operations];
}
