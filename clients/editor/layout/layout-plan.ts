/**
 * layout-plan: the automatic layout of the selection as edits of the person's own, planned without changing anything.
 *
 * The page plans what takes a moment. What needs Graphviz, or long, is planned by a dry run on the server, whose results are edits
 * too. A frame that is selected alone is laid out with everything in it.
 */
import type { Edit, OperationError, Result } from '#schema/changeset.ts';
import { type Box, type Element, isBox, isContainer } from '#schema/element.ts';
import { newElementSuffix } from '#schema/ids.ts';
import type { ArrowLine } from '#schema/tab.ts';

import { planChangeset } from '#core/changeset/plan.ts';
import type { LayoutDirection, LayoutStyle } from '#core/layout/graph.ts';
import { deepMembersOf } from '#core/tab/membership.ts';
import { asPlaced } from '#core/tab/unplaced.ts';
import type { TabView } from '#core/tab/view.ts';

import { call, CallRefused, failureText } from '../api/call.ts';
import type { Editor } from '../state/editor.ts';

export type LayoutRequest = {
  readonly style: LayoutStyle;
  readonly direction: LayoutDirection;
  /** Of the arrows among the boxes; null: each keeps its own. */
  readonly line: ArrowLine | null;
};

export type PlannedLayout = { readonly edits: readonly Edit[] } | { readonly refusal: string };

type Laid = Pick<Editor, 'tab' | 'selection' | 'session'>;

/** Units of work (core/planning/work.ts) that the page spends itself: less than a tenth of a second. */
const workHere = 150_000;

/** What is laid out: the selected boxes, or one selected frame with its contents. */
export function laidOutBoxes({ tab, selection }: Pick<Editor, 'tab' | 'selection'>): readonly Box[] {
  const boxes = Array.from(selection.get(), (id) => tab.view.get(id)).filter(
    (element): element is Box => element !== undefined && isBox(element),
  );
  const [only] = boxes;
  return boxes.length === 1 && only !== undefined && isContainer(only) ? [only, ...deepMembersOf(only, tab.view)] : boxes;
}

export async function planLayout(editor: Laid, form: LayoutRequest): Promise<PlannedLayout> {
  const { view } = editor.tab;
  const target = laidOutBoxes(editor)
    .map(({ id }) => id)
    .join(' ');
  const fields = { style: form.style, direction: form.direction, ...(form.line !== null && { line: form.line }) };
  const operation = { op: 'layout' as const, target, fields };
  const planned = planChangeset(view, [{ operation, index: 0 }], {
    newSuffix: newElementSuffix,
    selected: null,
    mayReference: () => true,
    workLimit: workHere,
  });
  if ('edits' in planned) return planned;
  return planned.needsWorker === true ? plannedByServer(editor, operation) : { refusal: refusalOf(planned.errors) };
}

/** Whether the tab still has the elements that the edits were planned on. */
export const isCurrent = (edits: readonly Edit[], tab: TabView): boolean =>
  edits.every(({ id, before }) => before !== null && tab.get(id) === before);

async function plannedByServer({ session, tab }: Laid, operation: object): Promise<PlannedLayout> {
  try {
    const { results } = await call('POST /documents/:doc/tabs/:tab/changesets', {
      params: { doc: session.documentId, tab: tab.id },
      query: { dryRun: '1' },
      body: { operations: [operation] },
    });
    return { edits: results.flatMap((result) => editOf(result, tab.view)) };
  } catch (error) {
    const errors = error instanceof CallRefused ? error.members['errors'] : undefined;
    return { refusal: Array.isArray(errors) ? refusalOf(errors as OperationError[]) : failureText(error) };
  }
}

/** The change of an element that a result describes: each field before and after. */
export function editOf({ id, mark, fields }: Result, tab: TabView): Edit[] {
  const before = tab.get(id);
  if (before === undefined || fields === undefined || (mark !== '~' && mark !== '»')) return [];
  const after: Record<string, unknown> = { ...before };
  for (const [name, [, value]] of Object.entries(fields)) {
    if (value === null) delete after[name];
    else after[name] = value;
  }
  const element = after as Element;
  return [{ id, before, after: mark === '~' && isBox(element) ? asPlaced(element) : element }];
}

const refusalOf = ([first]: readonly OperationError[]): string => first?.message ?? '';
