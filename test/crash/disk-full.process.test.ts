import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { startNodeProcess, type Wrapper } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { type ColdTab, readColdAt } from './cold-journal.ts';
import { WriteHistory, answersOf } from './history.ts';
import { startAgent } from './agent.ts';
import { LoadEditor } from './load-editor.ts';
import type { LoadOptions, LoadWriter } from './load.ts';
import { objections } from './objections.ts';

const soonMs = 30_000;
const diskSize = '32m';

/**
 * Mounts a small disk with the content of another folder, in a mount namespace that ends with the process, so nothing is left behind. Other
 * processes reach it through /proc/<pid>/root.
 */
function onDiskAt(path: string, contents: string): Wrapper {
  const rights = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const script = `mount -t tmpfs -o size=${diskSize},mode=700 atelier '${path}' && cp -a '${contents}/.' '${path}' && exec "$0" "$@"`;
  return ['unshare', ...rights, '--mount', 'sh', '-c', script];
}

/** Why this machine cannot mount a small disk; null if it can. */
function noDisk(): string | null {
  const [folder, contents] = [temporaryFolder('probe'), temporaryFolder('probe')];
  try {
    const [program, ...args] = onDiskAt(folder.path, contents.path);
    execFileSync(program, [...args, 'true'], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').slice(0, 2).join(' ') : String(error);
  } finally {
    folder.remove();
    contents.remove();
  }
}

const obstacle = noDisk();
if (obstacle !== null)
  process.stdout.write(`disk-full is skipped: this machine does not allow mounting a small disk: ${obstacle}\n`);

test.skipIf(obstacle !== null)(
  'a full disk: 507 and nothing half applied, reads go on, and it heals when there is space again',
  async () => {
    const random = new SeededRandom(seedOf('disk-full'));
    const folder = temporaryFolder('full');
    const [disk, contents, copy] = ['disk', 'contents', 'copy'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(disk);
    const storage = await openStorage({ dataDir: contents });
    const ada = await addPerson(storage, 'Ada');
    await storage.close();
    const node = await startNodeProcess({ DATA_DIR: disk }, onDiskAt(disk, contents));
    const seenFromHere = join('/proc', String(node.pid), 'root', disk);
    const ballast = join(seenFromHere, 'ballast');
    try {
      const api = new Api(node.url, ada.token);
      // Several documents, as their commits are grouped.
      const written: { place: ColdTab; history: WriteHistory }[] = [];
      for (let count = 3; count > 0; count -= 1) written.push({ place: await api.createDocument(), history: new WriteHistory() });
      const counts = { agent: 0, editor: 0 };
      const onAcknowledged = (who: keyof typeof counts): void => void (counts[who] += 1);
      const agents: LoadWriter[] = [];
      const editors: LoadEditor[] = [];
      for (const { place, history } of written) {
        const options = (): LoadOptions => ({
          url: node.url,
          token: ada.token,
          place,
          history,
          random: random.fork(),
          onAcknowledged,
        });
        agents.push(startAgent('a1', options()), startAgent('a2', options()));
        editors.push(new LoadEditor('e1', options()).start());
      }
      const statuses = (): number[] =>
        written.flatMap(({ history }) => [...history.changesets.values()].flatMap((sent) => sent.statuses));
      const refusals = (): number => statuses().filter((status) => status === 507).length;
      const answers = (): string => written.map(({ history }) => answersOf(history)).join('; ');

      for (let round = 1; round <= 3; round += 1) {
        const before = { ...counts };
        await until(
          () => counts.agent >= before.agent + 10 && counts.editor >= before.editor + 3,
          soonMs,
          `round ${round}: nothing is acknowledged: ${answers()}`,
        );
        const refusedBefore = refusals();
        // The journal has free space in its own files for a while.
        const isToldOff = (): boolean => {
          fill(ballast);
          return refusals() >= refusedBefore + 20;
        };
        await until(isToldOff, soonMs, `round ${round}: the disk is full and no client noticed: ${answers()}: ${node.output()}`);
        for (const { place } of written) {
          const read = await api.call('GET', `/documents/${place.id}/tabs/${place.tab}`);
          expect(read.status).toBe(200);
        }
        rmSync(ballast);
      }
      await Promise.all([...agents, ...editors].map((writer) => writer.stop()));
      for (const { editor } of editors) await editor.saved(soonMs);
      expect(node.isRunning(), node.output()).toBe(true);
      // SQLite resolves links itself, so it cannot open a database through /proc.
      execFileSync('cp', ['-a', seenFromHere, copy]);
      for (const { place, history } of written)
        expect(objections(await readColdAt({ dataDir: copy }, place), history)).toEqual([]);
      expect(statuses().filter((status) => ![201, 507].includes(status))).toEqual([]);
      process.stdout.write(`disk-full: ${answers()}\n`);
      for (const editor of editors) editor.destroy();
      await node.kill('SIGTERM');
      expect(node.exitCode(), node.output()).toBe(0);
    } finally {
      await node.kill('SIGKILL');
      folder.remove();
    }
  },
);

/** Appends to a file until the disk is full. */
function fill(file: string): void {
  const handle = openSync(file, 'a');
  try {
    for (let piece = Buffer.alloc(1_048_576); piece.length > 0;) {
      try {
        writeSync(handle, piece);
      } catch {
        piece = piece.subarray(0, Math.floor(piece.length / 2));
      }
    }
  } finally {
    closeSync(handle);
  }
}
