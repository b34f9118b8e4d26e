/**
 * read-tab-text: reads the text of a tab: the operations that draw it on an empty tab, and the remarks that people wrote between them.
 *
 * Any operation that needs no server is accepted. A text may have more operations than a changeset: they are planned in parts.
 */
import Type from 'typebox';

import type { OperationError } from '#schema/changeset.ts';
import { slugOf } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isPlainObject } from '#schema/plain-object.ts';
import { type Problem, problem } from '#schema/problem.ts';
import { defaultLook, Layer, TabLook, TabMode, type TabSettings, ThemeId } from '#schema/tab.ts';
import { isValid } from '#schema/validate.ts';

import { operationError } from '../changeset/operation-error.ts';
import { type LocatedOperation, parseOperations } from '../changeset/parse.ts';
import { planChangeset, type PlanContext } from '../changeset/plan.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { contentOf, type TabContent } from './tab-content.ts';
import { layersMark, tabMark } from './tab-text-marks.ts';

/** Lines that people wrote before the line of an element, by its slug; those at the end have the slug ''. Blank lines count. */
export type Remarks = ReadonlyMap<string, readonly string[]>;

export type TabText = {
  readonly tab: TabIndex;
  readonly content: TabContent;
  /** The number of the line that adds an element, from 1, by slug. */
  readonly lineOf: ReadonlyMap<string, number>;
  readonly remarks: Remarks;
  /** The name of the tab; null if the text does not say it. */
  readonly name: string | null;
  /** What else the head says, with defaults for what it does not. */
  readonly head: Pick<TabSettings, 'mode' | 'theme' | 'look' | 'layers'>;
};

export type TabTextFaults = { readonly errors: readonly OperationError[] };

/** The tab that a text draws, or up to ten errors. */
export function readTabText(text: string): TabText | TabTextFaults {
  const lines = text.split('\n');
  const { name, settings, layers } = readHead(lines);
  const head = { ...settings, layers };
  const parsed = parseOperations(text, Infinity);
  if ('errors' in parsed) return parsed;
  const tab = TabIndex.of({ ...settings, elements: new Map(), skipped: [] });
  const lineOf = new Map<string, number>();
  const context = contextOf();
  for (let at = 0; at < parsed.operations.length; at += limits.operationsPerChangeset) {
    const errors = draw(parsed.operations.slice(at, at + limits.operationsPerChangeset), tab, context, lineOf);
    if (errors.length > 0) return { errors };
  }
  return { tab, content: contentOf(tab), lineOf, remarks: remarksIn(lines, lineOf), name, head };
}

/** Applies the operations to the tab. */
function draw(
  operations: readonly LocatedOperation[],
  tab: TabIndex,
  context: PlanContext,
  lineOf: Map<string, number>,
): readonly OperationError[] {
  const foreign = operations.find(({ operation: { op } }) => serverOperations.has(op));
  if (foreign !== undefined) return [operationError(onServerOnly(foreign.operation.op), foreign)];
  const plan = planChangeset(tab, operations, context);
  if ('errors' in plan) return plan.errors;
  tab.update(plan.edits.map(({ id, after }) => ({ id, element: after })));
  const lineAt = new Map(operations.map(({ index, line }) => [index, line ?? 0]));
  for (const { mark, id, operation } of plan.results) {
    const line = operation === undefined ? undefined : lineAt.get(operation);
    if (mark === '+' && line !== undefined) lineOf.set(slugOf(id), line);
  }
  return [];
}

/** Their results depend on a layout engine, or on more than the text. */
const serverOperations: ReadonlySet<string> = new Set(['import', 'fix', 'layout']);

const onServerOnly = (op: string): Problem =>
  problem('invalid_value', {
    detail: `${op} is no operation of a file.`,
    hint: 'Send it to the server with `atelier edit`, then pull.',
  });

/** Suffixes count up, so that the same text gives the same tab. */
function contextOf(): PlanContext {
  let next = 0;
  return {
    newSuffix: () => (next++).toString(36).padStart(8, '0'),
    selected: null,
    mayReference: () => true,
    workLimit: Infinity,
  };
}

const Layers = Type.Array(Layer);

type Head = {
  readonly name: string | null;
  /** No layer of these is locked. */
  readonly settings: TabSettings;
  readonly layers: readonly Layer[];
};

function readHead(lines: readonly string[]): Head {
  const tab = memberOf(lines, tabMark);
  const members = isPlainObject(tab) ? new Map<string, unknown>(Object.entries(tab)) : new Map<string, unknown>();
  const [name, theme, mode, look] = ['name', 'theme', 'mode', 'look'].map((member) => members.get(member));
  const said = memberOf(lines, layersMark);
  const layers = isValid(Layers, said) ? said : [];
  const settings: TabSettings = {
    id: 'tab_00000000000000000000',
    name: typeof name === 'string' ? name : '',
    mode: isValid(TabMode, mode) ? mode : 'canvas',
    theme: isValid(ThemeId, theme) ? theme : 'light',
    ...(isValid(TabLook, look) && look !== defaultLook && { look }),
    locked: false,
    order: 'a0',
    // A locked layer refuses changes, and the text draws the tab from nothing.
    layers: layers.map((layer) => ({ ...layer, locked: false })),
    pages: [],
  };
  return { name: typeof name === 'string' && name !== '' ? name : null, settings, layers };
}

/** The JSON after a mark; null without one. */
function memberOf(lines: readonly string[], mark: string): unknown {
  const line = lines.find((one) => one.startsWith(mark));
  if (line === undefined) return null;
  try {
    return JSON.parse(line.slice(mark.length)) as unknown;
  } catch {
    return null;
  }
}

/** Comments and blank lines before the line of each element. Lines of the head, which printing writes again, are none. */
function remarksIn(lines: readonly string[], lineOf: ReadonlyMap<string, number>): Remarks {
  const slugAt = new Map([...lineOf].map(([slug, line]) => [line, slug]));
  const remarks = new Map<string, readonly string[]>();
  let waiting: string[] = [];
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    const slug = slugAt.get(index + 1);
    if (slug !== undefined) {
      if (waiting.length > 0) remarks.set(slug, waiting);
      waiting = [];
    } else if ((text === '' || text.startsWith('#')) && !text.startsWith('#:')) waiting.push(text);
  }
  while (waiting.at(-1) === '') waiting.pop();
  if (waiting.length > 0) remarks.set('', waiting);
  return remarks;
}
