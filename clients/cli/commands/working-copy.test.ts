import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;
const root = temporaryFolder('working-copy');
afterAll(() => root.remove());

type Drawn = { readonly doc: string; readonly tab: string; readonly folder: string; readonly file: string };

const drawing = 'add square id=a label=Cart at:0,0\nadd cylinder id=b label=Orders at:300,0\nconnect a -> b id=e label=places';
let copies = 0;
const newFolder = (): string => join(root.path, `copy-${(copies += 1)}`);

/** A document with one drawn tab, pulled into a folder. */
async function pulledDrawing(operations = drawing): Promise<Drawn> {
  const { id: doc, tab } = await shell.server.addDocument(shell.ada.token, 'Shop');
  await edit(doc, tab, operations);
  const folder = newFolder();
  await said('pull', doc, folder);
  return { doc, tab, folder, file: join(folder, 'Tab-1.atl') };
}

async function edit(doc: string, tab: string, operations: string): Promise<void> {
  const { status, text } = await shell.server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, {
    token: shell.ada.token,
    body: { operations },
  });
  expect([status, text.slice(0, 0)]).toEqual([201, '']);
}

const reading = async ({ doc, tab }: Drawn) =>
  (await shell.server.call('GET', `/documents/${doc}/tabs/${tab}`, { token: shell.ada.token })).json;
const linesOn = async ({ doc, tab }: Drawn): Promise<string> =>
  (await shell.server.call('GET', `/documents/${doc}/tabs/${tab}?view=lines`, { token: shell.ada.token })).text;
const bodyOf = (file: string): string => readFileSync(file, 'utf8').replace(/^#:.*\n/gm, '');
const change = (file: string, from: string | RegExp, to: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

describe('pull', () => {
  test('[WC1] writes a file a tab that has the lines of the tab, below a head that names it', async () => {
    const { doc, folder, file, ...place } = await pulledDrawing();
    expect(readFileSync(file, 'utf8')).toMatch(
      /^#: tab \{"name":"Tab 1","mode":"canvas","theme":"light"\}\n#: Elements from back/,
    );
    expect(bodyOf(file)).toBe(await linesOn({ doc, folder, file, ...place }));
    expect(readdirSync(folder).toSorted()).toEqual(['.atelier', 'Tab-1.atl']);
    const state = JSON.parse(readFileSync(join(folder, '.atelier/tabs.json'), 'utf8'));
    expect(state).toMatchObject({ version: 1, document: { id: doc, name: 'Shop' }, tabs: [{ file: 'Tab-1.atl', rev: 1 }] });
    expect(JSON.stringify(state)).not.toContain(shell.ada.token);
  });

  test('[WC1] names of tabs do not leave the folder, and equal ones get numbers', async () => {
    const { id: doc } = await shell.server.addDocument(shell.ada.token);
    for (const name of ['../../etc/passwd', 'a/b', 'A-B', '...', 'con'])
      await shell.server.call('POST', `/documents/${doc}/tabs`, { token: shell.ada.token, body: { name } });
    const folder = newFolder();
    await said('pull', doc, folder);
    expect(readdirSync(folder).toSorted()).toEqual(
      ['.atelier', 'A-B-2.atl', 'Tab-1.atl', 'a-b.atl', 'etc-passwd.atl', 'tab-con.atl', 'tab.atl'].toSorted(),
    );
  });

  test('[WC2] merges what changed on the server into the file, and keeps remarks', async () => {
    const drawn = await pulledDrawing();
    change(drawn.file, 'add cylinder', '# where orders are\nadd cylinder');
    change(drawn.file, 'label=Cart', 'label=Basket');
    await edit(drawn.doc, drawn.tab, 'set a fill=blue\nadd sticky id=s label="New" at:0,300');
    expect(await said('pull', drawn.folder)).toBe('merged     Tab-1.atl\n');
    expect(bodyOf(drawn.file)).toBe(
      'add square id=a label=Basket fill=blue at:0,0\n# where orders are\nadd cylinder id=b label=Orders at:300,0\nconnect a -> b id=e label=places\nadd sticky id=s label=New at:0,300\n',
    );
    expect(await said('status', drawn.folder)).toBe('Tab-1.atl  here: 1 changed\n');
  });

  test('[WC3] [CM6] writes nothing if both sides changed the same field, unless a side is chosen', async () => {
    const drawn = await pulledDrawing();
    change(drawn.file, 'label=Cart', 'label=Basket');
    await edit(drawn.doc, drawn.tab, 'set a label=Trolley\nset b fill=red');
    const before = readFileSync(drawn.file, 'utf8');
    const ran = await atelier(['pull', drawn.folder]);
    expect([ran.code, ran.out]).toEqual([5, '']);
    expect(ran.err).toMatch(/^conflict in Tab-1\.atl: a\.label: ours "Basket", theirs "Trolley"\n {2}hint: .*--ours.*--theirs/);
    expect(readFileSync(drawn.file, 'utf8')).toBe(before);
    await said('pull', drawn.folder, '--ours');
    expect(bodyOf(drawn.file)).toContain('id=a label=Basket');
    expect(bodyOf(drawn.file)).toContain('id=b label=Orders fill=red');
    await said('push', drawn.folder);
    expect(await linesOn(drawn)).toContain('label=Basket');
    change(drawn.file, 'label=Basket', 'label=Bag');
    await edit(drawn.doc, drawn.tab, 'set a label=Trolley');
    await said('pull', drawn.folder, '--theirs');
    expect(bodyOf(drawn.file)).toBe(await linesOn(drawn));
  });

  test('[WC4] new and removed tabs are new and removed files; a changed file of a removed tab is a conflict', async () => {
    const drawn = await pulledDrawing();
    const { json } = await shell.server.call('POST', `/documents/${drawn.doc}/tabs`, {
      token: shell.ada.token,
      body: { name: 'Flow', operations: 'add square id=x at:0,0' },
    });
    expect(await said('pull', drawn.folder)).toBe('unchanged  Tab-1.atl\ncreated    Flow.atl\n');
    const flow = join(drawn.folder, 'Flow.atl');
    rmSync(flow);
    expect(await said('pull', drawn.folder)).toContain('kept       Flow.atl');
    expect(existsSync(flow)).toBe(false);
    await said('pull', drawn.folder, '--theirs');
    expect(bodyOf(flow)).toBe('add square id=x at:0,0\n');
    change(drawn.file, 'label=Cart', 'label=Basket');
    await shell.server.call('DELETE', `/documents/${drawn.doc}/tabs/${drawn.tab}`, { token: shell.ada.token });
    const ran = await atelier(['pull', drawn.folder]);
    expect([ran.code, ran.err.split('\n')[0]]).toEqual([5, 'conflict in Tab-1.atl: ours changed, theirs removed']);
    change(drawn.file, 'label=Basket', 'label=Cart');
    expect(await said('pull', drawn.folder)).toBe('removed    Tab-1.atl\nunchanged  Flow.atl\n');
    expect(existsSync(drawn.file)).toBe(false);
    expect(json.tab.name).toBe('Flow');
  });

  test('[WC5] [CM6] [CM15] a file that is no tab is named with its line; a folder of another document and an unpulled one are refused', async () => {
    const drawn = await pulledDrawing();
    change(drawn.file, 'connect a -> b', 'connect a -> nowhere');
    for (const command of ['pull', 'push', 'status', 'diff']) {
      const ran = await atelier([command, drawn.folder]);
      expect([ran.code, ran.err]).toEqual([1, expect.stringMatching(/^Tab-1\.atl:5:\d+: target_not_found: .*\n {2}hint: /)]);
    }
    const other = await shell.server.addDocument(shell.ada.token, 'Other');
    expect((await atelier(['pull', other.id, drawn.folder])).code).toBe(2);
    const unpulled = await atelier(['push', newFolder()]);
    expect([unpulled.code, unpulled.err]).toEqual([1, expect.stringContaining('hint: atelier pull <doc>')]);
    const state = join(drawn.folder, '.atelier/tabs.json');
    change(state, /"server": "[^"]*"/, '"server": "http://127.0.0.1:1/api/v1"');
    change(drawn.file, 'a -> nowhere', 'a -> b');
    expect(await said('status', drawn.folder)).toBe('The files and the server are as they were pulled.\n');
    writeFileSync(state, '{"tabs":[{"file":"../x.atl"}]}');
    expect((await atelier(['pull', drawn.folder])).code).toBe(1);
  });
});

describe('status and diff', () => {
  test('[WC6] list what changed here and there, and show the lines', async () => {
    const drawn = await pulledDrawing();
    expect(await said('status', drawn.folder)).toBe('The files and the server are as they were pulled.\n');
    change(drawn.file, 'label=Cart', 'label=Basket');
    await edit(drawn.doc, drawn.tab, 'rm b\nadd square id=c at:0,300');
    writeFileSync(join(drawn.folder, 'Draft.atl'), 'add square id=x\n');
    expect(await said('status', drawn.folder)).toBe(
      'Tab-1.atl  here: 1 changed  there: 1 added, 2 removed\nDraft.atl  here: new\n',
    );
    const diff = await said('diff', drawn.folder);
    expect(diff).toContain('-add square id=c at:0,300');
    expect(diff).toContain('+add square id=a label=Basket at:0,0');
    const offline = await atelier(['diff', drawn.folder, '--base'], { env: { ATELIER_URL: 'http://127.0.0.1:1' } });
    expect(offline.code).toBe(0);
    expect(offline.out).toContain('-add square id=a label=Cart at:0,0\n+add square id=a label=Basket at:0,0');
    expect(offline.out).not.toContain('id=c');
  });
});

describe('push', () => {
  test('[WC7] [WC8] writes one changeset with the difference; ids, comments and other fields stay; then there is nothing to push', async () => {
    const drawn = await pulledDrawing();
    const before = await reading(drawn);
    const a = before.elements.find(({ ref }: { ref: string }) => ref === 'a');
    await shell.server.call('POST', `/documents/${drawn.doc}/tabs/${drawn.tab}/comments`, {
      token: shell.ada.token,
      body: { elementId: a.id, text: 'Is this right?' },
    });
    expect((await atelier(['push', drawn.folder])).code).toBe(4);
    change(drawn.file, 'add square id=a label=Cart', 'add sticky id=a label=Cart');
    change(drawn.file, 'id=b label=Orders', 'id=b label="All orders" fill=blue');
    writeFileSync(drawn.file, `${readFileSync(drawn.file, 'utf8')}add square id=c label=Mail right-of:b\nconnect b -> c\n`);
    await edit(drawn.doc, drawn.tab, 'set e label=sends');
    expect((await said('push', drawn.folder, '--dry-run')).split('\n').at(-2)).toMatch(/^ {2}dry run · rev 2→3/);
    expect((await reading(drawn)).tab.rev).toBe(2);
    const pushed = JSON.parse(await said('push', drawn.folder, '--json'));
    expect(pushed.tabs).toMatchObject([{ file: 'Tab-1.atl', did: 'changed', changesets: [expect.stringMatching(/^cs_/)] }]);
    const after = await reading(drawn);
    expect(after.tab.rev).toBe(3);
    expect(after.elements.find(({ ref }: { ref: string }) => ref === 'a')).toMatchObject({ id: a.id, type: 'sticky' });
    expect(await linesOn(drawn)).toBe(bodyOf(drawn.file));
    expect(bodyOf(drawn.file)).toContain('label=sends');
    const comments = await shell.server.call('GET', `/documents/${drawn.doc}/comments`, { token: shell.ada.token });
    expect(comments.json.threads).toMatchObject([{ elementId: a.id, ref: 'a' }]);
    const again = await atelier(['push', drawn.folder]);
    expect([again.code, again.err]).toEqual([4, 'There is nothing to push.\n']);
  });

  test('[WC8] a conflict or a refusal in one tab keeps every tab as it is', async () => {
    const drawn = await pulledDrawing();
    const { json } = await shell.server.call('POST', `/documents/${drawn.doc}/tabs`, {
      token: shell.ada.token,
      body: { name: 'Flow', operations: 'add square id=x label=X at:0,0' },
    });
    await said('pull', drawn.folder);
    const flow = join(drawn.folder, 'Flow.atl');
    change(drawn.file, 'label=Cart', 'label=Basket');
    change(flow, 'label=X', 'label=Y');
    await edit(drawn.doc, json.tab.id, 'set x label=Z');
    const conflict = await atelier(['push', drawn.folder]);
    expect([conflict.code, conflict.err.split('\n')[0]]).toEqual([5, 'conflict in Flow.atl: x.label: ours "Y", theirs "Z"']);
    expect(await linesOn(drawn)).toContain('label=Cart');
    await edit(drawn.doc, json.tab.id, 'set x label=X locked=true');
    const refused = await atelier(['push', drawn.folder]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('element_locked')]);
    expect(await linesOn(drawn)).toContain('label=Cart');
  });

  test('[WC10] a new file becomes a tab with its layers; a removed file removes its tab with --prune', async () => {
    const drawn = await pulledDrawing();
    const draft = join(drawn.folder, 'Draft.atl');
    writeFileSync(
      draft,
      '#: tab {"name":"Second","theme":"dark"}\n#: layers [{"id":"bg","name":"Back","locked":false,"hidden":false}]\n# a remark\nadd square id=x layer=bg\nadd square id=y below:x\nconnect x -> y\n',
    );
    expect(await said('push', drawn.folder)).toMatch(/^Draft\.atl\n {2}created Second\n/);
    expect(readFileSync(draft, 'utf8')).toContain('# a remark\nadd square id=x layer=bg at:0,0\n');
    const read = await shell.server.call('GET', `/documents/${drawn.doc}`, { token: shell.ada.token });
    expect(read.json.tabs).toMatchObject([{}, { name: 'Second', theme: 'dark', elements: 2, arrows: 1 }]);
    rmSync(draft);
    expect((await atelier(['push', drawn.folder])).code).toBe(4);
    await edit(drawn.doc, read.json.tabs[1].id, 'set x label=New');
    expect((await atelier(['push', drawn.folder, '--prune'])).code).toBe(5);
    await said('pull', drawn.folder, '--ours');
    expect(await said('push', drawn.folder, '--prune')).toBe('Draft.atl\n  removed Second\n');
    const after = await shell.server.call('GET', `/documents/${drawn.doc}`, { token: shell.ada.token });
    expect(after.json.tabs).toHaveLength(1);
  });

  test('[WC7] a push of more than 500 operations is several changesets', async () => {
    const drawn = await pulledDrawing();
    const many = Array.from(
      { length: 620 },
      (_, at) => `add square id=n${at} at:${(at % 25) * 200},${500 + Math.floor(at / 25) * 100}`,
    );
    writeFileSync(drawn.file, `${readFileSync(drawn.file, 'utf8')}${many.join('\n')}\n`);
    const pushed = JSON.parse(await said('push', drawn.folder, '--json'));
    expect(pushed.tabs[0].changesets).toHaveLength(2);
    expect((await reading(drawn)).tab.elements).toBe(622);
    expect(await linesOn(drawn)).toBe(bodyOf(drawn.file));
  });

  test('[WC11] with --propose it stores proposals and leaves tab, file and base alone', async () => {
    const drawn = await pulledDrawing();
    change(drawn.file, 'label=Cart', 'label=Basket');
    const body = { name: 'Flow', operations: 'add square id=x label=X at:0,0' };
    await shell.server.call('POST', `/documents/${drawn.doc}/tabs`, { token: shell.ada.token, body });
    await said('pull', drawn.folder);
    change(join(drawn.folder, 'Flow.atl'), 'label=X', 'label=Y');
    const proposed = await said('push', drawn.folder, '--propose');
    expect(proposed).toMatch(/^Tab-1\.atl\n[^]*proposed pr_[^]*\nFlow\.atl\n[^]*proposed pr_/);
    expect(await linesOn(drawn)).toContain('label=Cart');
    expect(await said('status', drawn.folder)).toBe('Tab-1.atl  here: 1 changed\nFlow.atl   here: 1 changed\n');
    const { json } = await shell.server.call('GET', `/documents/${drawn.doc}/proposals`, { token: shell.ada.token });
    expect(json.proposals).toHaveLength(2);
    expect((await atelier(['push', drawn.folder, '--propose', '--dry-run'])).code).toBe(2);
  });
});
