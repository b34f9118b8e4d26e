/**
 * The short form of `npm run simulate`: some histories, some controls (all at full strength), and a seed again. They are the same in every run,
 * so a failure is caused by a change of the code; SEED in the environment takes others.
 * The simulator controls time and randomness of its process, so each run is a process of its own.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { scaled, seedOr } from '#test/harness/fuzz.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { controls } from './controls.ts';
import { failingSeeds, keepFailingSeed } from './failing-seeds.ts';

const script = fileURLToPath(new URL('main.ts', import.meta.url));
const histories = scaled(200);
const seed = String(seedOr(900_000));

function simulate(env: Readonly<Record<string, string>>): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script], { env: { ...process.env, ...env } }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr });
    });
  });
}

test('random histories of clients, nodes and faults keep every promise', async () => {
  const { code, output } = await simulate({ SEED: seed, HISTORIES: String(histories) });
  expect(code, output).toBe(0);
  expect(output).toContain(`${histories} histories in`);
});

test('each promise that is broken on purpose is noticed', async () => {
  const names = Object.keys(controls);
  const some = names.slice(0, scaled(names.length, 6));
  const { code, output } = await simulate({ SEED: seed, CONTROL: some.join(',') });
  expect(code, output).toBe(0);
  for (const control of some) expect(output).toContain(`noticed ${control} on `);
});

test('a run with a file of failing seeds plays them first', async () => {
  const folder = temporaryFolder('seeds');
  const file = join(folder.path, 'seeds');
  writeFileSync(file, `${seed}\n${Number(seed) + 1}\n`);
  const { code, output } = await simulate({ SEED: String(Number(seed) + 2), HISTORIES: '2', FAILING_SEEDS: file });
  expect(code, output).toBe(0);
  expect(output).toContain('4 histories in');
  expect(failingSeeds(file)).toEqual([Number(seed), Number(seed) + 1]);
  keepFailingSeed(file, Number(seed));
  keepFailingSeed(file, 7);
  expect(failingSeeds(file)).toEqual([Number(seed), Number(seed) + 1, 7]);
  folder.remove();
});

test('a seed replays the same history, step by step', async () => {
  const env = { SEED: seed, HISTORIES: '3', TRACE: '1' };
  const [first, again] = await Promise.all([simulate(env), simulate(env)]);
  const steps = ({ output }: typeof first): string[] => output.split('\n').filter((line) => line.startsWith('  '));
  expect(first.code, first.output).toBe(0);
  expect(steps(first).length).toBeGreaterThan(100);
  expect(steps(again)).toEqual(steps(first));
});
