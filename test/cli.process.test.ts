/** The command line as a process of its own, as a shell starts it. */
import { execFile, spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { freePort } from '#test/harness/free-port.ts';
import { type Solo, startSolo } from '#test/harness/solo.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const atelier = fileURLToPath(new URL('../clients/cli/atelier.mjs', import.meta.url));
const run = promisify(execFile);

let solo: Solo;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  solo = await startSolo('cli');
  env = { ...process.env, ATELIER_URL: solo.node.url, ATELIER_TOKEN: solo.ada.token };
});
afterAll(() => solo.stop());

test('a shell draws, reads and reverts, with the Node that it finds', async () => {
  const place = await solo.api.createDocument('From a shell');
  const script = `
    set -e
    printf 'add square id=a label=Cart\\nadd cylinder id=b right-of:a\\nconnect a -> b\\n' | "$ATELIER" edit '${place.id}' -f - > /dev/null
    id=$("$ATELIER" -q element set '${place.id}' a fill=blue)
    "$ATELIER" changeset revert '${place.id}' "$id" > /dev/null
    "$ATELIER" tab show '${place.id}'`;
  const { stdout, stderr } = await run('bash', ['-c', script], { env: { ...env, ATELIER: atelier } });
  expect([stderr, stdout]).toEqual(['', expect.stringContaining('a square "Cart"')]);
  expect(stdout).not.toContain('blue');
});

test('the shell gets exit status and errors, and a reader that closes the pipe is no error', async () => {
  const refused = await run(atelier, ['doc', 'show', 'No such document'], { env }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^document_not_found: /) });
  const { stdout } = await run('bash', ['-c', `"$ATELIER" --help | head -1; echo \${PIPESTATUS[0]}`], {
    env: { ...env, ATELIER: atelier },
  });
  expect(stdout).toBe('Usage: atelier [options] [command]\n0\n');
});

test('help takes at most a few times as long as the start of Node', async () => {
  const time = async (args: readonly string[]): Promise<number> => {
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      const startedAt = performance.now();
      await run(process.execPath, args);
      times.push(performance.now() - startedAt);
    }
    return Math.min(...times);
  };
  const ratio = (await time([atelier, '--help'])) / (await time(['-e', '0']));
  if (process.env['SHOW_TIMES'] === '1') process.stderr.write(`atelier --help takes ${ratio.toFixed(1)} times an empty Node\n`);
  expect(ratio).toBeLessThan(5);
});

test('serve starts a server that reports readiness, answers, and stops cleanly', async () => {
  const folder = temporaryFolder('cli-serve');
  const port = await freePort();
  const server = spawn(atelier, ['serve'], { env: { ...process.env, DATA_DIR: folder.path, PORT: String(port) }, stdio: 'pipe' });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  let isUp = false;
  for (let count = 0; !isUp && count < 200; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    isUp = await fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok, () => false); // prettier-ignore
  }
  expect(isUp).toBe(true);
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
  folder.remove();
});
