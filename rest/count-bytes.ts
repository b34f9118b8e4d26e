import type { IncomingMessage, ServerResponse } from 'node:http';

import type { CallerAccount } from '#server/budgets/caller-budgets.ts';

/** Counts the bytes of a call and its answer: what its connection transfers from now to the end of the answer. */
export function countBytes(account: CallerAccount, { socket }: IncomingMessage, response: ServerResponse): void {
  const before = socket.bytesRead + socket.bytesWritten;
  response.once('close', () => account.transferred(socket.bytesRead + socket.bytesWritten - before));
}
