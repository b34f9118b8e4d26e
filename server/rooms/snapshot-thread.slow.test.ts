import { expect, test } from 'vitest';
import * as Y from 'yjs';

import { encodedApart } from './snapshot-thread.ts';

const updates: Uint8Array[] = [];
const doc = new Y.Doc();
doc.on('update', (update: Uint8Array) => void updates.push(update));
for (let at = 0; at < 5_000; at += 1) doc.getMap('m').set(`k${at % 4_500}`, `${at} ${'x'.repeat(6_000)}`);

test('the state is the same as that of the event loop', async () => {
  const apart = await encodedApart(updates);
  expect(Buffer.from(apart!).equals(Y.encodeStateAsUpdate(doc))).toBe(true);
});

test(
  'a state that does not fit into the memory of the thread is null, and the next one succeeds',
  { timeout: 60_000 },
  async () => {
    expect(await encodedApart(updates, 16)).toBeNull();
    expect(Buffer.from((await encodedApart(updates.slice(0, 1)))!).equals(updates[0]!)).toBe(true);
  },
);
