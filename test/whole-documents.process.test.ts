/** Documents that are too large or too new for this server: they can be read, and are not damaged. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import type { Shape } from '#schema/element.ts';
import { root } from '#schema/ydoc/roots.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import type { BenchTab } from '#test/bench/caller.ts';
import { drawDocument } from '#test/bench/drawing.ts';
import { putDocument } from '#test/bench/put-document.ts';
import { until } from '#test/harness/editor.ts';
import { addMember, addPerson } from '#test/harness/people.ts';
import { RawEditor } from '#test/harness/raw-editor.ts';
import { type Solo, startSolo } from '#test/harness/solo.ts';

let solo: Solo;
beforeAll(async () => {
  solo = await startSolo('whole', { DOCUMENT_MEMORY_MB: '4000' });
});
afterAll(() => solo.stop());

/** A document of ten elements, modified before it is stored. */
function stored(change: (doc: Y.Doc) => void): Promise<BenchTab> {
  const { state, tabs } = drawDocument(10);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  doc.transact(() => change(doc));
  return putDocument(solo.storage, solo.ada.id, { state: Y.encodeStateAsUpdate(doc), tabs });
}

const box = (slug: string, label: string): Shape => ({
  type: 'shape',
  shape: 'square',
  id: `${slug}~00000000`,
  z: 'a0',
  x: 5_000,
  y: 0,
  width: 100,
  height: 60,
  label,
});

test('a document of 32 MiB accepts no more content, and everything can be deleted from it', async () => {
  const place = await stored((doc) => {
    const meta = root(doc, 'meta');
    const left = limits.documentBytes - Y.encodeStateAsUpdate(doc).length - 2_000;
    for (let filled = 0, piece = 1_000_000; filled < left; filled += piece)
      meta.set(`custom:${filled}`, 'x'.repeat(Math.min(piece, left - filled)));
  });
  const editor = solo.open(place.id);
  await editor.synced(30_000);
  editor.put(place.tab, box('small', 'fits'));
  await editor.saved(30_000);

  const more = await solo.api.changeset(place, `add square id=large label="${'y '.repeat(4_900)}" at:0,9000`);
  expect([more.status, more.body]).toMatchObject([413, { code: 'too_large', limit: limits.documentBytes }]);
  const writer = solo.open(place.id);
  await writer.synced(30_000);
  const before = [box('large', 'z'.repeat(9_900)), box('larger', 'z'.repeat(9_900))];
  applyEdits(writer.doc, place.tab, before.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
  await writer.closed(30_000);
  expect([writer.closeCodes[0], writer.closeReasons[0]]).toEqual([4422, 'too_large']);
  writer.destroy();

  applyEdits(editor.doc, place.tab, [{ id: 'small~00000000', before: box('small', 'fits'), after: null }]);
  await editor.saved(30_000);
  const removed = await solo.api.changeset(place, 'rm b1');
  expect(removed.status).toBe(201);
  await until(() => editor.element(place.tab, 'b1') === undefined, 30_000, 'the editor does not follow');
  expect(editor.element(place.tab, 'large')).toBeUndefined();
  editor.destroy();
});

test('a document of a newer schema version can be read and not written', async () => {
  const place = await stored((doc) => void root(doc, 'meta').set('version', 99));
  const read = await solo.api.call('GET', `/documents/${place.id}/tabs/${place.tab}`);
  expect(read.status).toBe(200);
  const written = await solo.api.changeset(place, 'set b1 label=Written');
  expect([written.status, written.body]).toMatchObject([503, { code: 'room_unavailable' }]);

  const editor = await new RawEditor(solo.node.url).admitted(place.id, solo.ada.token);
  expect(await editor.closed()).toBe(4426);
  expect(editor.closeReason).toBe('upgrade_required');
  const vera = await addPerson(solo.storage, 'Vera');
  await addMember(solo.storage, place.id, vera.id, 'viewer');
  const viewer = solo.open(place.id, { credential: vera.token });
  await viewer.synced(30_000);
  await until(() => viewer.element(place.tab, 'b1')?.type === 'shape', 30_000, 'the viewer sees nothing');
});
