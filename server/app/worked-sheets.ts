/** worked-sheets: a reading of a document whose formulas are all worked out, in turns of the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { RoomReading, Rooms } from '#server/rooms/port.ts';

/** A document that changes all the time is read at last. */
const mostTurns = 1_000;

/** `needed` says whether the formulas matter to the reading. Problems: those of a reading and of `use`. */
export async function readWorked<T>(
  rooms: Rooms,
  documentId: string,
  now: () => number,
  use: (reading: RoomReading) => T | Problem,
  needed: (reading: RoomReading) => boolean = () => true,
): Promise<T | Problem> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const answer = await rooms.read<{ readonly value: T | Problem } | null>(documentId, (reading) => {
      if (!needed(reading)) return { value: use(reading) };
      const workbook = reading.workbook();
      if (turn === 0) workbook.tick(now());
      const isDone = workbook.advance({ now: now(), random: Math.random }, limits.recalculationTurn);
      return isDone ? { value: use(reading) } : null;
    });
    if (isProblem(answer)) return answer;
    if (answer !== null) return answer.value;
    await nextTurn();
  }
  return problem('room_unavailable', { retryAfter: 1 });
}
