/**
 * Every hostile body, message and connection from every kind of peer, while an honest person works in another document. Their table has about a hundred
 * rows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hostileBodies } from '../attacks/hostile-bodies.ts';
import { hostileConnections } from '../attacks/hostile-connections.ts';
import { hostileMessages } from '../attacks/hostile-messages.ts';
import { type Caller, callers, HostileTurns, turnMsMax } from '../attacks/hostile-turns.ts';
import { bytesInUse, inspectable } from '../bench/inspector.ts';
import { startTied, type TiedProcess } from '../harness/tied-process.ts';
import { residentMb } from './resident.ts';
import { say } from './verdict.ts';

const honestCalls = 1_000;
const callMs = 25;
const recoveryMs = 60_000;

type Times = { readonly calls: number; readonly p50: number; readonly p95: number };
type Memory = { readonly inUse: number; readonly resident: number };

let turns: HostileTurns;
let port: number;
let honest: { readonly url: string; readonly token: string; readonly tab: string };

function honestCaller(): TiedProcess {
  const script = fileURLToPath(new URL('../attacks/honest-caller.ts', import.meta.url));
  return startTied(process.execPath, [script, honest.url, honest.token, honest.tab], { cwd: process.cwd() });
}

async function timesOf(caller: TiedProcess): Promise<Times> {
  caller.child.kill('SIGTERM');
  await caller.ended;
  return JSON.parse(caller.output()) as Times;
}

async function memory(): Promise<Memory> {
  return { inUse: await bytesInUse(port), resident: residentMb(turns.pid) };
}

beforeAll(async () => {
  const inspector = await inspectable();
  port = inspector.port;
  turns = await HostileTurns.start(inspector.environment);
  honest = await turns.honest();
  // Code that the attacks use is loaded and warm.
  for (const body of hostileBodies.filter((_, at) => at % 5 === 0)) await turns.ofBody(body, 'editor');
  for (const message of hostileMessages.filter((_, at) => at % 5 === 0)) await turns.ofMessage(message, 'editor');
});
afterAll(() => turns.end());

describe.for(callers)('from a peer that is %s', (caller: Caller) => {
  let quiet: Times;
  let before: Memory;
  let person: TiedProcess;
  beforeAll(async () => {
    const alone = honestCaller();
    await sleep(honestCalls * callMs);
    quiet = await timesOf(alone);
    before = await memory();
    person = honestCaller();
  }, 300_000);

  describe('no turn of the event loop is long', () => {
    test.for(hostileBodies)('$name', async (body) => {
      const { longestMs, outcomes } = await turns.ofBody(body, caller);
      expect(outcomes.filter((status) => status >= 500)).toEqual([]);
      expect(longestMs).toBeLessThan(turnMsMax);
    });

    test.for(hostileMessages)('$name', async (message) => {
      const { longestMs } = await turns.ofMessage(message, caller);
      expect(longestMs).toBeLessThan(message.turnMsMax ?? turnMsMax);
    });

    test.for(hostileConnections)('$name', async (connection) => {
      expect((await turns.ofConnection(connection, caller)).longestMs).toBeLessThan(turnMsMax);
    });
  });

  test('an honest person is served as quickly as before, and the memory returns', { timeout: 300_000 }, async () => {
    const times = await timesOf(person);
    await sleep(recoveryMs);
    const after = await memory();
    say(
      `hostile table, ${caller}`,
      `${times.calls} honest calls with p95 ${times.p95.toFixed(1)} ms, quiet ${quiet.p95.toFixed(1)} (${quiet.calls}); a minute later ${(after.inUse / before.inUse).toFixed(2)} times the heap and buffers of before, resident ${after.resident.toFixed(0)} MB, before ${before.resident.toFixed(0)}`,
    );
    expect(times.calls).toBeGreaterThanOrEqual(honestCalls);
    expect(times.p95).toBeLessThanOrEqual(Math.max(2 * quiet.p95, quiet.p95 + 20));
    expect(after.inUse).toBeLessThanOrEqual(1.1 * before.inUse);
    expect(after.resident).toBeLessThanOrEqual(1.5 * before.resident);
  });
});
