/** Drains under repeated signals, as npm, process groups and impatient people send them. */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect } from 'vitest';

import { openStorage } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor } from '#test/harness/editor.ts';
import { freePort } from '#test/harness/free-port.ts';
import { startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { boxes } from '#test/attacks/stage.test-support.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { startTied } from '#test/harness/tied-process.ts';

type Running = {
  readonly url: string;
  /** The node, or npm. */
  readonly pid: number;
  readonly ended: Promise<void>;
  exitCode(): number | null;
  output(): string;
};

/** A way to stop a node. */
export type Stopping = { readonly name: string; readonly underNpm?: boolean; readonly signal: (pid: number) => Promise<void> };

const apart = (first: NodeJS.Signals, second: NodeJS.Signals, waitMs: number): Stopping => ({
  name: `${first} and ${second}, ${waitMs} ms apart`,
  async signal(pid) {
    process.kill(pid, first);
    if (waitMs > 0) await sleep(waitMs);
    try {
      process.kill(pid, second);
    } catch {
      // It has ended.
    }
  },
});
const toGroup = (signal: NodeJS.Signals): Stopping['signal'] => {
  return (pid) => Promise.resolve(void process.kill(-pid, signal));
};

export const stoppings: readonly Stopping[] = [
  apart('SIGTERM', 'SIGTERM', 1),
  apart('SIGTERM', 'SIGTERM', 0),
  apart('SIGINT', 'SIGINT', 1),
  apart('SIGTERM', 'SIGINT', 5),
  { name: 'Ctrl-C at npm start', underNpm: true, signal: toGroup('SIGINT') },
  { name: 'SIGTERM to the process group of npm start', underNpm: true, signal: toGroup('SIGTERM') },
];

/** Stops a node that has editors with unsaved and saved work, and expects a whole drain. */
export async function expectDrain({ name, underNpm, signal }: Stopping, rounds: number): Promise<void> {
  const folder = temporaryFolder('signals');
  const storage = await openStorage({ dataDir: folder.path });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  for (let round = 1; round <= rounds; round += 1) {
    const node = await (underNpm === true ? startUnderNpm : startNodeProcess)({ DATA_DIR: folder.path });
    const place = await new Api(node.url, ada.token).createDocument();
    const editors = Array.from(
      { length: 3 },
      () => new TestEditor({ url: node.url, documentId: place.id, credential: ada.token }),
    );
    await Promise.all(editors.map((editor) => editor.synced()));
    editors[0]!.put(place.tab, boxes(1)[0]!);
    await signal(node.pid);
    await node.ended;
    await Promise.all(editors.map((editor) => editor.closed()));
    const codes = editors.map(({ closeCodes }) => closeCodes[0]);
    for (const editor of editors) editor.destroy();
    const outcome = { name, round, codes, status: node.exitCode(), output: node.output() };
    expect(outcome).toMatchObject({ codes: [1012, 1012, 1012], status: 0 });
  }
  folder.remove();
}

async function startUnderNpm(environment: Readonly<Record<string, string>>): Promise<Running> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...environment, PORT: String(port) };
  const npm = startTied('npm', ['start'], { cwd: process.cwd(), env, group: true });
  const url = `http://127.0.0.1:${port}`;
  const isReady = async (): Promise<boolean> => {
    try {
      return (await fetch(`${url}/readyz`)).status === 200;
    } catch {
      return false;
    }
  };
  await expect.poll(isReady, { timeout: 60_000, message: npm.output() }).toBe(true);
  const { child, pid, ended } = npm;
  return { url, pid, ended, exitCode: () => child.exitCode, output: () => npm.output() };
}
