/** Opens sockets at a rate with one credential, from many addresses if a proxy is trusted, and counts how they end. Run as a process of its own. */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';

import { frameOf, types } from '../harness/raw-editor.ts';

const [url = '', documentId = '', token = '', count = '0', perSecond = '0'] = process.argv.slice(2);
const stepMs = 20;
const outcomes = new Map<string, number>();
const note = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

const frame = frameOf(documentId, types.auth, (encoder) => {
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarString(encoder, token);
});

let started = 0;
let unfinished = 0;
function open(): void {
  started += 1;
  unfinished += 1;
  const address = `10.0.${Math.floor(started / 50) % 250}.1`;
  const socket = new WebSocket(url, { perMessageDeflate: false, headers: { 'X-Forwarded-For': address } });
  socket.on('open', () => socket.send(frame));
  socket.on('close', (code) => {
    note(String(code));
    unfinished -= 1;
  });
  socket.on('unexpected-response', (_request, response) => {
    note(`HTTP ${response.statusCode}`);
    response.resume();
    socket.terminate();
  });
  socket.on('error', () => undefined);
}

const startedAt = performance.now();
while (started < Number(count)) {
  const due = Math.min(Number(count), Math.ceil(((performance.now() - startedAt) / 1_000) * Number(perSecond)));
  while (started < due) open();
  await sleep(stepMs);
}
const openedInMs = performance.now() - startedAt;
await sleep(5_000);
process.stdout.write(`${JSON.stringify({ openedInMs, outcomes: Object.fromEntries(outcomes), unfinished })}\n`);
process.exit(0);
