import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hostileBodies } from '../attacks/hostile-bodies.ts';
import { hostileMessages } from '../attacks/hostile-messages.ts';
import { callers, HostileTurns, turnMsMax } from '../attacks/hostile-turns.ts';

let turns: HostileTurns;
beforeAll(async () => {
  turns = await HostileTurns.start();
});
afterAll(() => turns.end());

describe.for(callers)('from a peer that is %s, no turn of the event loop is long', (caller) => {
  test.for(hostileBodies)('$name', async (body) => {
    const { longestMs, outcomes } = await turns.ofBody(body, caller);
    expect(outcomes.filter((status) => status >= 500)).toEqual([]);
    expect(longestMs).toBeLessThan(turnMsMax);
  });

  test.for(hostileMessages)('$name', async (message) => {
    const { longestMs } = await turns.ofMessage(message, caller);
    expect(longestMs).toBeLessThan(message.turnMsMax ?? turnMsMax);
  });
});
