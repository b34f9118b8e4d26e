/**
 * wrap-members: where a frame around members goes, what it takes in and what makes room for it, before anything is put.
 */
import { type Box, isBox, isContainer } from '#schema/element.ts';
import { type Problem, problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import type { Planning } from '../planning/planning.ts';
import { frameAround, framesAround, grownFrames, type InTheWay, inTheWayOf, titleWidth } from '../placement/enclose.ts';
import type { DisplacedBox } from '../placement/make-way.ts';
import { pushOut } from '../placement/push-out.ts';
import { tidy } from '../placement/tidy.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import { type Container, deepMembersOf } from '../tab/membership.ts';
import { area, hullOf } from '../tab/rect.ts';
import { addExact } from '../tab/exact.ts';
import { boxesOf, partiesOf, type MoveGroup } from './move-group.ts';

export type WrapFlags = { readonly tidy?: boolean; readonly absorb?: boolean; readonly makeRoom?: boolean };

export type Wrapped = {
  readonly frame: Container;
  /** What is inside, each with what it carries. */
  readonly parties: readonly MoveGroup[];
  /** The frames around that grow, the members that tidy moves and what makes room: as they are to be. */
  readonly around: readonly Container[];
  readonly tidied: ReadonlyMap<string, Box>;
  readonly madeRoom: ReadonlyMap<string, DisplacedBox>;
};

/** What wrapping the boxes comes to. Refusals: frame_captures, element_locked. The draft is not changed. */
export function wrapMembers(
  frame: Container,
  boxes: readonly Box[],
  flags: WrapFlags,
  planning: Planning,
): Wrapped | Problem | null {
  const { draft, work } = planning;
  let leads = boxes;
  while (!work.exhausted) {
    const parties = partiesOf(leads, planning);
    const inside = new Set(parties.flatMap(boxesOf).map(({ id }) => id));
    const locked = flags.tidy === true ? planning.refuseLocked(parties.flatMap(boxesOf)) : null;
    if (locked !== null) return locked;
    const tidied = flags.tidy === true ? tidyParties(parties, frame) : new Map<string, Box>();
    const view = new TabDraft(draft);
    for (const box of tidied.values()) view.put(box);
    const outer = framesAround(boxes, inside, draft, work);
    const { enclosure, inTheWay } = measured(frame, { parties, tidied, inside, outer, view, planning });
    const taken = flags.absorb === true ? inTheWay.filter(({ ofNew }) => ofNew) : [];
    if (taken.length > 0) {
      leads = [...leads, ...taken.map(({ box }) => draft.get(box.id)).filter((box) => box !== undefined && isBox(box))];
      continue;
    }
    if (inTheWay.length > 0 && flags.makeRoom !== true) return captures(inTheWay, enclosure.frame, planning);
    const room = makeRoomFor({ ...enclosure, inside }, view, planning);
    return 'code' in room ? room : { ...room, parties, tidied };
  }
  return null;
}

/** The members laid out compactly, with all that they carry. */
function tidyParties(parties: readonly MoveGroup[], frame: Container): Map<string, Box> {
  const rects = parties.map((party) => hullOf(boxesOf(party)) ?? party.root);
  const form = frame.type === 'frame' ? 'grid' : frame.direction === 'down' ? 'column' : 'row';
  const spots = tidy(rects, form);
  const tidied = new Map<string, Box>();
  for (const [index, party] of parties.entries()) {
    const [spot, rect] = [spots[index], rects[index]];
    if (spot === undefined || rect === undefined || (spot.x === rect.x && spot.y === rect.y)) continue;
    for (const box of boxesOf(party)) {
      tidied.set(box.id, { ...box, x: addExact(box.x, spot.x - rect.x), y: addExact(box.y, spot.y - rect.y) });
    }
  }
  return tidied;
}

type WrapRun = {
  readonly parties: readonly MoveGroup[];
  readonly tidied: ReadonlyMap<string, Box>;
  readonly inside: ReadonlySet<string>;
  readonly outer: readonly Container[];
  readonly view: TabDraft;
  readonly planning: Planning;
};
type Framed = { readonly frame: Container; readonly around: readonly Container[] };

/** The frame around its contents, as wide as its title asks for if nothing more is in the way then. */
function measured(frame: Container, ground: WrapRun): { enclosure: Framed; inTheWay: InTheWay[] } {
  const { parties, tidied, inside, outer, view, planning } = ground;
  const rect = frameAround(parties.flatMap(boxesOf).map((box) => tidied.get(box.id) ?? box));
  const measure = (size: Rect): { enclosure: Framed; inTheWay: InTheWay[] } => {
    const enclosure = { frame: { ...frame, ...size }, around: grownFrames(size, outer), inside };
    const inTheWay = inTheWayOf(enclosure, planning.draft, view, planning.work);
    return { enclosure, inTheWay: inTheWay.toSorted((a, b) => (a.box.id < b.box.id ? -1 : 1)) };
  };
  const narrow = measure(rect);
  const width = titleWidth(frame);
  const wide = width > rect.width ? measure({ ...rect, width }) : narrow;
  return wide.inTheWay.length > narrow.inTheWay.length ? narrow : wide;
}

type Enclosed = Framed & { readonly inside: ReadonlySet<string> };

/** Pushes out what is in the way, one after the other, frames before what lies in them. */
function makeRoomFor(
  { frame, around, inside }: Enclosed,
  view: TabDraft,
  planning: Planning,
): Omit<Wrapped, 'parties' | 'tidied'> | Problem {
  const { draft, work } = planning;
  const aroundNow = (): Container[] =>
    around.map(({ id }) => view.get(id)).filter((box) => box !== undefined && isContainerBox(box));
  const madeRoom = new Map<string, DisplacedBox>();
  const fixed = new Set([frame.id, ...inside, ...around.map(({ id }) => id)]);
  const left = new Set([frame.id]);
  view.put(frame);
  for (const outer of around) view.put(outer);
  while (!work.exhausted) {
    const inTheWay = inTheWayOf({ frame, around: aroundNow(), inside }, draft, view, work);
    const next = inTheWay.reduce<InTheWay | null>(
      (first, found) => (first === null || comesFirst(found, first) ? found : first),
      null,
    );
    if (next === null) break;
    const carried = isContainer(next.box) ? deepMembersOf(next.box, view, work.spend) : [];
    const extent = hullOf([next.box, ...carried.filter(({ id }) => !inside.has(id))]) ?? next.box;
    const changes = pushOut(next.box, extent, next.of, { fixed, left }, view, planning);
    if ('locked' in changes) {
      return (changes.locked === null ? null : planning.refuseLocked([changes.locked])) ?? captures([next], frame, planning);
    }
    for (const [id, change] of changes) {
      view.put(change.box);
      const earlier = madeRoom.get(id);
      if (!fixed.has(id))
        madeRoom.set(id, change.how === 'grown' && earlier !== undefined ? { ...earlier, box: change.box } : change);
    }
  }
  return { frame, around: aroundNow(), madeRoom };
}

/** Frames come first, larger ones before smaller ones: they take along what is in them. */
const comesFirst = ({ box: a }: InTheWay, { box: b }: InTheWay): boolean =>
  sizeOf(a) === sizeOf(b) ? a.id < b.id : sizeOf(a) > sizeOf(b);
const sizeOf = (box: Box): number => (isContainer(box) ? area(box) : 0);

const isContainerBox = (box: Parameters<typeof isContainer>[0]): box is Container => isContainer(box);

function captures(inTheWay: readonly InTheWay[], frame: Container, planning: Planning): Problem {
  const refs = inTheWay.map(({ box }) => planning.draft.refOf(box.id));
  const listed = refs.length > 10 ? `${refs.slice(0, 10).join(', ')} and ${refs.length - 10} more` : refs.join(', ');
  const ofNew = inTheWay.some((found) => found.ofNew);
  return problem('frame_captures', {
    detail: `The ${frame.type} would ${ofNew ? 'take in or cut' : 'make a frame around it grow over'} ${listed}.`,
    hint: ofNew
      ? 'Add absorb to take them in, make-room to move them away, or name them as members.'
      : 'Add make-room to move them away.',
    elements: refs,
  });
}
