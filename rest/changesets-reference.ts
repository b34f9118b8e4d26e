/**
 * changesets-reference: docs/changesets.md, the reference of the changeset language, with its pictures.
 *
 * Everything in it derives from the code: operations from their definitions and the rules of their SPEC.md, selectors and
 * fields from their tables, and each example from running it.
 */
import { readFile } from 'node:fs/promises';

import { wholeForms, wholeExample } from '#core/fields/examples.ts';
import { namedTypes } from '#core/fields/kinds.ts';
import { parseOperations } from '#core/changeset/parse.ts';
import { operationKinds } from '#core/ops/operation-list.ts';
import type { OperationKind } from '#core/ops/op.ts';
import { selectorKinds } from '#core/selectors/selector-list.ts';
import { shapeAliases } from '#core/shapes/shape-list.ts';
import { shapeKinds } from '#schema/shape-kinds.ts';
import { errors } from '#schema/errors.ts';
import { reservedWords } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import { type RunExample, runExample } from './changeset-example.ts';
import { fieldRows } from './field-reference.ts';
import { code, fenced, list, table } from './markdown.ts';
import { changesetRefusals } from './resources/changeset-refusals.ts';

/** What is written to docs/: the reference and the pictures in it, by their paths there. */
export async function changesetsReference(): Promise<ReadonlyMap<string, string>> {
  const { flow } = await GraphvizEngine.load();
  const files = new Map<string, string>();
  const operations: string[] = [];
  for (const kind of operationKinds) {
    const run = runExample(kind.example, flow);
    files.set(`${folder}/${kind.name}-before.svg`, run.before.svg).set(`${folder}/${kind.name}.svg`, run.after.svg);
    operations.push(operationSection(kind, await rulesOf('ops', kind.name), run));
  }
  return files.set('changesets.md', await reference(operations));
}

async function reference(operations: readonly string[]): Promise<string> {
  const arrangements = ['All arrangements', 'Stacks and grids', 'Flows and trees', 'Sequences', 'Swimlanes'];
  const arranging = await Promise.all(arrangements.map((heading) => rulesOf('arranged', heading)));
  const placing = await Promise.all(['Beside another box', 'Inside a frame'].map((heading) => rulesOf('placement', heading)));
  return `# Changesets

A changeset is one write to one tab: up to ${limits.operationsPerChangeset} operations, applied as a whole or not at all,
attributed to the owner of the token, and reverted as a unit. Send it to \`POST /documents/{doc}/tabs/{tab}/changesets\`; with \`dryRun=1\`
the answer is the same, but nothing is applied. \`PUT /documents/{doc}/tabs/{tab}\` takes the same operations and
replaces the contents of the tab with them. This file is generated from the code by \`npm run docs\`.

## Lines

One operation per line, at most ${limits.charactersPerLine.toLocaleString('en')} characters. Blank lines and lines that begin with \`#\` are skipped; a line
that begins with \`{\` is an operation in JSON, so the two forms can be mixed. Tokens are split at spaces. \`"…"\` may contain spaces, and
\`\\"\`, \`\\\\\`, \`\\n\`, \`\\t\` and \`\\uXXXX\`. A value that is a number, \`true\` or \`false\`, or that begins with \`[\` or \`{\`, is
read as JSON; in a text field a bare number is text, and a quoted value is always text. \`key=\` without a value unsets the field.

Later operations see the results of earlier ones, and \`id=\` names a new element for them. An id is one lowercase letter and up to 23
lowercase letters, digits, \`-\` or \`_\`; without it, the id comes from the label or the kind.

## Operations

${operations.join('\n\n')}

## Selectors

A selector is a ref, a quoted label, or terms joined by spaces that must all match. It must match exactly one element unless
the operation takes \`all\`. \`wrap\` and \`layout\` take many: each ref or quoted label names one element, and the other terms
add whatever they match together. \`<x>\` is a ref, an id, a unique prefix of an id, or a quoted label.

${table(
  ['selector', 'matches'],
  selectorKinds.map(({ form, matches }) => [code(form), matches]),
)}

Reserved words are not refs: ${[...reservedWords].map(code).join(', ')}. An element with such a name is selected by its quoted
label or a longer ref.

## Placement

${table(['placement', 'meaning'], placements)}

${placing.flat().map(ruleLine).join('\n')}

## Arranged frames

A frame with \`arrange=sequence\`, \`swimlane\`, \`stack\`, \`grid\`, \`tree\` or \`flow\` keeps its members in order, with
\`direction\` and \`gap\`. A sequence takes a line for each participant and each message, plus one, and no number:

\`\`\`
add rounded id=shop label="Shop"
add rounded id=bank label="Bank"
wrap shop bank in frame arrange=sequence label="Paying"
connect shop -> bank "charge" id=charge
connect bank -> shop "approved" border=dashed id=approved
connect bank -> shop "declined" border=dashed id=declined again
wrap approved declined in frame block=alt label="enough money" else:declined "otherwise"
\`\`\`

${arranging.flat().map(ruleLine).join('\n')}

## Stacking

Elements are drawn in the order of their keys (\`z\`). New elements go on top, and \`order\` changes the order. The contents of frames
and lanes always stay in front of them: elements that must go forward for that get a new \`z\`, each with a line in the answer.

${(await rulesOf('ops', 'Contents in front of their frames')).map(ruleLine).join('\n')}

## Kinds and fields

\`add\` and \`insert\` take a shape kind, or ${list(namedTypes.map(code))}. Shape kinds: ${shapeKinds.map(code).join(', ')}.

An icon is added by its name, without a kind: \`add icon=database "Orders" id=orders\`. The icons are those of [Lucide](https://lucide.dev/icons): \`GET /icons?search=phone\` and \`atelier icons phone\` find their names.

Aliases: ${[...shapeAliases].map(([alias, kind]) => `${code(alias)} (${kind})`).join(', ')}.

${table(['field', 'of', 'takes'], fieldRows())}

Sizes of \`text\`: \`sm\` is 12 pixels, \`md\` 16, \`lg\` 24; any other is a number of pixels, such as \`text=18\`. Without \`text\` it is 16, on arrows 12, in the cells of tables 14. \`scale\` is for
texts and boxes: the largest size at which the label fits, so that it grows and shrinks with its box. On arrows and in tables it
is the size that they have without \`text\`.

The label of an arrow is placed automatically, where it covers as little as possible. \`labelAt\` fixes it on the line: \`labelAt=0\` is as near to
the start as the label can be without covering it, \`labelAt=1\` as near to the end, \`labelAt=0.3\` at three tenths of the line's length.
Other labels make way for it, and it makes way for nothing. \`labelAt=\` places it automatically again.

\`group\` makes elements a group, which people select, move and copy as one: \`set type:sticky group=ideas all\`. Groups are nested with
\`/\`, the outermost first, four deep at most: \`group=payments/icons\`. \`group:payments\` selects the members, and \`group=\` takes an element out.

## JSON

An operation in JSON is an object with \`op\` and the members below; fields stand in \`fields\`, and a placement is an object with \`rel\`. A
selector, a ref and an end such as \`a.right@0.3\` are texts as in a line. Lines in JSON may stand among other lines.

${fenced(`${operationKinds.map(jsonExample).join('\n')}
{"op":"layout","all":true,"fields":{"direction":"right"}}`)}

Elements that have no kind are added as a whole, and any other element may be. Id, place and size may be left out.

${fenced((Object.keys(wholeForms) as (keyof typeof wholeForms)[]).map(wholeExample).join('\n'))}

The end of a whole arrow is a text, or \`{ "element": "a", "side": "right", "offset": 0.3 }\`, \`{ "element": "users", "row": "id" }\`, or a
point of the canvas, \`{ "x": 0, "y": 0 }\`.

## The answer

One line for each element, then changes of membership, then warnings. A line \`re-routed:\` names arrows whose routes changed although
the changeset touched neither them nor a box at their ends. \`introduced:\` and \`resolved:\` are the lint findings that it brought and
removed, and \`older:\` counts all others ([lint.md](lint.md)). The last line has the revision, the lint verdict and how to revert the
changeset.

${table(['mark', 'meaning'], marks)}

Warnings do not stop a changeset: \`shape_coerced\`, \`value_coerced\`, \`label_capped\` (a label of a shape over ${limits.labelCappedAt} characters keeps its
heading, and the full text moves to its note), \`colour_overrides_theme\`, \`arrows_freed\`, \`layout_worse\` (after a layout, more
arrows cross or pass behind boxes), \`not_fixed\` (a finding that \`fix\` left), \`html_left_out\` (HTML in an article that is not shown), \`no_base\`.

## Refusals

A refused changeset changes nothing. \`errors\` gives the operation (from 0), line and column (from 1), the code and a
hint. Parse errors and unknown operations are reported together, up to ${limits.parseErrorsReported}.

${table(['status', 'code', 'meaning', 'what to do'], refusalRows())}
`;
}

/** The folder of the pictures, beside the reference. */
const folder = 'changesets';

function operationSection(kind: OperationKind, rules: readonly Rule[], example: RunExample): string {
  return `### ${kind.name}

${kind.summary}

${fenced(kind.usage.split(/ or (?=[a-z]+ <)/).join('\n'))}

${rules.map(ruleLine).join('\n')}

Refuses with ${list([...kind.refuses].map(code))}.

${shownExample(example, kind.name)}`;
}

/** The example as it runs: its lines, the answer, and the tab before and after. */
function shownExample({ before, lines, answer, after }: RunExample, name: string): string {
  return `| before | after |
| --- | --- |
| ![The tab before](${folder}/${name}-before.svg) | ![The tab after](${folder}/${name}.svg) |

On this tab

${fenced(before.outline)}

the changeset

${fenced(lines)}

answers

${fenced(answer)}

and the tab is

${fenced(after.outline)}`;
}

/** The first operation of the example that is of this kind, in JSON. */
function jsonExample({ name, example }: OperationKind): string {
  const parsed = parseOperations(example.lines);
  const first = 'operations' in parsed ? parsed.operations.find(({ operation }) => operation.op === name) : undefined;
  return first === undefined ? '' : JSON.stringify(first.operation);
}

type Rule = { readonly name: string; readonly text: string };

/** The rules in a section of a SPEC.md in core/: the items of its list. */
async function rulesOf(folder: string, heading: string): Promise<Rule[]> {
  const text = await readFile(new URL(`../core/${folder}/SPEC.md`, import.meta.url), 'utf8');
  const section = text.split('\n## ').find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section
    .split('\n- ')
    .slice(1)
    .map((item) => {
      const [, name = '', rule = ''] = /^\*\*([A-Z]+\d+)\*\* (.*)$/s.exec(item.trim()) ?? [];
      return { name, text: rule.replaceAll(/\s+/g, ' ') };
    });
}

const ruleLine = ({ name, text }: Rule): string => `- **${name}** ${text}`;

const placements: readonly (readonly string[])[] = [
  ['`right-of:<x>` `left-of:<x>` `above:<x>` `below:<x>`', 'beside x on that side'],
  ['`after:<x>`', "along the flow of x's outgoing arrows"],
  ['`inside:<frame>`', 'the next free slot inside a frame or lane'],
  ['`align:<x>`', "sharing x's center on the axis on which the element is already nearer"],
  ['`at:x,y`', "at that point, from the tab's content origin"],
  ['`gap:<n>`', `with a side, after or align: the gap in pixels, 0 to ${limits.gapMax.toLocaleString('en')}`],
];

const marks: readonly (readonly string[])[] = [
  ['`+`', 'added'],
  ['`~`', 'changed, each field as before→after'],
  ['`-`', 'removed, with the reason if it was removed with another element'],
  ['`»`', 'moved or restacked without being named, with the reason'],
  ['`<frame> +<member>` `<frame> -<member>`', 'a change of membership'],
  ['`!`', 'warning'],
];

function refusalRows(): string[][] {
  return changesetRefusals.codes.map((name) => [String(errors[name].status), code(name), errors[name].detail, errors[name].hint]);
}
