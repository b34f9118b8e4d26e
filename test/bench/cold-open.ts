/** Opening a document that is not loaded: for its first editor and for a reader over REST. */
import * as Y from 'yjs';

import { RelayClient } from './baseline/relay-client.ts';
import { startBaseline } from './baseline/start.ts';
import { boxId, drawDocument, type Drawn } from './drawing.ts';
import { BenchGround } from './ground.ts';
import { collabUrl, drag, LightEditor } from './light-editor.ts';
import { type Bench, type BenchEffort, type BenchRow } from './row.ts';
import { stateFile } from './state-file.ts';
import { median } from './statistics.ts';

export const coldOpen: Bench = {
  name: 'cold-open',
  title: 'Opening a document that nobody has open',
  run: async (effort) => [...(await opened(effort, 5_000)), ...(await opened(effort, 20_000))],
};

/** Every round opens documents that the node has not loaded before. */
async function opened(effort: BenchEffort, elements: number): Promise<BenchRow[]> {
  const rounds = Math.max(3, effort.rounds);
  const drawn = drawDocument(elements);
  const edits = editsOf(drawn);
  const file = stateFile(drawn.state);
  const ground = await BenchGround.embedded();
  const relay = await startBaseline('relay', { STATE: file.path });
  try {
    const node = await ground.node();
    const caller = ground.caller(node);
    const ms = {
      editor: [] as number[],
      edited: [] as number[],
      blob: [] as number[],
      read: [] as number[],
      apply: [] as number[],
    };
    for (let round = -1; round < rounds; round += 1) {
      const [forEditor, forRead] = [await ground.put(drawn), await ground.put(drawn)];
      const edited = await ground.put(drawn, edits);
      const once = {
        editor: await firstByte(collabUrl(node.url), forEditor.id, ground.person.token),
        edited: await firstByte(collabUrl(node.url), edited.id, ground.person.token),
        blob: await blobTime(relay.webSocketUrl),
        read: (await caller.call('GET', `/documents/${forRead.id}/tabs/${forRead.tab}`)).ms,
        apply: applyTime(drawn.state),
      };
      // The first round warms the code up.
      if (round >= 0) for (const name of ['editor', 'edited', 'blob', 'read', 'apply'] as const) ms[name].push(once[name]);
    }
    const [editor, edited, blob, read, apply] = [
      median(ms.editor),
      median(ms.edited),
      median(ms.blob),
      median(ms.read),
      median(ms.apply),
    ];
    return [
      {
        what: `${elements} elements, first byte to the first editor`,
        unit: 'ms',
        ours: editor,
        baseline: { name: 'a relay that sends the bytes from disk', value: blob },
        goal: { words: 'at most 3x the bare bytes', met: editor <= 3 * blob },
      },
      {
        what: `${elements} elements and ${edits.length} edits, first byte`,
        unit: 'ms',
        ours: edited,
        baseline: { name: 'a relay that sends the bytes from disk', value: blob },
        goal: { words: 'at most 3x the bare bytes', met: edited <= 3 * blob },
      },
      {
        what: `${elements} elements, first tab read over REST`,
        unit: 'ms',
        ours: read,
        baseline: { name: 'Y.applyUpdate of the same bytes', value: apply },
        goal: { words: 'at most 1.2x Y.applyUpdate', met: read <= 1.2 * apply },
      },
    ];
  } finally {
    await relay.stop();
    await ground.end();
    file.remove();
  }
}

/** A hundred drags, each an update of its own. */
function editsOf({ state, tabs }: Drawn): Uint8Array[] {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const edits: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => edits.push(update));
  for (let index = 0; index < 100; index += 1) drag(doc, tabs[0] ?? '', boxId(index), index, index);
  doc.destroy();
  return edits;
}

/** From the start of connecting. */
async function firstByte(url: string, documentId: string, token: string): Promise<number> {
  const editor = await LightEditor.open({ url, documentId, token });
  await editor.settled;
  editor.close();
  return editor.openedMs;
}

async function blobTime(url: string): Promise<number> {
  const startedAt = performance.now();
  const client = await RelayClient.connect(url);
  await client.fetch('open');
  client.close();
  return performance.now() - startedAt;
}

function applyTime(state: Uint8Array): number {
  const startedAt = performance.now();
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const ms = performance.now() - startedAt;
  doc.destroy();
  return ms;
}
