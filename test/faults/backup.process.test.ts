/** A backup under load on three nodes. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Deployment } from '#test/cluster/deployment.ts';
import { readColdAt } from '#test/crash/cold-journal.ts';
import { acknowledgedIn } from '#test/crash/history.ts';
import { missing, objections } from '#test/crash/objections.ts';
import { postgresProgram } from '#test/harness/postgres.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { FaultCompany, size } from './company.ts';
import { say, verdict } from './verdict.ts';

const run = promisify(execFile);
const random = new SeededRandom(seedOf('backup'));

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start();
});
afterAll(() => deployment.stop());

test('pg_dump under load copies a consistent state with everything acknowledged before its start', async () => {
  const folder = temporaryFolder('backups');
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const { postgres, databaseUrl } = deployment;
  const copies: { readonly url: string; readonly before: ReturnType<typeof acknowledgedIn> }[] = [];
  for (let backup = 1; backup <= 3 * size; backup += 1) {
    const [url, file] = [await postgres.createDatabase(), join(folder.path, `${backup}.dump`)];
    const before = acknowledgedIn(company.history);
    await run(postgresProgram('pg_dump'), ['--format=custom', `--file=${file}`, databaseUrl]);
    await company.goesOn();
    await run(postgresProgram('pg_restore'), ['--exit-on-error', `--dbname=${url}`, file]);
    copies.push({ url, before });
  }
  const cold = await verdict('backup', company);
  for (const { url, before } of copies) {
    const copy = await readColdAt({ databaseUrl: url }, company.place);
    expect(missing(copy, before)).toEqual([]);
    // All other objections; what was acknowledged later is missing in the copy.
    expect(objections(copy, company.history).filter((objection) => !objection.startsWith('O1'))).toEqual([]);
    expect(cold.records.slice(0, copy.records.length)).toEqual(copy.records);
    say(
      'backup',
      `a copy at rev ${copy.rev} of ${cold.rev}, with all of the ${before.changesets.size} changesets acknowledged before`,
    );
  }
  folder.remove();
});
