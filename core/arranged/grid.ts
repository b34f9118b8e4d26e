/** A grid: the members in rows, each in the middle of a cell, all cells of one size. The frame keeps its columns. */
import type { Box } from '#schema/element.ts';

import { titleWidth } from '../placement/enclose.ts';
import { framePadding, frameTop, slotGap } from '../placement/spacing.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import { centreX, centreY } from '../tab/rect.ts';
import { type Arranger, type Arranging, boxesNow } from './arranger.ts';
import { type Centre, Family } from './family.ts';

export const grid: Arranger = (arranging) => {
  const { frame, family } = arranging;
  const { gap = slotGap } = frame;
  const boxes = boxesNow(family.membersOf(frame.id), arranging).filter(({ type }) => type !== 'stroke');
  const members = rowsOf(boxes, ({ id }) => family.centreOf(id)).flat();
  const width = members.reduce((most, box) => Math.max(most, box.width), 0);
  const height = members.reduce((most, box) => Math.max(most, box.height), 0);
  const columns = columnsOf(members, width, arranging);
  const moved = new Map<string, SpotPoint>();
  for (const [index, box] of members.entries()) {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    moved.set(box.id, {
      x: frame.x + framePadding + column * (width + gap) + Math.round((width - box.width) / 2),
      y: frame.y + frameTop + row * (height + gap) + Math.round((height - box.height) / 2),
    });
  }
  const rows = Math.ceil(members.length / columns);
  const size = {
    width: Math.max(titleWidth(frame), Math.ceil(lengthOf(Math.min(columns, members.length), width, gap)) + 2 * framePadding),
    height: frameTop + Math.ceil(lengthOf(rows, height, gap)) + framePadding,
  };
  return { frame: { ...frame, ...size }, moved, put: [] };
};

const lengthOf = (count: number, size: number, gap: number): number => Math.max(0, count * (size + gap) - gap);

/** As many as before; as many as fit if the frame got another width; as many as rows in a new grid whose members are in line. */
function columnsOf(members: readonly Box[], width: number, { frame, base, work }: Arranging): number {
  const { gap = slotGap } = frame;
  const before = base.get(frame.id);
  if (before?.type !== 'frame' || before.arrange !== 'grid') {
    const rows = rowsOf(members, centreOf);
    const longest = longestOf(rows);
    return rows.length === 1 || longest === 1 ? Math.max(1, Math.ceil(Math.sqrt(members.length))) : longest;
  }
  if (before.width !== frame.width) return Math.max(1, Math.floor((frame.width - 2 * framePadding + gap) / (width + gap)));
  const family = new Family(base, base, work);
  family.add(before);
  return Math.max(1, longestOf(rowsOf(boxesNow(family.membersOf(frame.id), { tab: base }), centreOf)));
}

const longestOf = (rows: readonly (readonly Box[])[]): number => rows.reduce((most, row) => Math.max(most, row.length), 1);

const centreOf = (box: Box): Centre => ({ x: centreX(box), y: centreY(box) });

/** A row begins with the uppermost box that is left, and has those whose middle is beside it. */
function rowsOf(members: readonly Box[], centreOf: (box: Box) => Centre): Box[][] {
  const down = members.toSorted((a, b) => centreOf(a).y - centreOf(b).y || (a.id < b.id ? -1 : 1));
  const rows: Box[][] = [];
  let foot = -Infinity;
  for (const box of down) {
    const { y } = centreOf(box);
    const row = rows.at(-1);
    if (row !== undefined && y < foot) row.push(box);
    else {
      rows.push([box]);
      foot = y + box.height / 2;
    }
  }
  return rows.map((row) => row.toSorted((a, b) => centreOf(a).x - centreOf(b).x || (a.id < b.id ? -1 : 1)));
}
