/**
 * Two successive releases on one database: this one, and a next one built from it, which adds a table, columns, fields and a root of documents
 * that this one does not know.
 */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';

import { openStorage } from '#storage/storage.ts';
import { loadState } from '#storage/snapshots.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { type NodeProcess, startNodeProcess, type Wrapper } from '#test/harness/node-process.ts';
import { addPerson, type TestAccount } from '#test/harness/people.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { temporaryFolder, type TemporaryFolder } from '#test/harness/temporary-folder.ts';

let postgres: TestPostgres;
let databaseUrl: string;
let next: TemporaryFolder;
let ada: TestAccount;

beforeAll(async () => {
  next = temporaryFolder('next');
  buildNext(next.path);
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase();
  const storage = await openStorage({ databaseUrl });
  ada = await addPerson(storage, 'Ada');
  await storage.close();
});
afterAll(async () => {
  await postgres.stop();
  next.remove();
});

/** Builds the next release. */
function buildNext(folder: string): void {
  for (const part of ['schema', 'core', 'storage', 'server', 'rest', 'clients', 'package.json']) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'storage/migrations/next.ts'), `
    import type { Migration } from './migration.ts';
    export const next: Migration = {
      name: 'next',
      isAddition: true,
      statements: ({ text, integer }) => [
        \`create table widgets (id \${text} primary key, at \${integer} not null)\`,
        \`alter table documents add column mood \${text} not null default 'calm'\`,
        \`alter table changesets add column mood \${text}\`,
      ],
    };`);
  edit(join(folder, 'storage/migrations/migrate.ts'), [
    [/(import \{ columnTypes)/, `import { next } from './next.ts';\n$1`],
    [/(const migrations: readonly Migration\[\] = \[[^\]]*)\];/, '$1 next];'],
  ]);
  edit(join(folder, 'schema/ydoc/write.ts'), [
    [/(setValue\(meta, 'version', schemaVersion\);)/, `$1 setValue(meta, 'mood', 'calm'); doc.getMap('widgets').set('w1', { size: 3 });`],
  ]);
} // prettier-ignore

function edit(file: string, changes: readonly (readonly [RegExp, string])[]): void {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of changes) {
    expect(text, `${file} is not what this test edits`).toMatch(from);
    text = text.replace(from, to);
  }
  writeFileSync(file, text);
}

const inNext = (): Wrapper => ['env', '-C', next.path];
const start = (wrapper?: Wrapper): Promise<NodeProcess> => startNodeProcess({ DATABASE_URL: databaseUrl }, wrapper);

async function stopped(node: NodeProcess): Promise<void> {
  await node.kill('SIGTERM');
  expect(node.exitCode(), node.output()).toBe(0);
}

/** The document as stored in the journal. */
async function cold(documentId: string): Promise<Y.Doc> {
  const storage = await openStorage({ databaseUrl });
  const state = await loadState(storage.db, documentId);
  await storage.close();
  const doc = new Y.Doc();
  if (state?.snapshot) Y.applyUpdate(doc, state.snapshot.bytes);
  for (const { bytes } of state?.rows ?? []) Y.applyUpdate(doc, bytes);
  return doc;
}

test('nothing of either release is lost when upgrading to the next release and back, with editors and agents', async () => {
  const running: NodeProcess[] = [];
  try {
    const [before, after] = [await start(), await start(inNext())];
    running.push(before, after);
    // A document of the next release, with content unknown to this one, written to by both.
    const place = await new Api(after.url, ada.token).createDocument();
    const old = new TestEditor({ url: before.url, documentId: place.id, credential: ada.token });
    await old.synced();
    const write = async (node: NodeProcess, id: string): Promise<void> => {
      const { status, body } = await new Api(node.url, ada.token).changeset(place, `add square id=${id}`);
      expect(status, JSON.stringify(body)).toBe(201);
    };
    await write(before, 'a');
    await write(after, 'b');
    await until(() => old.element(place.tab, 'b') !== undefined, 10_000, 'the editor does not see the other release write');
    // A field of an element that this release does not know, written by an editor of the next at a node of this one.
    const elements = (): Y.Map<Y.Map<unknown>> => (old.doc.getMap('tabs').get(place.tab) as Y.Map<Y.Map<Y.Map<unknown>>>).get('elements')!;
    const a = old.element(place.tab, 'a')!;
    elements().get(a.id)!.set('glow', { radius: 3 });
    await old.saved();
    const changed = await new Api(before.url, ada.token).changeset(place, 'set a label=Orders fill=blue');
    expect(changed.status).toBe(201);
    old.destroy();
    // Downgrade: all nodes are of this release again and start on the tables of the next.
    await Promise.all(running.splice(0).map(stopped));
    const back = await start();
    running.push(back);
    await write(back, 'c');
    const view = await new Api(back.url, ada.token).call<{ elements: { id: string }[] }>('GET', `/documents/${place.id}/tabs/${place.tab}`);
    expect(view.body.elements.map(({ id }) => String(id.split("~")[0])).toSorted()).toEqual(['a', 'b', 'c']);
    await Promise.all(running.splice(0).map(stopped));
    // Upgrade again.
    const forward = await start(inNext());
    running.push(forward);
    await write(forward, 'd');
    const doc = await cold(place.id);
    expect(doc.getMap('widgets').toJSON()).toEqual({ w1: { size: 3 } });
    expect(doc.getMap('meta').get('mood')).toBe('calm');
    const element = ((doc.getMap('tabs').toJSON() as Record<string, { elements: Record<string, object> }>)[place.tab]?.elements ?? {})[a.id];
    expect(element).toMatchObject({ label: 'Orders', glow: { radius: 3 } });
  } finally {
    await Promise.all(running.map((node) => node.kill('SIGKILL')));
  }
}); // prettier-ignore
