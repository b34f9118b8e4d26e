/**
 * move: puts elements elsewhere, beside others or by a distance.
 * M1  Beside, above, inside and so on: the spot that place-box.ts finds, where nothing lies. What moves is in nobody's way.
 * M2  `at:` and `by=` say exactly where, occupied or not. `by=` moves by so many pixels, right and down.
 * M3  A frame or lane carries its members at any depth, each told by a `»` line; the room looked for is that of them all.
 * M4  Pinned arrows follow without a change; way-points whose two ends move go along (follow.ts).
 * M5  With `all`, elements that go to one placement go there one after the other, in the order in which they lie along
 *     its direction; inside a frame from top to bottom. `at:` then moves them as they lie, their top left corner to
 *     that point. What a moved frame carries goes with it and not once more by itself.
 * M6  The element that a placement names stays where it is, also when the selector matches it. When nothing else is to
 *     be moved, and when a moved frame would carry it, that is refused (invalid_value).
 * M7  An arrow has no place of its own: it is moved by its way-points and free ends, by a distance only. One that has
 *     neither is refused (invalid_value); with `all` it is passed over as long as something moves.
 * M8  Beyond the canvas nothing is moved (invalid_result).
 * M9  A locked element, named or carried, is refused (element_locked).
 */
import Type from 'typebox';

import { type Arrow, type ArrowEnd, type Box, type Element, isArrow, isBox, isPinned, type Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import { numberOf } from '../changeset/json.ts';
import type { LineReader } from '../changeset/line-reader.ts';
import { nameOf } from '../changeset/naming.ts';
import type { Planning } from '../changeset/planning.ts';
import { flowAfter } from '../placement/flow.ts';
import type { Spot } from '../placement/free-spot.ts';
import { placeBox } from '../placement/place-box.ts';
import { isPlaceWord, Place, printPlace } from '../placement/place.ts';
import { selectOperand, selectTargets } from '../selectors/select.ts';
import { bottom, right, union } from '../tab/rect.ts';
import { followShifts, plus, type Shift, shifted } from './follow.ts';
import { Flag, Selector, strict } from './members.ts';
import { defineOp } from './op.ts';
import { boxesOf, partiesOf, type Party, rectOf } from './party.ts';

const By = Type.Unsafe<readonly [dx: number, dy: number]>({
  type: 'array',
  prefixItems: [{ type: 'number' }, { type: 'number' }],
  items: false,
  minItems: 2,
  maxItems: 2,
  description: 'Pixels to the right and down.',
});

export const move = defineOp({
  name: 'move',
  summary: 'Moves elements; pinned arrows follow; a frame or lane carries its members.',
  usage: 'move <selector> <placement> [all] or move <selector> by=dx,dy [all]',
  input: Type.Object(
    {
      op: Type.Literal('move'),
      target: Selector,
      place: Type.Optional(Place),
      by: Type.Optional(By),
      all: Type.Optional(Flag),
    },
    strict,
  ),
  refuses: ['target_not_found', 'target_ambiguous', 'invalid_value', 'element_locked', 'invalid_result'],
  selectors: ['target'],
  fault({ place, by }) {
    if (place === undefined) return by === undefined ? 'a placement such as right-of:<x>, or by=dx,dy' : null;
    return by === undefined ? null : 'either a placement or by=dx,dy';
  },
  read(line) {
    const target = line.text('target', 'a selector', (word) => word === 'all' || isPlaceWord(word));
    const { by, ...rest } = line.rest({ place: true, flags: new Map([['all', 'all']]), members: ['by'] });
    return { op: 'move', target, ...rest, ...(typeof by === 'string' ? { by: readBy(by, line) } : {}) };
  },
  print: ({ target, place, by, all }) => [
    target,
    ...(place === undefined ? [] : printPlace(place)),
    ...(by === undefined ? [] : [`by=${by[0]},${by[1]}`]),
    ...(all === true ? ['all'] : []),
  ],
  plan({ target, place, by, all }, planning) {
    const elements = selectTargets(target, all, planning.search);
    if (isProblem(elements)) return elements;
    if (by !== undefined) return moveBy(elements, { dx: by[0], dy: by[1] }, planning);
    return place === undefined ? null : moveTo(elements, place, planning);
  },
});

function readBy(text: string, line: LineReader): readonly [number, number] {
  const [dx, dy, ...more] = text.split(',').map(numberOf);
  const isPair = dx !== null && dx !== undefined && dy !== null && dy !== undefined && more.length === 0;
  line.expect(isPair, line.starts.get('by') ?? null, 'dx,dy: two numbers');
  return [dx ?? 0, dy ?? 0];
}

function moveBy(elements: readonly Element[], shift: Shift, planning: Planning): Problem | null {
  const parties = partiesOf(elements, planning);
  const arrows = elements.filter(isArrow).filter(hasPlace);
  if (parties.length === 0 && arrows.length === 0) return nowhere(elements);
  const refusal = planning.refuseLocked([...parties.flatMap(boxesOf), ...arrows]) ?? offCanvas(shift, parties, arrows);
  if (refusal !== null) return refusal;
  for (const { id } of [...elements.filter(isBox), ...arrows]) planning.target(id);
  const shifts = new Map<string, Shift>();
  for (const party of parties) setDown(party, shift, shifts, planning);
  for (const arrow of arrows) planning.put(shiftedArrow(arrow, shift));
  return followShifts(shifts, planning, new Set(arrows.map(({ id }) => id)));
}

function moveTo(elements: readonly Element[], place: Place, planning: Planning): Problem | null {
  if (!elements.some(isBox)) return nowhere(elements);
  const reference = place.rel === 'at' ? null : selectOperand(place.ref, planning.search);
  if (isProblem(reference)) return reference;
  const named = elements.filter(isBox).filter(({ id }) => id !== reference?.id);
  const parties = partiesOf(named, planning);
  const carrier = parties.find(({ carried }) => carried.some(({ id }) => id === reference?.id));
  if (reference !== null && (parties.length === 0 || carrier !== undefined)) return besideItself(reference, carrier);
  const locked = planning.refuseLocked(parties.flatMap(boxesOf));
  if (locked !== null) return locked;
  for (const { id } of named) planning.target(id);
  const fixed = fixedPlace(place, reference, planning);
  const refs = new Map(parties.map(({ lead }) => [lead.id, planning.draft.refOf(lead.id)]));
  const shifts = new Map<string, Shift>();
  planning.lift(parties.flatMap(boxesOf));
  const groups = fixed.rel === 'at' ? [parties] : inOrder(parties, fixed).map((party) => [party]);
  for (const group of groups) {
    if (!planning.work.spend(20)) return null;
    const shift = shiftTo(group, fixed, planning);
    const refused = isProblem(shift) ? shift : offCanvas(shift, group);
    if (isProblem(shift) || refused !== null) return refused;
    for (const party of group) setDown(party, shift, shifts, planning, refs);
  }
  return followShifts(shifts, planning);
}

/** The placement with the full id of what it names and the side that `after` means now, before anything moves. */
function fixedPlace(place: Place, reference: Element | null, planning: Planning): Place {
  if (place.rel === 'at' || reference === null) return place;
  if (place.rel === 'inside' || place.rel !== 'after' || isArrow(reference)) return { ...place, ref: reference.id };
  const sides = { right: 'right-of', left: 'left-of', up: 'above', down: 'below' } as const;
  return { ...place, rel: sides[flowAfter(reference, planning.draft, planning.work)], ref: reference.id };
}

/** The parties, nearest to the place that they go to first [M5]. */
function inOrder(parties: readonly Party[], place: Place): Party[] {
  const along = (a: Rect, b: Rect): number => {
    if (place.rel === 'right-of') return a.x - b.x || a.y - b.y;
    if (place.rel === 'left-of') return right(b) - right(a) || a.y - b.y;
    return place.rel === 'above' ? bottom(b) - bottom(a) || a.x - b.x : a.y - b.y || a.x - b.x;
  };
  return parties.toSorted((a, b) => along(a.lead, b.lead) || (a.lead.id < b.lead.id ? -1 : 1));
}

function shiftTo(group: readonly Party[], place: Place, planning: Planning): Shift | Problem {
  // What at: puts somewhere is the element that is named; what needs room is all that it carries.
  const rects = group.map((party) => (place.rel === 'at' ? party.lead : rectOf(party)));
  const [first, ...others] = rects;
  const lead = group[0]?.lead;
  if (first === undefined || lead === undefined) return { dx: 0, dy: 0 };
  const { x, y, width, height } = others.reduce(union, first);
  const spot: Spot | Problem = placeBox({ id: lead.id, width, height, now: { x, y } }, place, planning);
  return isProblem(spot) ? spot : { dx: spot.x - x, dy: spot.y - y };
}

function setDown(
  { lead, carried }: Party,
  shift: Shift,
  shifts: Map<string, Shift>,
  planning: Planning,
  refs?: ReadonlyMap<string, string>,
): void {
  planning.unplaced.delete(lead.id);
  planning.put(shiftedBox(lead, shift));
  shifts.set(lead.id, shift);
  const reason = carried.length === 0 ? '' : `carried by ${refs?.get(lead.id) ?? planning.draft.refOf(lead.id)}`;
  for (const box of carried) {
    if (!planning.work.spend(5)) return;
    planning.putAlong(shiftedBox(box, shift), reason);
    shifts.set(box.id, shift);
  }
}

const shiftedBox = (box: Box, { dx, dy }: Shift): Box => ({ ...box, x: plus(box.x, dx), y: plus(box.y, dy) });

/** An arrow that is moved by its own way-points or free ends [M7]. */
const hasPlace = ({ from, to, points = [] }: Arrow): boolean => points.length > 0 || !isPinned(from) || !isPinned(to);

function shiftedArrow(arrow: Arrow, shift: Shift): Arrow {
  const end = (at: ArrowEnd): ArrowEnd => (isPinned(at) ? at : { x: plus(at.x, shift.dx), y: plus(at.y, shift.dy) });
  const points = arrow.points === undefined ? {} : { points: shifted(arrow.points, shift) };
  return { ...arrow, from: end(arrow.from), to: end(arrow.to), ...points };
}

/** Nothing that lies beyond the canvas is put there, not even until a later operation fetches it. */
function offCanvas({ dx, dy }: Shift, parties: readonly Party[], arrows: readonly Arrow[] = []): Problem | null {
  const isOff = (x: number, y: number): boolean => Math.max(Math.abs(x + dx), Math.abs(y + dy)) > limits.coordinateMax;
  const points = (arrow: Arrow): Point[] => [
    ...(arrow.points ?? []),
    ...[arrow.from, arrow.to].flatMap((end): Point[] => (isPinned(end) ? [] : [[end.x, end.y]])),
  ];
  const off =
    parties.flatMap(boxesOf).find(({ x, y }) => isOff(x, y)) ??
    arrows.find((arrow) => points(arrow).some(([x, y]) => isOff(x, y)));
  if (off === undefined) return null;
  const detail = `${nameOf(off)} would lie beyond the canvas, which ends at ${limits.coordinateMax} pixels from its origin.`;
  return problem('invalid_result', { detail, hint: 'Move it less far.' });
}

function nowhere(elements: readonly Element[]): Problem {
  const [first] = elements;
  const name = first === undefined || elements.length > 1 ? 'Arrows have' : `${nameOf(first)} is an arrow and has`;
  return problem('invalid_value', {
    detail: `${name} no place of ${elements.length > 1 ? 'their' : 'its'} own.`,
    hint: 'An arrow follows its ends: move the boxes, or rewire it.',
  });
}

function besideItself(reference: Element, carrier: Party | undefined): Problem {
  const detail =
    carrier === undefined
      ? `${nameOf(reference)} cannot be placed by itself.`
      : `${nameOf(reference)} moves along with ${nameOf(carrier.lead)}.`;
  return problem('invalid_value', { detail, hint: 'Name an element that stays where it is, or use at:x,y or by=dx,dy.' });
}
