/** The heap size of another Node process after a full collection, and its longest turn, read through its debugging port. */
import { setTimeout as sleep } from 'node:timers/promises';

import { WebSocket } from 'ws';

import { freePort } from '../harness/free-port.ts';

/** The environment that makes a Node process answer, and the port it answers on. */
export async function inspectable(): Promise<{ environment: Record<string, string>; port: number }> {
  const port = await freePort();
  return { environment: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }, port };
}

/** The CPU milliseconds of the longest turn of the process's event loop while work runs. */
export async function longestTurnMs(port: number, work: () => Promise<unknown>): Promise<number> {
  const socket = await connected(port);
  try {
    await ask(socket, 'Runtime.evaluate', { expression: watchTurns });
    await work();
    const watched = await ask<{ result: { value: number } }>(socket, 'Runtime.evaluate', { expression: endOfWatch });
    return watched.result.value;
  } finally {
    socket.terminate();
  }
}

/** Time of the thread, so that other processes on the machine do not count. */
const watchTurns = `globalThis.turns = { longest: 0, last: process.threadCpuUsage() };
  globalThis.turns.timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(globalThis.turns.last);
    globalThis.turns.last = process.threadCpuUsage();
    globalThis.turns.longest = Math.max(globalThis.turns.longest, (user + system) / 1000);
  }, 1); 0`;
const endOfWatch = 'clearInterval(globalThis.turns.timer); globalThis.turns.longest';

/** Bytes in use, on the heap and in buffers, once nothing is left to collect. */
export async function bytesInUse(port: number): Promise<number> {
  const socket = await connected(port);
  try {
    for (let round = 0; round < 3; round += 1) {
      await ask(socket, 'HeapProfiler.collectGarbage');
      await sleep(100);
    }
    const usage = await ask<{ usedSize: number; backingStorageSize?: number }>(socket, 'Runtime.getHeapUsage');
    return usage.usedSize + (usage.backingStorageSize ?? 0);
  } finally {
    socket.terminate();
  }
}

async function connected(port: number): Promise<WebSocket> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  const [target] = targets;
  if (target === undefined) throw new Error('the process cannot be inspected');
  const socket = new WebSocket(target.webSocketDebuggerUrl, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

/** One question at a time. */
function ask<T>(socket: WebSocket, method: string, params: object = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', function answered(data: Buffer) {
      const answer = JSON.parse(data.toString()) as { id?: number; result: T };
      if (answer.id !== 1) return;
      socket.off('message', answered).off('error', reject);
      resolve(answer.result);
    });
    socket.send(JSON.stringify({ id: 1, method, params }));
  });
}
