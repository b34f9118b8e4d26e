/** order: changes the stacking order of an element. Frames and lanes stay behind their contents. */
import Type, { type Static } from 'typebox';

import { type Element, isArrow, isBox } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { bringContentsForward } from './contents-in-front.ts';
import type { LineReader } from './line-reader.ts';
import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { selectOne, selectOperand } from '../selectors/select.ts';
import { ancestorsOf } from '../tab/membership.ts';
import { pinsOf } from '../tab/tab-index.ts';
import { contentsOf } from './contents.ts';
import { OperandText, Selector, strict } from './members.ts';
import { defineOp } from './op.ts';
import { comesAfter, elementBelow, putAbove, topElement } from './restack.ts';

const End = Type.Object(
  { rel: Type.Unsafe<'front' | 'back'>(Type.Enum(['front', 'back'], { description: 'To the front or back.' })) },
  strict,
);
const Next = Type.Object(
  {
    rel: Type.Unsafe<'above' | 'below'>(Type.Enum(['above', 'below'], { description: 'Right above or below `ref`.' })),
    ref: OperandText,
  },
  strict,
);
type Position = Static<typeof End> | Static<typeof Next>;
const Position = Type.Unsafe<Position>({
  type: 'object',
  required: ['rel'],
  oneOf: [End, Next],
  description: 'The new place in the stacking order.',
});

export const order = defineOp({
  name: 'order',
  summary: 'Changes stacking order; frames and lanes stay behind their contents.',
  usage: 'order <selector> front, back, above=<x> or below=<x>',
  example: {
    before: 'add square id=a label="A" at:0,0\nadd square id=b label="B" at:80,40\nadd square id=c label="C" at:160,80',
    lines: 'order a front\norder c below=b',
  },
  completion: { words: ['front', 'back', 'above=', 'below='] },
  input: Type.Object({ op: Type.Literal('order'), target: Selector, place: Position }, strict),
  refuses: ['target_not_found', 'target_ambiguous', 'invalid_value', 'element_locked'],
  selectors: ['target'],
  read(line) {
    const target = line.text('target', 'a selector', (word) => word === 'front' || word === 'back');
    return { op: 'order', target, place: readPosition(line) };
  },
  print: ({ target, place }) => [target, 'ref' in place ? `${place.rel}=${place.ref}` : place.rel],
  plan({ target, place }, planning) {
    bringContentsForward(planning);
    const element = selectOne(target, planning.search);
    if (isProblem(element)) return element;
    const locked = planning.refuseLocked([element]);
    if (locked !== null) return locked;
    planning.target(element.id);
    const contents = contentsOf(element, planning);
    const below = elementToCover(element, place, contents, planning);
    if (isProblem(below)) return below;
    const followers = contents.filter((member) => below !== null && !comesAfter(member, below));
    const lockedFollower = planning.refuseLocked(followers);
    return lockedFollower ?? putAbove(below, element, followers, planning);
  },
});

function readPosition(line: LineReader): object {
  for (const rel of ['front', 'back']) {
    if (line.takes(rel)) {
      line.rest({});
      return { rel };
    }
  }
  const { above, below } = line.rest({ members: ['above', 'below'] });
  line.starts.set('place', line.starts.get('above') ?? line.starts.get('below') ?? 0);
  line.expect((above === undefined) !== (below === undefined), null, 'front, back, above=<x> or below=<x>');
  return above === undefined ? { rel: 'below', ref: below } : { rel: 'above', ref: above };
}

/** The element directly in front of which it goes; null for the back of the stack. */
function elementToCover(
  element: Element,
  place: Position,
  contents: readonly Element[],
  planning: Planning,
): Element | null | Problem {
  const { draft, work } = planning;
  const ownIds = new Set([element.id, ...contents.map(({ id }) => id)]);
  if (!('ref' in place) && place.rel === 'front') return topElement(ownIds, planning);
  const boxes = isArrow(element) ? pinsOf(element).map((id) => draft.get(id)) : [element];
  const frames = boxes.flatMap((box) => (box === undefined || !isBox(box) ? [] : ancestorsOf(box, draft, work.spend)));
  const frontmostFrame = frames.reduce<Element | null>(
    (top, frame) => (top === null || comesAfter(frame, top) ? frame : top),
    null,
  );
  if (!('ref' in place)) return frontmostFrame;
  const reference = selectOperand(place.ref, planning.search);
  if (isProblem(reference)) return reference;
  if (reference.id === element.id)
    return contradiction(`${nameOf(element)} cannot be ${place.rel} itself.`, 'Name another element.');
  const isContent = ownIds.has(reference.id);
  if (place.rel === 'above') {
    if (isContent) return contradiction(`${nameOf(element)} stays behind its contents, and ${nameOf(reference)} is one of them.`);
    return frontmostFrame !== null && comesAfter(frontmostFrame, reference) ? frontmostFrame : reference;
  }
  if (frontmostFrame !== null && !comesAfter(reference, frontmostFrame))
    return contradiction(
      `${nameOf(element)} stays in front of the frame or lane that contains ${isArrow(element) ? 'its end' : 'it'}.`,
    );
  const lowest = isContent
    ? contents.reduce((least, member) => (comesAfter(least, member) ? member : least), reference)
    : reference;
  return elementBelow(lowest, ownIds, planning);
}

const staysBehind = 'Frames and lanes stay behind their contents; name another element.';
const contradiction = (detail: string, hint = staysBehind): Problem => problem('invalid_value', { detail, hint });
