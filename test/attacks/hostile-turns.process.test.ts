/** A short form of test/faults/hostile-turns.process.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hostileBodies } from './hostile-bodies.ts';
import { hostileConnections } from './hostile-connections.ts';
import { hostileMessages } from './hostile-messages.ts';
import { callers, HostileTurns, turnMsMax } from './hostile-turns.ts';

/** Shared machines are at times a third as fast: the short form only notices turns that are much too long. */
const slowness = 3;

let turns: HostileTurns;
beforeAll(async () => {
  turns = await HostileTurns.start();
});
afterAll(() => turns.end());

describe('no turn of the event loop is long', () => {
  test('[HT34] for a hostile body from an editor', async () => {
    for (const body of hostileBodies.filter((_, at) => at % 4 === 0)) {
      const { longestMs, outcomes } = await turns.ofBody(body, 'editor');
      expect(
        outcomes.filter((status) => status >= 500),
        body.name,
      ).toEqual([]);
      expect(longestMs, body.name).toBeLessThan(slowness * turnMsMax);
    }
  });

  test('for a hostile connection from any peer', async () => {
    for (const [at, connection] of hostileConnections.entries()) {
      const { longestMs } = await turns.ofConnection(connection, callers[at % callers.length]!);
      expect(longestMs, connection.name).toBeLessThan(slowness * turnMsMax);
    }
  });

  test('[LV43] for a hostile message from any peer', async () => {
    for (const [at, message] of hostileMessages.entries()) {
      const { longestMs } = await turns.ofMessage(message, callers[at % callers.length]!);
      expect(longestMs, message.name).toBeLessThan(slowness * (message.turnMsMax ?? turnMsMax));
    }
  });
});
