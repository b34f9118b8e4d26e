/** wrap-members: plans a frame around members: its size, what it absorbs and what makes room for it. */
import { type Box, isBox, isContainer } from '#schema/element.ts';
import { type Problem, problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import type { Planning } from '../planning/planning.ts';
import {
  frameAround,
  framesAround,
  grownFrames,
  type InTheWay,
  inTheWayOf,
  keptOff,
  leastFrameAround,
  surroundingsOf,
  titleWidth,
} from '../placement/enclose.ts';
import type { DisplacedBox } from '../placement/make-way.ts';
import { pushOut } from '../placement/push-out.ts';
import { tidy } from '../placement/tidy.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import { type Container, deepMembersOf } from '../tab/membership.ts';
import { area, hullOf, sameRect } from '../tab/rect.ts';
import { addExact } from '../tab/exact.ts';
import { boxesOf, moveGroupsOf, type MoveGroup } from './move-group.ts';

export type WrapFlags = { readonly tidy?: boolean; readonly absorb?: boolean; readonly makeRoom?: boolean };

export type WrapPlan = {
  readonly frame: Container;
  /** The members, each with its descendants. */
  readonly groups: readonly MoveGroup[];
  /** The updated states of surrounding frames that grow, of members that tidy moves, and of boxes that make room. */
  readonly around: readonly Container[];
  readonly tidied: ReadonlyMap<string, Box>;
  readonly displaced: ReadonlyMap<string, DisplacedBox>;
};

/** Plans a wrap without changing the draft. Refuses with frame_captures, element_locked. Null when the work is exhausted. */
export function wrapMembers(
  frame: Container,
  boxes: readonly Box[],
  flags: WrapFlags,
  planning: Planning,
): WrapPlan | Problem | null {
  const { draft, work } = planning;
  let roots = boxes;
  while (!work.exhausted) {
    const groups = moveGroupsOf(roots, planning);
    const inside = new Set(groups.flatMap(boxesOf).map(({ id }) => id));
    const locked = flags.tidy === true ? planning.refuseLocked(groups.flatMap(boxesOf)) : null;
    if (locked !== null) return locked;
    const tidied = flags.tidy === true ? tidyGroups(groups, frame) : new Map<string, Box>();
    const view = new TabDraft(draft);
    for (const box of tidied.values()) view.put(box);
    const outer = framesAround(boxes, inside, draft, work);
    const { enclosure, inTheWay } = measured(frame, { groups, tidied, inside, outer, view, planning });
    const absorbed = flags.absorb === true ? inTheWay.filter(({ ofNew }) => ofNew) : [];
    if (absorbed.length > 0) {
      roots = [...roots, ...absorbed.map(({ box }) => draft.get(box.id)).filter((box) => box !== undefined && isBox(box))];
      continue;
    }
    if (inTheWay.length > 0 && flags.makeRoom !== true) return captures(inTheWay, enclosure.frame, planning);
    const room = makeRoomFor({ ...enclosure, inside }, view, planning);
    return 'code' in room ? room : { ...room, groups, tidied };
  }
  return null;
}

/** The members in a compact layout, with all their descendants. */
function tidyGroups(groups: readonly MoveGroup[], frame: Container): Map<string, Box> {
  const rects = groups.map((group) => hullOf(boxesOf(group)) ?? group.root);
  const form = frame.type === 'frame' ? 'grid' : frame.direction === 'down' ? 'column' : 'row';
  const spots = tidy(rects, form);
  const tidied = new Map<string, Box>();
  for (const [index, group] of groups.entries()) {
    const [spot, rect] = [spots[index], rects[index]];
    if (spot === undefined || rect === undefined || (spot.x === rect.x && spot.y === rect.y)) continue;
    for (const box of boxesOf(group)) {
      tidied.set(box.id, { ...box, x: addExact(box.x, spot.x - rect.x), y: addExact(box.y, spot.y - rect.y) });
    }
  }
  return tidied;
}

type WrapRun = {
  readonly groups: readonly MoveGroup[];
  readonly tidied: ReadonlyMap<string, Box>;
  readonly inside: ReadonlySet<string>;
  readonly outer: readonly Container[];
  readonly view: TabDraft;
  readonly planning: Planning;
};
type Framed = { readonly frame: Container; readonly around: readonly Container[] };

/** The frame around its contents. It is as wide as its title if nothing more is in the way then. */
function measured(frame: Container, run: WrapRun): { enclosure: Framed; inTheWay: InTheWay[] } {
  const { groups, tidied, inside, outer, view, planning } = run;
  const contents = groups.flatMap(boxesOf).map((box) => tidied.get(box.id) ?? box);
  const rect = offOthers(frameAround(contents), leastFrameAround(contents), run);
  const measure = (size: Rect): { enclosure: Framed; inTheWay: InTheWay[] } => {
    const enclosure = { frame: { ...frame, ...size }, around: grownFrames(size, outer), inside };
    const inTheWay = inTheWayOf(enclosure, planning.draft, view, planning.work);
    return { enclosure, inTheWay: inTheWay.toSorted((a, b) => (a.box.id < b.box.id ? -1 : 1)) };
  };
  const narrow = measure(rect);
  const width = titleWidth(frame);
  const titled = { ...rect, width };
  const isClear = width > rect.width && sameRect(offOthers(titled, rect, run), titled);
  const wide = isClear ? measure(titled) : narrow;
  return wide.inTheWay.length > narrow.inTheWay.length ? narrow : wide;
}

/** The frame with its sides moved in, at most to `least`, to keep off the boxes around it. */
function offOthers(frame: Rect, least: Rect, { inside, outer, view, planning }: WrapRun): Rect {
  const around = new Set(outer.map(({ id }) => id));
  const others: Box[] = [];
  for (const box of view.boxesIn(surroundingsOf(frame))) {
    if (!planning.work.spend(2)) break;
    if (!inside.has(box.id) && !around.has(box.id)) others.push(box);
  }
  return keptOff(frame, least, others);
}

type Enclosed = Framed & { readonly inside: ReadonlySet<string> };

/** Displaces what is in the way, one box after the other, frames before their members. */
function makeRoomFor(
  { frame, around, inside }: Enclosed,
  view: TabDraft,
  planning: Planning,
): Omit<WrapPlan, 'groups' | 'tidied'> | Problem {
  const { draft, work } = planning;
  const currentAround = (): Container[] =>
    around.map(({ id }) => view.get(id)).filter((box) => box !== undefined && isContainerBox(box));
  const displaced = new Map<string, DisplacedBox>();
  const fixed = new Set([frame.id, ...inside, ...around.map(({ id }) => id)]);
  const leftIds = new Set([frame.id]);
  view.put(frame);
  for (const outer of around) view.put(outer);
  while (!work.exhausted) {
    const inTheWay = inTheWayOf({ frame, around: currentAround(), inside }, draft, view, work);
    const next = inTheWay.reduce<InTheWay | null>(
      (first, candidate) => (first === null || comesFirst(candidate, first) ? candidate : first),
      null,
    );
    if (next === null) break;
    const extent = extentOf(next.box, inside, view, planning);
    const changes = pushOut(next.box, extent, next.of, { fixed, leftIds, members: draft }, view, planning);
    if ('locked' in changes) {
      return (changes.locked === null ? null : planning.refuseLocked([changes.locked])) ?? captures([next], frame, planning);
    }
    for (const [id, change] of changes) {
      view.put(change.box);
      const earlier = displaced.get(id);
      if (!fixed.has(id))
        displaced.set(id, change.how === 'grown' && earlier !== undefined ? { ...earlier, box: change.box } : change);
    }
  }
  return { frame, around: currentAround(), displaced };
}

/** The box with what it carries, which are its members from before the wrap, without those that are wrapped. */
function extentOf(box: Box, inside: ReadonlySet<string>, view: TabDraft, { draft, work }: Planning): Rect {
  const frame = draft.get(box.id);
  const members = frame !== undefined && isContainer(frame) ? deepMembersOf(frame, draft, work.spend) : [];
  const carried = members.flatMap(({ id }) => {
    const member = inside.has(id) ? undefined : view.get(id);
    return member !== undefined && isBox(member) ? [member] : [];
  });
  return hullOf([box, ...carried]) ?? box;
}

/** Frames come first, larger ones before smaller ones, because they carry their members. */
const comesFirst = ({ box: a }: InTheWay, { box: b }: InTheWay): boolean =>
  sizeOf(a) === sizeOf(b) ? a.id < b.id : sizeOf(a) > sizeOf(b);
const sizeOf = (box: Box): number => (isContainer(box) ? area(box) : 0);

const isContainerBox = (box: Parameters<typeof isContainer>[0]): box is Container => isContainer(box);

function captures(inTheWay: readonly InTheWay[], frame: Container, planning: Planning): Problem {
  const refs = inTheWay.map(({ box }) => planning.draft.refOf(box.id));
  const list = refs.length > 10 ? `${refs.slice(0, 10).join(', ')} and ${refs.length - 10} more` : refs.join(', ');
  const ofNew = inTheWay.some((entry) => entry.ofNew);
  return problem('frame_captures', {
    detail: `The ${frame.type} would ${ofNew ? 'take in or cut' : 'make a frame around it grow over'} ${list}.`,
    hint: ofNew
      ? 'Add absorb to take them in, make-room to move them away, or name them as members.'
      : 'Add make-room to move them away.',
    elements: refs,
  });
}
