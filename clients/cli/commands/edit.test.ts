import { describe, expect, test } from 'vitest';

import { openShell, runCli } from '../cli.test-support.ts';

const shell = openShell();
const { atelier } = shell;

const outline = async ({ id, tab }: { id: string; tab: string }): Promise<string> =>
  (await shell.server.call('GET', `/documents/${id}/tabs/${tab}?view=outline`, { token: shell.ada.token })).text;

describe('edit', () => {
  test('CM5 stdin is a changeset; the answer has its lines with the revision and the id to revert', async () => {
    const place = await shell.server.addDocument(shell.ada.token, 'From stdin');
    const ran = await atelier(['edit', 'from stdin', '-f', '-'], {
      input: 'add square id=a label=Cart\nadd square id=b right-of:a\nconnect a -> b\n',
    });
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out).toMatch(new RegExp(`rev 0→1 · (cs_\\w+) · lint .+ · atelier changeset revert ${place.id} \\1\\n$`));
    expect(await outline(place)).toContain('"Cart"');
  });

  test('CM5 a dry run applies nothing; -q prints only the id of the changeset, --json the whole answer', async () => {
    const place = await shell.server.addDocument(shell.ada.token);
    const dry = await atelier(['edit', place.id, '--dry-run', '-f', '-'], { input: 'add square id=a' });
    expect(dry.out).toContain('dry run · rev 0→1');
    expect(await outline(place)).not.toContain('square');
    const quiet = await atelier(['-q', 'edit', place.id, '-f', '-'], { input: 'add square id=a' });
    expect(quiet.out).toMatch(/^cs_\w+\n$/);
    const json = await atelier(['edit', place.id, '--json', '-f', '-'], { input: 'add square id=b' });
    expect(JSON.parse(json.out)).toMatchObject({ dryRun: false, changeset: { rev: 2 } });
  });

  test('CM5 a replacement is tried out by a dry run, and takes no expected revision', async () => {
    const place = await shell.server.addDocument(shell.ada.token);
    const replace = (...more: string[]) =>
      atelier(['edit', place.id, '--replace', '-f', '-', ...more], { input: 'add square id=new' });
    await atelier(['edit', place.id, '-f', '-'], { input: 'add square id=old' });
    expect((await replace('--dry-run')).out).toMatch(/^\+ new .*\n- old .*\ndry run · rev 1→2 /s);
    expect(await outline(place)).toContain('old');
    expect((await replace('--expected-rev', '1')).code).toBe(2);
    expect((await replace('--base-rev', '1')).code).toBe(0);
    expect(await outline(place)).not.toContain('old');
  });

  test('CM6 a refusal lists every error with its place and ends with 1', async () => {
    const place = await shell.server.addDocument(shell.ada.token);
    const ran = await atelier(['edit', place.id, '-f', '-'], { input: 'add square\nfly a\nset "Nowhere" fill=blue\n' });
    expect([ran.code, ran.out]).toEqual([1, '']);
    expect(ran.err).toMatch(/^line 2, column 1: unknown_operation: /);
    expect(ran.err).toContain('  hint: ');
    const nothingNear = await atelier(['edit', place.id, '-f', '-'], { input: 'rm nope\n' });
    expect(nothingNear.err).toMatch(/^line 1, column 4: target_not_found: .*\n {2}hint: .*\n$/);
  });

  test('CM6 a missing file and a missing or wrong option end with 2, an unreachable server with 3', async () => {
    const codes = [];
    for (const args of [
      ['edit', 'x', '-f', '/nowhere/plan.txt'],
      ['edit', 'x'],
      ['edit', 'x', '-f', '-', '--base-rev', 'one'],
      ['fly'],
    ])
      codes.push((await atelier(args)).code);
    expect(codes).toEqual([2, 2, 2, 2]);
    const ran = await runCli(['edit', 'doc_0000000000000000', '-f', '-'], { env: { ATELIER_URL: 'http://127.0.0.1:1' } });
    expect([ran.code, ran.err.split('\n').length]).toEqual([3, 2]);
  });
});

describe('element', () => {
  test('CM4 a single operation is not warned about a missing base revision; edit is, and --json has the whole answer', async () => {
    const place = await shell.server.addDocument(shell.ada.token);
    const one = await atelier(['element', 'add', place.id, 'square', 'id=a']);
    expect(one.out).toMatch(/^\+ a square .*\npage: http.*\nrev 0→1 .*\n$/);
    const json = await atelier(['--json', 'element', 'add', place.id, 'square', 'id=b']);
    expect(JSON.parse(json.out).results.at(-1).code).toBe('no_base');
    const several = await atelier(['edit', place.id, '-f', '-'], { input: 'set a fill=blue' });
    expect(several.out).toContain('! no_base');
  });

  test('CM4 words of a shell become one operation, with their quotes', async () => {
    const place = await shell.server.addDocument(shell.ada.token);
    for (const args of [
      ['add', place.id, 'square', 'id=a', 'label=Pay "now"'],
      ['add', place.id, 'diamond', 'id=b', 'below:a', '--summary', 'a choice'],
      ['connect', place.id, 'a', 'b', 'label=then what'],
      ['insert', place.id, 'circle', 'id=c', 'between', 'a', 'b'],
      ['set', place.id, '"Pay \\"now\\""', 'fill=blue'],
      ['move', place.id, 'c', 'by=0,-10'],
      ['wrap', place.id, 'a', 'b', 'c', 'in', 'frame', 'id=f'],
      ['rm', place.id, 'c', '--tab', 'tab 1'],
    ]) {
      const ran = await atelier(['element', ...args]);
      expect([args, ran.code, ran.err]).toEqual([args, 0, '']);
    }
    const text = await outline(place);
    for (const part of ['"Pay \\"now\\""', 'frame']) expect(text).toContain(part);
    expect(text).not.toContain('circle');
  });
});
