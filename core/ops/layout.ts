/** layout: lays out the selected boxes along their arrows, and moves nothing else (SPEC.md). */
import Type from 'typebox';

import { type Arrow, type ArrowEnd, type Box, isBox, isContainer, isPinned, lineStyles } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import type { Json } from '../notation/json.ts';
import type { Planning } from '../planning/planning.ts';
import { quoteShort } from '../notation/quote.ts';
import { arrange } from '../layout/arrange.ts';
import { type Arrangement, layoutDirections, layoutStyles, type Spacing } from '../layout/graph.ts';
import { comparableArrows, lineFaults, type LineFaults } from '../layout/line-faults.ts';
import { Moves } from '../layout/moves.ts';
import { type Group, LayoutSelection } from '../layout/selection.ts';
import { crowdsOthers, overlapsOthers, placeGroup } from '../layout/group-placement.ts';
import { defaultGap } from '../placement/spacing.ts';
import { asPlaced, isUnplaced } from '../tab/unplaced.ts';
import { deepMembersOf, parentsOf } from '../tab/membership.ts';
import { selectUnion } from '../selectors/select.ts';
import { type LayoutOptions, readLayoutFields } from './layout-options.ts';
import { flag, Selector, strict } from './members.ts';
import { defineOp } from './op.ts';
import { printFields } from './print-fields.ts';

/** The engine checks the values. `LayoutForm` has the accepted ones. */
export const LayoutFields = Type.Unsafe<{ readonly [name: string]: Json }>({
  type: 'object',
  additionalProperties: true,
  description: 'How to lay out: style, direction, line, only.',
});
export const LayoutForm = Type.Object(
  {
    style: Type.Optional(Type.Enum([...layoutStyles], { description: 'Default: flow.' })),
    direction: Type.Optional(Type.Enum([...layoutDirections], { description: 'Default: down; of a mindmap: right.' })),
    line: Type.Optional(Type.Enum([...lineStyles], { description: 'The lines of the arrows among the boxes.' })),
    only: Type.Optional(Type.Enum(['unplaced'], { description: 'Moves only boxes without a place.' })),
  },
  { ...strict, description: 'How to lay out.' },
);

export const layout = defineOp({
  name: 'layout',
  summary: 'Lays out only the selection, keeping its top-left corner: as a flow, a tree or a mind map.',
  usage: 'layout <selector...|all> [style=flow] [direction=down] [line=angled] [only=unplaced]',
  example: {
    before: `add square id=a label="Start" at:300,200
add diamond id=b label="Sure?" at:0,0
add square id=c label="Do it" at:40,310
add square id=d label="Leave it" at:600,20
connect a -> b
connect b -> c label=yes
connect b -> d label=no`,
    lines: 'layout type:shape',
  },
  completion: {
    words: ['all', 'style=flow', 'style=tree', 'style=mindmap', 'direction=right', 'direction=down', 'line=', 'only=unplaced'],
  },
  input: Type.Object(
    {
      op: Type.Literal('layout'),
      target: Type.Optional(Selector),
      all: flag('Lays out the whole tab, instead of a target.'),
      fields: Type.Optional(LayoutFields),
    },
    strict,
  ),
  refuses: [
    'target_not_found',
    'target_ambiguous',
    'unknown_field',
    'invalid_value',
    'element_locked',
    'invalid_result',
    'work_limit_exceeded',
  ],
  selectors: ['target'],
  fault: ({ target, all }) => ((target === undefined) === (all === true) ? null : 'either target or all'),
  read(line) {
    const named = line.takes('all') ? { all: true } : { target: line.text('target', 'a selector or all') };
    return { op: 'layout', ...named, ...line.rest({ fields: true }) };
  },
  print({ target, fields = {} }) {
    const tokens = printFields(fields);
    return tokens === null ? null : [target ?? 'all', ...tokens];
  },
  plan({ target, fields = {} }, planning) {
    const form = readLayoutFields(fields, planning);
    if (isProblem(form)) return form;
    const matches = boxesOf(target, planning);
    if (isProblem(matches)) return matches;
    return layOutBoxes(form.only === 'unplaced' ? matches.filter(isUnplaced) : matches, form, planning);
  },
});

/** Lays out these boxes, and the frames all of whose members they are. */
export function layOutBoxes(boxes: readonly Box[], form: LayoutOptions, planning: Planning): Problem | null {
  const locked = planning.refuseLocked(boxes);
  if (locked !== null) return locked;
  const selection = new LayoutSelection(boxes, planning.draft, planning.work, (box) => planning.isLocked(box));
  for (const { id } of selection.named) {
    planning.target(id);
    planning.unplaced.delete(id);
  }
  const arrows = planning.context.comparesLayouts === true ? comparableArrows(selection.named, planning) : null;
  const before = arrows === null ? null : lineFaults(arrows, planning.draft);
  const refusal = layOut(selection, form, planning);
  if (refusal !== null) return refusal;
  markPlaced(selection.named, planning);
  setLines(selection.named, form, planning);
  if (arrows !== null && before !== null) warnIfWorse(before, lineFaults(arrows, planning.draft), planning);
  return null;
}

/** The distances that are kept, and those that are where room is short [OPR106]. */
const spacious: Spacing = { beside: defaultGap, along: 60 };
const tight: Spacing = { beside: 20, along: 40 };

/** The boxes that a selector names; without one, all that may be laid out. */
function boxesOf(target: string | undefined, planning: Planning): readonly Box[] | Problem {
  if (target === undefined) {
    const boxes = unlockedBoxes(planning);
    return boxes.length > 0 ? boxes : nothingUnlocked();
  }
  const elements = selectUnion(target, planning.search);
  if (isProblem(elements)) return elements;
  const boxes = elements.filter(isBox);
  return boxes.length > 0 ? boxes : onlyArrows(target);
}

/** Every box that is not locked, not in a locked frame and not around one that is locked. */
function unlockedBoxes(planning: Planning): Box[] {
  const { draft, work } = planning;
  work.spend(draft.size);
  const parents = parentsOf(draft);
  const boxes = [...draft.boxes()];
  const kept = new Set<string>();
  for (const box of boxes) {
    if (!planning.isLocked(box)) continue;
    for (const { id } of isContainer(box) ? [box, ...deepMembersOf(box, draft)] : [box]) kept.add(id);
    for (let at = parents.get(box.id); at !== undefined && work.spend(1); at = parents.get(at.id)) kept.add(at.id);
  }
  return boxes.filter(({ id }) => !kept.has(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What is laid out has a place, also where it did not move [OPR108]. */
function markPlaced(boxes: readonly Box[], planning: Planning): void {
  for (const { id } of boxes) {
    const box = planning.draft.get(id);
    if (box !== undefined && isBox(box) && isUnplaced(box)) planning.put(asPlaced(box));
  }
}

/** Sets the lines of the arrows among the boxes [OPR101]. */
function setLines(boxes: readonly Box[], { style, line }: LayoutOptions, planning: Planning): void {
  if (line === null && style !== 'tree') return;
  const ids = new Set(boxes.map(({ id }) => id));
  const isAmong = (end: ArrowEnd): boolean => isPinned(end) && ids.has(end.element);
  const changed = new Map<string, Arrow>();
  for (const id of ids) {
    for (const arrow of planning.draft.arrowsAt(id)) {
      if (!planning.work.spend(2)) return;
      const wanted = line ?? arrow.line ?? 'angled';
      if (arrow.line === wanted || planning.isLocked(arrow) || !isAmong(arrow.from) || !isAmong(arrow.to)) continue;
      changed.set(arrow.id, { ...arrow, line: wanted });
    }
  }
  for (const arrow of [...changed.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    planning.putAlong(arrow, 'drawn by layout');
  }
}

function layOut(selection: LayoutSelection, form: LayoutOptions, planning: Planning): Problem | null {
  const moves = new Moves(planning);
  const arranged = new Set(selection.groups.flatMap(({ tops }) => tops));
  for (const group of selection.groups) {
    if (planning.work.exhausted) return null;
    if (form.style === 'flow') planning.context.longer?.();
    const refusal = layOutGroup(group, form, { selection, planning, moves }, arranged);
    if (refusal !== null) return refusal;
  }
  moves.moveWayPoints();
  return null;
}

type LayoutRun = { readonly selection: LayoutSelection; readonly planning: Planning; readonly moves: Moves };

function layOutGroup(group: Group, form: LayoutOptions, ground: LayoutRun, arranged: ReadonlySet<string>): Problem | null {
  const { selection, planning } = ground;
  const graph = selection.graphOf(group, planning.draft, form.direction, form.line ?? undefined);
  if (planning.work.exhausted) return null;
  const draw = (spacing: Spacing): Arrangement | null =>
    arrange(graph, { ...form, spacing, engine: planning.flow }, planning.work);
  const drawn = draw(spacious);
  if (planning.work.exhausted) return null;
  if (drawn === null) return tooMuch(form);
  const context = { group, ...ground };
  const hasRoom = (arrangement: Arrangement, { beside }: Spacing): boolean =>
    !overlapsOthers(arrangement, context) && !crowdsOthers(arrangement, beside, context);
  if (hasRoom(drawn, spacious)) return placeGroup(drawn, context, arranged);
  const denser = draw(tight);
  const isBetter =
    denser !== null && (hasRoom(denser, tight) || (overlapsOthers(drawn, context) && !overlapsOthers(denser, context)));
  return placeGroup(isBetter ? denser : drawn, context, arranged);
}

/** Tells if arrows are harder to follow than before [OPR109]. */
function warnIfWorse(before: LineFaults, after: LineFaults, planning: Planning): void {
  const parts = [
    ...(after.crossings > before.crossings
      ? [`More arrows cross than before (${pairs(after.crossings)} instead of ${before.crossings}).`]
      : []),
    ...(after.behind > before.behind
      ? [`More arrows pass behind boxes than before (${after.behind} instead of ${before.behind}).`]
      : []),
  ];
  if (parts.length > 0) planning.warn('layout_worse', null, parts.join(' '));
}

const pairs = (count: number): string => (count === 1 ? '1 pair' : `${count} pairs`);

const onlyArrows = (target: string): Problem =>
  problem('target_not_found', {
    detail: `${quoteShort(target, 80)} matches no box: arrows follow what they are pinned to.`,
    hint: 'Name the boxes to lay out.',
    nearest: [],
  });

const nothingUnlocked = (): Problem =>
  problem('target_not_found', {
    detail: 'The tab has no box that may be laid out.',
    hint: 'Add boxes first, or unlock some.',
    nearest: [],
  });

const tooMuch = ({ style }: LayoutOptions): Problem =>
  problem('work_limit_exceeded', {
    detail: `A ${style} layout of so many elements and arrows is more work than one changeset may take; nothing was applied.`,
    hint: 'Lay out fewer elements at a time, or use style=tree.',
  });
