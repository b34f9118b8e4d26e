/** shown-sheets: what is seen of the sheets that elements of a tab show. */
import { faceOf, type SheetFaces } from '#core/sheet/face.ts';
import type { Element } from '#schema/element.ts';
import type { RoomReading } from '#server/rooms/port.ts';

/** Ids of the sheets that elements show. */
export function sheetsAmong(elements: Iterable<Element>): string[] {
  const ids = new Set<string>();
  for (const element of elements)
    if (element.type === 'shape' && element.planSheet !== undefined) ids.add(element.planSheet.sheetId);
  return [...ids];
}

/** Undefined for none. The formulas of the reading are worked out. */
export function facesOf(ids: readonly string[], reading: RoomReading): SheetFaces | undefined {
  if (ids.length === 0) return undefined;
  const workbook = reading.workbook();
  return new Map(
    ids.flatMap((id) => {
      const sheet = workbook.sheets.get(id);
      return sheet === undefined ? [] : [[id, faceOf(workbook, sheet)] as const];
    }),
  );
}
