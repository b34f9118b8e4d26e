/** README: its examples work as shown. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { operationKinds } from '#core/ops/operation-list.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';

import { until } from './harness/editor.ts';
import { type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { temporaryFolder, type TemporaryFolder } from './harness/temporary-folder.ts';

const run = promisify(execFile);
const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/^```\n([^]*?)^```$/gm)].map(([, block = '']) => block);
const [curl = '', shown = ''] = ['curl ', '+ orders '].map((start) => blocks.find((block) => block.startsWith(start)));

let folder: TemporaryFolder;
let node: NodeProcess;
/** TOKEN and TAB, exported as the first start prints them. */
let exports: string;

beforeAll(async () => {
  folder = temporaryFolder('readme');
  node = await startNodeProcess({ DATA_DIR: folder.path });
  await until(() => node.output().includes('export TAB='), 5_000, 'nothing is printed');
  exports = node
    .output()
    .match(/^ +export .*$/gm)!
    .join('\n');
});
afterAll(async () => {
  await node.kill('SIGTERM');
  folder.remove();
});

async function bash(command: string): Promise<string> {
  return (await run('bash', ['--norc', '-euc', `${exports}\n${command}`], { env: { PATH: process.env['PATH'] } })).stdout;
}

const withoutIds = (text: string): string =>
  text.replace(/\b(cs|doc|tab)_[0-9a-z]+/g, '$1_…').replaceAll(node.url, 'http://127.0.0.1:4100');

describe('README', () => {
  test('has an example and its answer', () => {
    expect(curl).toContain('"$TAB/changesets?');
    expect(shown.split('\n').length).toBeGreaterThan(3);
  });

  test('a dry run of the example answers the same and changes nothing, and the example answers as shown', async () => {
    const dry = JSON.parse(await bash(curl.replace('?baseRev', '?dryRun=1&baseRev'))) as ChangesetAnswer;
    const answer = JSON.parse(await bash(curl)) as ChangesetAnswer;
    expect(withoutIds(`${answer.text}\n`)).toBe(shown);
    expect([dry.dryRun, dry.changeset]).toEqual([true, null]);
    expect(dry.text.split('\n').slice(0, -1)).toEqual(answer.text.split('\n').slice(0, -2));
  });

  test('the command line draws, lints and comments as shown', async () => {
    const lines = blocks
      .find((block) => block.startsWith('export ATELIER_TOKEN='))!
      .split('\n')
      .filter((line) => !line.includes(' wait '));
    const said = await bash([`export ATELIER_URL=${node.url}`, ...lines].join('\n'));
    expect(said).toMatch(/^\+ pay-now square "Pay now" [^]* · lint [^]*Is this what you meant\? /);
  });

  test('the outline has the tab, one line per element', async () => {
    const outline = await bash('curl -s "$TAB?view=outline" -H "Authorization: Bearer $TOKEN"');
    const [, ...lines] = outline.trimEnd().split('\n');
    for (const label of [
      'Orders',
      'You and your team',
      'This canvas',
      'Your agents',
      'Every changeset is one undoable step',
      'read and write',
    ])
      expect(lines.filter((line) => line.includes(label))).toHaveLength(1);
  });

  test('the linked files exist, and the list of operations is complete', () => {
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(5);
    for (const path of links) expect([path, existsSync(path.replace(/#.*/, ''))]).toEqual([path, true]);
    const named = /operations ([^.]*)\./.exec(readme)?.[1] ?? '';
    expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(operationKinds.map(({ name }) => name));
  });

  test('the commands of the guides are scripts of the package', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const guides = ['README.md', 'CONTRIBUTING.md', 'docs/operations.md'].map((path) => readFileSync(path, 'utf8')).join('\n');
    const named = [...guides.matchAll(/npm (?:run (?:-s )?)?([a-z]+(?::[a-z]+)?)/g)].map(([, script = '']) => script);
    const ours = new Set(named.filter((script) => !['ci', 'install', 'pack'].includes(script)));
    expect(ours.size).toBeGreaterThan(4);
    for (const script of ours) expect(Object.keys(scripts)).toContain(script);
  });
});
