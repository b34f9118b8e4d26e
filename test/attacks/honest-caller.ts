/** Reads and writes as one person, call after call, and prints the time of each quantile at the end. Run as a process of its own. */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { quantile } from '../bench/statistics.ts';

const [url = '', token = '', tab = ''] = process.argv.slice(2);
const ms: number[] = [];
let isOn = true;
process.on('SIGTERM', () => (isOn = false));

const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/plain' };
for (let call = 0; isOn; call += 1) {
  const startedAt = performance.now();
  const answer =
    call % 4 === 0
      ? await fetch(`${url}${tab}/changesets`, { method: 'POST', headers, body: `set a label="Call ${call}"` })
      : await fetch(`${url}${tab}`, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`call ${call} was answered ${answer.status}`);
  ms.push(performance.now() - startedAt);
  await sleep(20);
}
process.stdout.write(`${JSON.stringify({ calls: ms.length, p50: quantile(ms, 0.5), p95: quantile(ms, 0.95) })}\n`);
