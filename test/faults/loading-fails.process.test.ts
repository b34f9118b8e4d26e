/** One document cannot be loaded, or loading it hangs: others are not affected, and it is complete once it can be loaded again. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { quantile } from '#test/bench/statistics.ts';
import { Deployment } from '#test/cluster/deployment.ts';
import { canonicalOf, type ColdTab, readColdAt } from '#test/crash/cold-journal.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { asRole } from './as-role.ts';
import { FaultCompany, soonMs } from './company.ts';
import { say, verdict } from './verdict.ts';

const random = new SeededRandom(seedOf('loading-fails'));

let deployment: Deployment;
let admin: pg.Client;
beforeAll(async () => {
  // Row policies apply to all but administrators.
  deployment = await Deployment.start({}, asRole);
  admin = new pg.Client({ connectionString: deployment.databaseUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await deployment.stop();
});

/** A document with content that no node has loaded. */
async function shelved(): Promise<ColdTab> {
  const { nodes, ada, databaseUrl } = deployment;
  const api = new Api(nodes[0]!.url, ada.token);
  const place = await api.createDocument();
  for (let index = 0; index < 5; index += 1) expect((await api.changeset(place, `add square id=kept-${index}`)).status).toBe(201);
  expect((await readColdAt({ databaseUrl }, place)).elements.size).toBe(5);
  return place;
}

/** Expects that no editor gets in during the fault, and that all of them do afterwards, with the previous content. */
async function isKept(row: string, place: ColdTab, company: FaultCompany, begin: string, end: string): Promise<void> {
  const { nodes, ada, databaseUrl } = deployment;
  const before = canonicalOf(await readColdAt({ databaseUrl }, place));
  await admin.query(begin);
  const others = nodes.slice(1);
  const editors = others.map(({ url }) => new TestEditor({ url, documentId: place.id, credential: ada.token }));
  const usual: number[] = [];
  const calls = others.map(async ({ url }) => {
    const { status } = await new Api(url, ada.token).changeset(place, 'add square id=never');
    return status;
  });
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    await company.goesOn();
    usual.push(performance.now() - startedAt);
  }
  await Promise.all(editors.map((editor) => editor.closed(soonMs)));
  const refusals = await Promise.all(calls);
  expect(editors.map(({ provider }) => provider.synced)).toEqual([false, false]);
  expect(editors.flatMap(({ closeCodes }) => closeCodes).filter((code) => code !== 1012)).toEqual([]);
  for (const status of refusals) expect([500, 503]).toContain(status);

  await admin.query(end);
  const { databaseUrl: url } = deployment;
  expect(canonicalOf(await readColdAt({ databaseUrl: url }, place))).toBe(before);
  for (const editor of editors) {
    await editor.synced(soonMs);
    await until(() => canonicalJson(editor.doc) === before, soonMs, 'an editor does not get what was there');
    editor.destroy();
  }
  expect((await new Api(others[0]!.url, ada.token).changeset(place, 'add square id=later')).status).toBe(201);
  say(row, `refused with ${refusals.join(', ')}; others’ rounds p50 ${quantile(usual, 0.5).toFixed(0)} ms`);
}

test('when loading a document hangs for 30 s, its editors are closed, others are not affected, and it is complete afterwards', async () => {
  const place = await shelved();
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const begin = `
    create function hangs(id text) returns boolean language plpgsql as
      $$ begin if id = '${place.id}' then perform pg_sleep(30); end if; return true; end $$;
    create policy hanging on journal for select using (hangs(document_id));
    create policy writing on journal for insert with check (true);
    create policy sweeping on journal for delete using (true);
    alter table journal enable row level security, force row level security`;
  const end = `alter table journal disable row level security, no force row level security;
    drop policy hanging on journal; drop policy writing on journal; drop policy sweeping on journal; drop function hangs`;
  await isKept('loading hanging', place, company, begin, end);
  await verdict('loading hanging', company);
});

test('when loading a document fails, nothing overwrites it, others are not affected, and it is complete once repaired', async () => {
  const place = await shelved();
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const change = `update journal set bytes = set_byte(bytes, 3, get_byte(bytes, 3) # 255) where document_id = '${place.id}' and seq = 3`;
  await isKept('loading failing', place, company, change, change);
  await verdict('loading failing', company);
});
