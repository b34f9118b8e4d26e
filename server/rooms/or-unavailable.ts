/** Refuses callers that got no turn of a room, and documents for which memory is short. */
import { problem, type Problem } from '#schema/problem.ts';

import { Busy } from './mutex.ts';
import { Overloaded } from './overloaded.ts';

const noMemory = 'The server does not have enough memory to load the document; nothing was applied.';

export async function orUnavailable<T>(work: () => Promise<T | Problem>): Promise<T | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Busy) return problem('room_unavailable', { retryAfter: 1 });
    if (error instanceof Overloaded) return problem('room_unavailable', { detail: noMemory, retryAfter: 1 });
    throw error;
  }
}
