/** The parts of a sequence: participants, messages, notes and blocks of messages, each in its order. */
import type { BlockKind } from '#schema/arranged.ts';
import { type Arrow, type ArrowEnd, type Box, type Frame, isArrow, isPinned } from '#schema/element.ts';

import { bottom } from '../tab/rect.ts';
import { byStacking } from '../tab/stacking.ts';
import { type Arranging, boxesNow } from './arranger.ts';

export type SequenceParts = {
  /** From left to right. */
  readonly participants: readonly Box[];
  /** From the top down, each with its level; those without one, which are new, are last. */
  readonly messages: readonly { readonly arrow: Arrow; readonly level: number }[];
  readonly notes: readonly Box[];
  readonly blocks: readonly Frame[];
  /** The y coordinate of level 0. */
  readonly baseline: number;
};

const noteTypes: ReadonlySet<Box['type']> = new Set(['sticky', 'annotation', 'text']);

export type MessageBlock = Frame & { readonly block: BlockKind };

export const isBlock = (box: Box): box is MessageBlock => box.type === 'frame' && box.block !== undefined;
export const isNote = (box: Box): boolean => noteTypes.has(box.type);
export const isParticipant = (box: Box): boolean => !isBlock(box) && !isNote(box) && box.type !== 'stroke';

export function partsOf(arranging: Arranging): SequenceParts {
  const { frame, family, tab, work } = arranging;
  const members = boxesNow(idsIn(frame.id, arranging), arranging);
  const participants = members
    .filter(isParticipant)
    .toSorted((a, b) => family.centreOf(a.id).x - family.centreOf(b.id).x || (a.id < b.id ? -1 : 1));
  const ids = new Set(participants.map(({ id }) => id));
  const messages = new Map<string, { readonly arrow: Arrow; readonly level: number }>();
  for (const { id } of participants) {
    for (const arrow of tab.arrowsAt(id)) {
      if (!work.spend(2)) break;
      if (isBetween(arrow, ids)) messages.set(arrow.id, { arrow, level: levelOf(arrow) ?? Infinity });
    }
  }
  return {
    participants,
    messages: [...messages.values()].toSorted((a, b) => compare(a.level, b.level) || byStacking(a.arrow, b.arrow)),
    notes: members.filter(isNote),
    blocks: members.filter(isBlock),
    baseline: baselineOf(participants),
  };
}

/** Members of the frame, and of the blocks in it. */
function idsIn(id: string, { family, tab }: Pick<Arranging, 'family' | 'tab'>): string[] {
  return family.membersOf(id).flatMap((member) => {
    const box = tab.get(member);
    return box !== undefined && !isArrow(box) && isBlock(box) ? [member, ...idsIn(member, { family, tab })] : [member];
  });
}

/** The level of a message; undefined for an arrow that has none yet. */
export function levelOf({ from, to }: Arrow): number | undefined {
  const start = isPinned(from) ? from.level : undefined;
  return start ?? (isPinned(to) ? to.level : undefined);
}

/** The message at a level, in pixels below the participants. */
export function atLevel(arrow: Arrow, level: number): Arrow {
  const end = (at: ArrowEnd): ArrowEnd => (isPinned(at) ? { element: at.element, level } : at);
  return { ...arrow, from: end(arrow.from), to: end(arrow.to) };
}

export const isBetween = ({ from, to }: Arrow, ids: { has(id: string): boolean }): boolean =>
  isPinned(from) && isPinned(to) && ids.has(from.element) && ids.has(to.element);

/** Infinity equals itself. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);

/** Where the lower edges of most participants are: one that was moved by hand does not move the messages. */
function baselineOf(participants: readonly Box[]): number {
  const counts = new Map<number, number>();
  for (const box of participants) counts.set(bottom(box), (counts.get(bottom(box)) ?? 0) + 1);
  const [most] = [...counts].toSorted(([a, many], [b, more]) => more - many || a - b);
  return most?.[0] ?? 0;
}
