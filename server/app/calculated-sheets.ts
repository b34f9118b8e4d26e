/**
 * The sheets of a document with their values, as far as a request waits for them (SPEC.md).
 *
 * Reading the cells and ordering the formulas is bounded by the size of the document and always awaited. A write waits for it before
 * it takes the document's lock; under the lock it would block every other write.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Workbook } from '#core/sheet/workbook.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { inTurns, oneTurn } from '#server/in-turns.ts';
import type { RoomReading, Rooms } from '#server/rooms/port.ts';

/** Gives up on a document that changes all the time. */
const maxTurns = 1_000;

/** Errors: those of a reading and of `use`. */
export async function readCalculated<T>(
  rooms: Rooms,
  documentId: string,
  now: () => number,
  use: (reading: RoomReading) => T | Problem,
): Promise<T | Problem> {
  const until = now() + limits.sheetReadWaitMs;
  let units = 0;
  for (let turn = 0; turn < maxTurns; turn += 1) {
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

/** Prepares the sheets of a document for a write, before the write takes the lock. Errors: those of a reading. */
export async function prepare(rooms: Rooms, documentId: string, now: () => number): Promise<null | Problem> {
  let units = 0;
  for (let turn = 0; turn < maxTurns && !rooms.isCalculated(documentId); turn += 1) {
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

export const arrange = (workbook: Workbook, now: () => number): Promise<void> => inTurns(arrangement(workbook, now));

/** Calculates for at most this many units of work, in turns of the event loop. */
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
