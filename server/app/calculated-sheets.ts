/**
 * calculated-sheets: the sheets of a document with their values, as far as a request waits for them.
 *
 * CS1  A request calculates `limits.recalculationPerRequest` units itself, in turns of the event loop. What is left goes on in the
 *      background: a read waits for that until `limits.sheetReadWaitMs` after it came, a write does not. What is pending then is
 *      answered as pending.
 * CS2  Reading the cells, and finding out what depends on what, is bounded by the size of the document, and always waited for. A
 *      write waits for that before it begins: under the document's lock it would hold up everybody, and time out.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Workbook } from '#core/sheet/workbook.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { inTurns, oneTurn } from '#server/in-turns.ts';
import type { RoomReading, Rooms } from '#server/rooms/port.ts';

/** A document that changes all the time, or is too large to be read at once, is given up at last. */
const mostTurns = 1_000;

/** [CS1] Problems: those of a reading and of `use`. */
export async function readCalculated<T>(
  rooms: Rooms,
  documentId: string,
  now: () => number,
  use: (reading: RoomReading) => T | Problem,
): Promise<T | Problem> {
  const until = now() + limits.sheetReadWaitMs;
  let units = 0;
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const answer = await rooms.read<{ readonly value: T | Problem } | null>(documentId, (reading) => {
      const workbook = reading.workbook();
      if (turn === 0) workbook.tick(now());
      const before = workbook.unitsDone;
      if (!workbook.isArranged) oneTurn(arrangement(workbook, now));
      else if (units < limits.recalculationPerRequest) {
        oneTurn(calculation(workbook, now, limits.recalculationPerRequest - units));
        units += workbook.unitsDone - before;
      }
      return workbook.isDone || (workbook.isArranged && now() >= until) ? { value: use(reading) } : null;
    });
    if (isProblem(answer)) return answer;
    if (answer !== null) return answer.value;
    if (units < limits.recalculationPerRequest) await nextTurn();
    else await rooms.calculated(documentId, Math.max(1, until - now()));
  }
  return problem('room_unavailable', { retryAfter: 1 });
}

/** [CS2] Brings the sheets of a document that was not used for a while to where a write finds them. Problems: those of a reading. */
export async function prepare(rooms: Rooms, documentId: string, now: () => number): Promise<null | Problem> {
  let units = 0;
  for (let turn = 0; turn < mostTurns && !rooms.isCalculated(documentId); turn += 1) {
    const isReady = await rooms.read(documentId, (reading) => {
      const workbook = reading.workbook();
      if (!workbook.isArranged) oneTurn(arrangement(workbook, now));
      else {
        const before = workbook.unitsDone;
        oneTurn(calculation(workbook, now, limits.recalculationPerRequest / 2 - units));
        units += workbook.unitsDone - before;
      }
      return workbook.isDone || units >= limits.recalculationPerRequest / 2;
    });
    if (isProblem(isReady)) return isReady;
    if (isReady) return null;
    await nextTurn();
  }
  return null;
}

/** [CS2] */
export const arrange = (workbook: Workbook, now: () => number): Promise<void> => inTurns(arrangement(workbook, now));

/** [CS1] Calculates for at most so many units, in turns of the event loop. */
export const calculate = (workbook: Workbook, now: () => number, units: number): Promise<void> =>
  inTurns(calculation(workbook, now, units));

function* arrangement(workbook: Workbook, now: () => number): Generator<void, void> {
  while (!workbook.isArranged) {
    workbook.advance({ now: now(), random: Math.random }, limits.recalculationStep);
    yield;
  }
}

function* calculation(workbook: Workbook, now: () => number, units: number): Generator<void, void> {
  const end = workbook.unitsDone + units;
  while (workbook.unitsDone < end && !workbook.advance({ now: now(), random: Math.random }, limits.recalculationStep)) yield;
}
