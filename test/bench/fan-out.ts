/** The cost for the server of relaying one editor's updates to two hundred readers. */
import { setTimeout as sleep } from 'node:timers/promises';

import * as Y from 'yjs';

import { RelayClient } from './baseline/relay-client.ts';
import { boxId } from './drawing.ts';
import { drag, type LightEditor } from './light-editor.ts';
import { cpuDuring } from './process-cost.ts';
import { type Bench, times } from './row.ts';
import { sideBySide } from './side-by-side.ts';
import { median } from './statistics.ts';

const readers = 200;
const updatesPerSecond = 60;

type Audience = {
  readonly pid: number;
  readonly micros: number[];
  readonly write: (index: number) => void;
  /** Deliveries so far. */
  readonly received: () => number;
  readonly close: () => void;
};

export const fanOut: Bench = {
  name: 'fan-out',
  title: '60 updates per second to 200 readers, server CPU per delivery',
  run: (effort) =>
    sideBySide(1_000, async ({ ours, hocuspocus, relay, place }) => {
      const audiences = [
        await editors(ours.pid, ours.open, place.tab),
        await editors(hocuspocus.pid, hocuspocus.open, place.tab),
        await relayed(relay.pid, relay.webSocketUrl, place.tab),
      ];
      const updates = times(effort, updatesPerSecond * 2, updatesPerSecond);
      for (let round = 0; round <= effort.rounds; round += 1) {
        for (const audience of audiences) {
          const micros = await perDelivery(audience, updates);
          if (round > 0) audience.micros.push(micros);
        }
      }
      for (const audience of audiences) audience.close();
      const [mine = 0, bare = 0, raw = 0] = audiences.map(({ micros }) => median(micros));
      const what = 'server CPU per delivery';
      return [
        {
          what,
          unit: 'µs',
          ours: mine,
          baseline: { name: 'Hocuspocus alone', value: bare },
          goal: { words: 'at most 1.05x Hocuspocus alone', met: mine <= 1.05 * bare },
        },
        {
          what,
          unit: 'µs',
          ours: mine,
          baseline: { name: 'a relay that decodes nothing', value: raw },
          goal: { words: 'at most 1.2x the relay', met: mine <= 1.2 * raw },
        },
      ];
    }),
};

/** Microseconds of the server per update and reader. */
async function perDelivery({ pid, write, received }: Audience, updates: number): Promise<number> {
  const before = received();
  const ms = await cpuDuring(pid, async () => {
    const startedAt = performance.now();
    for (let index = 0; index < updates; index += 1) {
      const dueMs = startedAt + (index * 1_000) / updatesPerSecond - performance.now();
      if (dueMs > 1) await sleep(dueMs);
      write(index);
    }
    // The last one may be merged with the previous ones; every reader gets it.
    await sleep(200);
  });
  const heard = received() - before;
  if (heard < readers * updates * 0.2) throw new Error(`only ${heard} of ${readers * updates} deliveries arrived`);
  return (ms * 1_000) / (updates * readers);
}

async function editors(pid: number, open: (how: 'counting' | 'editing') => Promise<LightEditor>, tab: string): Promise<Audience> {
  const writer = await open('editing');
  const audience: LightEditor[] = [];
  for (let index = 0; index < readers; index += 1) audience.push(await open('counting'));
  const { doc } = writer;
  if (doc === null) throw new Error('a writer needs a document');
  return {
    pid,
    micros: [],
    write: (index) => drag(doc, tab, boxId(index % 600), index, Math.random() * 1_000),
    received: () => audience.reduce((sum, { updates }) => sum + updates, 0),
    close: () => [writer, ...audience].forEach((editor) => editor.close()),
  };
}

/** The same updates as bytes. */
async function relayed(pid: number, url: string, tab: string): Promise<Audience> {
  const writer = await RelayClient.connect(url);
  const audience: RelayClient[] = [];
  for (let index = 0; index < readers; index += 1) audience.push(await RelayClient.connect(url));
  const doc = new Y.Doc();
  doc.on('update', (update: Uint8Array) => writer.send(update));
  return {
    pid,
    micros: [],
    write: (index) => void doc.getMap(tab).set(boxId(index % 600), [index, Math.random() * 1_000]),
    received: () => audience.reduce((sum, client) => sum + client.received, 0),
    close: () => [writer, ...audience].forEach((client) => client.close()),
  };
}
