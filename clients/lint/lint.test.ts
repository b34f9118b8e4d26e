import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { openShell } from '#clients/cli/cli.test-support.ts';
import { rules } from '#core/lint/rules/rule-list.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const shell = openShell();
const { atelier, said } = shell;
const root = temporaryFolder('lint');
afterAll(() => root.remove());

const faulty =
  'add square id=a label=Cart at:0,0\nadd square id=b label=Cart at:60,0\nadd square id=c at:600,0\nconnect a -> b id=e\nconnect b -> c id=f\n';
const offline = { env: { ATELIER_URL: 'http://127.0.0.1:1' } };

/** A document with a faulty tab and a clean one, and the folder that it was pulled into. */
async function pulledFaults(): Promise<{ readonly doc: string; readonly folder: string }> {
  const { id: doc, tab } = await shell.server.addDocument(shell.ada.token, 'Shop');
  const body = { operations: faulty };
  await shell.server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, { token: shell.ada.token, body });
  await shell.server.call('POST', `/documents/${doc}/tabs`, { token: shell.ada.token, body: { name: 'Clean' } });
  const folder = join(root.path, doc);
  await said('pull', doc, folder);
  return { doc, folder };
}

describe('lint', () => {
  test('[WC20] files are linted without a server, with the findings of the server', async () => {
    const { doc, folder } = await pulledFaults();
    const [there, here] = [await atelier(['lint', doc, '--format', 'json']), await atelier(['lint', folder, '--json'], offline)];
    const findings = ({ out }: { out: string }) =>
      (JSON.parse(out).tabs as { name: string; lint: unknown }[])
        .map(({ name, lint }) => [name, lint] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(findings(here)).toEqual(findings(there));
    expect(findings(here)).toHaveLength(2);
    const text = await atelier(['lint', join(folder, 'Tab-1.atl')], offline);
    expect(text.out).toMatch(
      /Tab-1\.atl\n {2}0 crossings.*\n {2}error box-overlap \[a, b\]: a and b partly overlap\. Fix: move b right-of:a\n/,
    );
    const only = await atelier(['lint', doc, '--tab', 'Clean']);
    expect([only.code, only.out]).toEqual([0, expect.stringMatching(/^Clean\n/)]);
  });

  test('[WC21] [CM6] --fail-on decides the exit code', async () => {
    const { folder } = await pulledFaults();
    const code = async (file: string, failOn: string) =>
      (await atelier(['lint', join(folder, file), '--fail-on', failOn], offline)).code;
    expect([await code('Tab-1.atl', 'error'), await code('Tab-1.atl', 'none'), await code('Clean.atl', 'info')]).toEqual([
      1, 0, 0,
    ]);
    writeFileSync(join(folder, 'Warn.atl'), faulty.replace('at:60,0', 'at:300,0').replace('at:600,0', 'at:150,200'));
    const twins = JSON.parse((await atelier(['lint', join(folder, 'Warn.atl'), '--json'], offline)).out).tabs[0].lint.counts;
    expect(twins).toMatchObject({ error: 0, info: expect.any(Number) });
    expect([await code('Warn.atl', 'error'), await code('Warn.atl', 'info')]).toEqual([0, 1]);
    expect((await atelier(['lint', folder, '--fail-on', 'panic'])).code).toBe(2);
  });

  test('[WC22] a SARIF log has rules, levels, logical places, and lines of files', async () => {
    const { doc, folder } = await pulledFaults();
    const log = JSON.parse((await atelier(['lint', folder, '--format', 'sarif'], offline)).out);
    expect(log).toMatchObject({
      $schema: expect.stringContaining('sarif-2.1.0'),
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'Atelier' } } }],
    });
    const [run] = log.runs;
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(rules.map(({ code }) => code));
    const result = run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'box-overlap');
    expect(result).toMatchObject({
      level: 'error',
      message: { text: 'a and b partly overlap. Fix: move b right-of:a' },
      locations: [
        {
          logicalLocations: [{ name: 'Tab 1', kind: 'module' }, { name: 'a', fullyQualifiedName: 'Tab 1/a' }, { name: 'b' }],
          physicalLocation: {
            artifactLocation: { uri: expect.stringMatching(/Tab-1\.atl$/) },
            region: { startLine: expect.any(Number) },
          },
        },
      ],
    });
    const { startLine } = result.locations[0].physicalLocation.region;
    expect(readFileSync(join(folder, 'Tab-1.atl'), 'utf8').split('\n')[startLine - 1]).toContain('id=a ');
    for (const { level, ruleIndex, ruleId } of run.results) {
      expect(['error', 'warning', 'note']).toContain(level);
      expect(rules[ruleIndex]?.code).toBe(ruleId);
    }
    const there = JSON.parse((await atelier(['lint', doc, '--format', 'sarif'])).out).runs[0].results[0];
    expect(there.locations[0].physicalLocation).toBeUndefined();
    expect(there.locations[0].logicalLocations[0].fullyQualifiedName).toBe('Shop/Tab 1');
  });

  test('[WC5] [CM6] a file with a fault ends with 1 and its line, an empty folder with 2, a missing document with 1', async () => {
    const folder = join(root.path, 'odd');
    mkdirSync(folder, { recursive: true });
    expect((await atelier(['lint', folder])).code).toBe(2);
    writeFileSync(join(folder, 'x.atl'), 'add square id=a\nfly a\n');
    const ran = await atelier(['lint', folder], offline);
    expect([ran.code, ran.err]).toEqual([1, expect.stringMatching(/x\.atl:2:1: unknown_operation: /)]);
    expect((await atelier(['lint', 'No such document'])).code).toBe(1);
  });
});
