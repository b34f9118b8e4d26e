/** The heap size of another Node process, read through its debugging port after a full collection. */
import { setTimeout as sleep } from 'node:timers/promises';

import { WebSocket } from 'ws';

import { freePort } from '../harness/free-port.ts';

/** The environment that makes a Node process answer, and the port it answers on. */
export async function inspectable(): Promise<{ environment: Record<string, string>; port: number }> {
  const port = await freePort();
  return { environment: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }, port };
}

/** Bytes in use, on the heap and in buffers, once nothing is left to collect. */
export async function bytesInUse(port: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  const [target] = targets;
  if (target === undefined) throw new Error('the process cannot be inspected');
  const socket = new WebSocket(target.webSocketDebuggerUrl, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
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

/** One question at a time. */
function ask<T>(socket: WebSocket, method: string): Promise<T> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', function answered(data: Buffer) {
      const answer = JSON.parse(data.toString()) as { id?: number; result: T };
      if (answer.id !== 1) return;
      socket.off('message', answered).off('error', reject);
      resolve(answer.result);
    });
    socket.send(JSON.stringify({ id: 1, method }));
  });
}
