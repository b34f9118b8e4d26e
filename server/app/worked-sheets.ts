/** worked-sheets: the sheets of a document with all formulas worked out, in turns of the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Workbook } from '#core/sheet/workbook.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { inTurns, oneTurn } from '#server/in-turns.ts';
import type { RoomReading, Rooms } from '#server/rooms/port.ts';

/** A document that changes all the time is read at last. */
const mostTurns = 1_000;

/** Problems: those of a reading and of `use`. */
export async function readCalculated<T>(
  rooms: Rooms,
  documentId: string,
  now: () => number,
  use: (reading: RoomReading) => T | Problem,
): Promise<T | Problem> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const answer = await rooms.read<{ readonly value: T | Problem } | null>(documentId, (reading) => {
      const workbook = reading.workbook();
      if (turn === 0) workbook.tick(now());
      return oneTurn(work(workbook, now)).done === true ? { value: use(reading) } : null;
    });
    if (isProblem(answer)) return answer;
    if (answer !== null) return answer.value;
    await nextTurn();
  }
  return problem('room_unavailable', { retryAfter: 1 });
}

/** Works out all formulas of a workbook that nobody else changes meanwhile. */
export const workOut = (workbook: Workbook, now: () => number): Promise<void> => inTurns(work(workbook, now));

function* work(workbook: Workbook, now: () => number): Generator<void, void> {
  while (!workbook.advance({ now: now(), random: Math.random }, limits.recalculationStep)) yield;
}
