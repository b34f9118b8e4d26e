/** wrap: draws a frame or lane around the members that a selector names. */
import Type, { type Static } from 'typebox';

import { type Box, isBox, isContainer } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import type { Planning } from '../planning/planning.ts';
import { quoteExactly, quoteShort } from '../notation/quote.ts';
import { assignFields } from './assign.ts';
import { selectUnion } from '../selectors/select.ts';
import type { TabDraft } from '../tab/tab-draft.ts';
import type { Container } from '../tab/membership.ts';
import { sameRect } from '../tab/rect.ts';
import { keyBehind, keyOnTop } from '../tab/stacking.ts';
import { addExact } from '../tab/exact.ts';
import { followShifts, type Offset } from '../placement/follow.ts';
import { Fields, flag, OperandText, Selector, SlugText, strict } from './members.ts';
import { newElementId } from './new-id.ts';
import { defineOp } from './op.ts';
import { boxesOf } from './move-group.ts';
import { printFields } from './print-fields.ts';
import { skeletonOf } from './skeleton.ts';
import { wrapMessages } from './wrap-messages.ts';
import { wrapMembers, type WrapPlan } from './wrap-members.ts';

const Section = Type.Object(
  { message: OperandText, label: Type.Optional(Type.String({ description: 'Its condition.' })) },
  { ...strict, description: 'A message with which another section of the block begins.' },
);

export const wrap = defineOp({
  name: 'wrap',
  summary: 'Draws a frame (or, with `in lane`, a lane) around the members.',
  usage:
    'wrap <selector...> in frame|lane ["<label>"] [id=<id>] key=value... [else:<message> ["<condition>"]]... [tidy] [absorb] [make-room]',
  example: {
    before: `add square id=order label="Order"
add square id=bill label="Bill" below:order
add square id=pack label="Pack" right-of:order gap:120
add square id=ship label="Ship" right-of:pack
connect order -> bill
connect order -> pack label="paid"
connect pack -> ship`,
    lines:
      'wrap pack ship in frame id=warehouse label="Warehouse" fill=blue\nwrap order bill in lane id=desk label="Desk" direction=down',
  },
  completion: { takesFields: true, words: ['in', 'frame', 'lane', 'tidy', 'absorb', 'make-room'] },
  input: Type.Object(
    {
      op: Type.Literal('wrap'),
      target: Selector,
      kind: Type.Unsafe<'frame' | 'lane'>(Type.Enum(['frame', 'lane'], { description: 'What to draw around them.' })),
      id: Type.Optional(SlugText),
      fields: Type.Optional(Fields),
      else: Type.Optional(
        Type.Array(Section, { minItems: 1, maxItems: limits.blockSections, description: 'Of a block: its other sections.' }),
      ),
      tidy: flag('Lays the members out.'),
      absorb: flag('Takes in elements that were not named.'),
      makeRoom: flag('Moves elements that were not named out of the way.'),
    },
    strict,
  ),
  refuses: [
    'target_not_found',
    'target_ambiguous',
    'frame_captures',
    'id_taken',
    'invalid_value',
    'unknown_field',
    'element_locked',
    'invalid_result',
    'too_large',
  ],
  selectors: ['target'],
  read(line) {
    const target = line.text('target', 'a selector', (word) => word === 'in');
    line.oneOf(['in'], 'in frame, or in lane');
    const kind = line.oneOf(['frame', 'lane'], 'frame or lane');
    return { op: 'wrap', target, kind, ...line.rest({ id: true, label: true, fields: true, sections: true, flags }) };
  },
  print({ target, kind, id, fields, else: sections = [], ...set }) {
    const tokens = printFields(fields);
    if (tokens === null) return null;
    const words = [...flags].filter(([, member]) => set[member] === true).map(([word]) => word);
    return [
      target,
      'in',
      kind,
      ...(id === undefined ? [] : [`id=${id}`]),
      ...tokens,
      ...sections.flatMap(printSection),
      ...words,
    ];
  },
  plan(operation, planning) {
    const elements = selectUnion(operation.target, planning.search);
    if (isProblem(elements)) return elements;
    const boxes = elements.filter(isBox);
    const isBlock = Object.hasOwn(operation.fields ?? {}, 'block');
    if (boxes.length === 0 && !isBlock) return onlyArrows(operation.target);
    const frame = newFrame(operation, planning);
    if (isProblem(frame)) return frame;
    if (frame.type === 'frame' && frame.block !== undefined)
      return wrapMessages(frame, elements, { sections: operation.else ?? [], absorb: operation.absorb }, planning);
    if (operation.else !== undefined) return onlyInBlocks;
    const plan = wrapMembers(frame, boxes, operation, planning);
    if (plan === null || isProblem(plan)) return plan;
    for (const { id } of boxes) planning.target(id);
    return putFrame(plan, planning);
  },
});

const printSection = ({ message, label }: Static<typeof Section>): string[] => [
  `else:${message}`,
  ...(label === undefined ? [] : [quoteExactly(label)]),
];

const onlyInBlocks = problem('invalid_value', {
  detail: 'Only a block of messages has other sections.',
  hint: 'Add block=alt, or leave else: out.',
  field: 'block',
});

const flags = new Map([
  ['tidy', 'tidy'],
  ['absorb', 'absorb'],
  ['make-room', 'makeRoom'],
] as const);

const measuredFields = ['x', 'y', 'width', 'height'];

function newFrame(
  { kind, id: requestedId, fields = {} }: Static<(typeof wrap)['input']>,
  planning: Planning,
): Container | Problem {
  const field = measuredFields.find((name) => Object.hasOwn(fields, name));
  if (field !== undefined) {
    const detail = `wrap measures the ${kind} by its members.`;
    return problem('invalid_value', { detail, hint: `Leave ${field} out, or set it afterwards.`, field });
  }
  const { label } = fields;
  const id = newElementId(planning, requestedId, typeof label === 'string' ? label : undefined, kind);
  if (isProblem(id)) return id;
  const frame = assignFields(skeletonOf(id, kind, null, planning), fields, planning);
  return isProblem(frame) || isContainer(frame) ? frame : problem('invalid_value');
}

/** Puts everything into the draft, with the reasons that `»` lines give. */
function putFrame({ frame, groups, around, tidied, displaced }: WrapPlan, planning: Planning): Problem | null {
  const { draft } = planning;
  planning.unplaced.add(frame.id);
  planning.put({ ...frame, z: keyOnTop(draft) });
  const ref = draft.refOf(frame.id);
  const shifts = new Map<string, Offset>();
  const putMoved = (box: Box, reason: string): void => {
    const previous = draft.get(box.id);
    if (previous !== undefined && isBox(previous))
      shifts.set(box.id, { dx: addExact(box.x, -previous.x), dy: addExact(box.y, -previous.y) });
    if (planning.targets.has(box.id)) planning.put(box);
    else planning.putAlong(box, reason);
  };
  for (const { root, descendants } of groups) {
    const moved = tidied.get(root.id);
    if (moved === undefined) continue;
    putMoved(moved, `taken in by ${ref}`);
    for (const { id } of descendants) putMoved(tidied.get(id) ?? moved, `carried by ${draft.refOf(root.id)}`);
  }
  const grown = around.filter((outer) => !isUnchanged(outer, draft));
  const locked = planning.refuseLocked(grown);
  if (locked !== null) return locked;
  for (const outer of grown) planning.putAlong(outer, `grew to hold ${ref}`);
  for (const { box, how, carriedBy } of displaced.values()) {
    const reason = carriedBy === null ? `made room for ${ref}` : `carried by ${draft.refOf(carriedBy.id)}`;
    if (how === 'moved') putMoved(box, reason);
    else planning.putAlong(box, reason);
  }
  planning.put({ ...frame, z: keyBehind(groups.flatMap(boxesOf), draft) ?? keyOnTop(draft) });
  return followShifts(shifts, planning);
}

function isUnchanged(frame: Container, draft: TabDraft): boolean {
  const previous = draft.get(frame.id);
  return previous !== undefined && isBox(previous) && sameRect(previous, frame);
}

const onlyArrows = (target: string): Problem =>
  problem('target_not_found', {
    detail: `${quoteShort(target, 80)} matches no box, and arrows cannot be members of a frame.`,
    hint: 'Name the boxes to wrap.',
    nearest: [],
  });
