/** The sheets that elements of a tab show, for pictures. */
import { faceOf, type SheetFace, type SheetFaces } from '#core/sheet/face.ts';
import { keepSheet, snapshotOf } from '#core/sheet/snapshot.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';
import { inTurns } from '#server/in-turns.ts';

import type { AppContext } from './context.ts';
import { arrange, calculate, readCalculated } from './calculated-sheets.ts';

/** Ids of the sheets that elements show. */
export function sheetsAmong(elements: Iterable<Element>): string[] {
  const ids = new Set<string>();
  for (const element of elements)
    if (element.type === 'shape' && element.planSheet !== undefined) ids.add(element.planSheet.sheetId);
  return [...ids];
}

/** Each sheet as it is at some moment during the call; undefined without sheets. */
export async function facesOf(
  { rooms, now }: Pick<AppContext, 'rooms' | 'now'>,
  documentId: string,
  ids: readonly string[],
): Promise<SheetFaces | undefined> {
  if (ids.length === 0) return undefined;
  const faces = new Map<string, SheetFace>();
  for (const id of ids) {
    const snapshot = await readCalculated(rooms, documentId, now, (reading) => {
      const workbook = reading.workbook();
      const sheet = workbook.sheets.get(id);
      return sheet === undefined ? null : keepSheet(workbook, sheet);
    });
    if (snapshot === null || isProblem(snapshot)) continue;
    const { values, sheet, pending } = await inTurns(snapshotOf(snapshot));
    if (pending.isAwaited) rooms.announceValues(documentId, [id]);
    faces.set(id, await inTurns(faceOf(values, sheet)));
  }
  return faces;
}

/** Each sheet of an earlier moment, with the values that its formulas have now; undefined without sheets. */
export async function pastFaces(
  { now }: Pick<AppContext, 'now'>,
  workbook: Workbook,
  ids: readonly string[],
): Promise<SheetFaces | undefined> {
  if (ids.length === 0) return undefined;
  await arrange(workbook, now);
  await calculate(workbook, now, limits.recalculationPerRequest);
  const faces = new Map<string, SheetFace>();
  for (const id of ids) {
    const sheet = workbook.sheets.get(id);
    if (sheet === undefined) continue;
    const { values, sheet: kept } = await inTurns(snapshotOf(keepSheet(workbook, sheet)));
    faces.set(id, await inTurns(faceOf(values, kept)));
  }
  return faces;
}
