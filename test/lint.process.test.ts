import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { lint } from '#core/lint/lint.ts';
import { describedCodes } from '#core/lint/reference.test-support.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { ChangesetAnswer, Finding } from '#schema/changeset.ts';
import { readTab } from '#schema/ydoc/read.ts';

import { type Solo, startSolo } from './harness/solo.ts';
import { type TestEditor, until } from './harness/editor.ts';

type Place = { readonly id: string; readonly tab: string };
let solo: Solo;

beforeAll(async () => {
  solo = await startSolo('lint');
});
afterAll(() => solo.stop());

async function begin(): Promise<{ place: Place; editor: TestEditor }> {
  const place = await solo.api.createDocument();
  const editor = solo.open(place.id);
  await editor.synced();
  return { place, editor };
}

async function applied(place: Place, operations: string): Promise<ChangesetAnswer> {
  const { status, body } = await solo.api.changeset(place, operations);
  expect([operations, status, body]).toMatchObject([operations, 201, {}]);
  return body;
}

const linted = async ({ id, tab }: Place): Promise<string> =>
  (await solo.api.call<string>('GET', `/documents/${id}/tabs/${tab}?view=lint`)).body;

/** The codes of the findings in an editor's copy of the document. */
const seenBy = (editor: TestEditor, { tab }: Place): string[] =>
  lint(TabIndex.of(readTab(editor.doc, tab)!)).findings.map(({ code }) => code);

const isTold = (text: string, { code, severity, fix }: Finding): boolean =>
  text.split('\n').some((line) => line.startsWith(`${severity} ${code}`) && line.endsWith(` Fix: ${fix}`));

describe('lint', () => {
  const provoked = describedCodes().filter((one) => one.provoked !== null);

  test.each(provoked)(
    '$code: told by the changeset and by view=lint, mended by its fix, and the editor has the mended drawing',
    async ({ code, provoked: drawing, mended }) => {
      const { place, editor } = await begin();
      const { lint: found } = await applied(place, drawing!);
      expect(found.findings.map((finding) => finding.code)).toEqual([code]);
      expect([found.introduced, found.resolved]).toEqual([found.findings, []]);
      expect(isTold(await linted(place), found.findings[0]!)).toBe(true);
      await until(() => seenBy(editor, place).includes(code), 2_000, 'the fault is not on the screen');
      const { lint: after } = await applied(place, mended!);
      expect([after.verdict, after.introduced, after.resolved]).toEqual(['clean', [], found.findings]);
      expect(await linted(place)).toMatch(/^[^\n]*, 0 warnings, 0 info\n$/);
      await until(() => seenBy(editor, place).length === 0, 2_000, 'the mended drawing is not on the screen');
      editor.destroy();
    },
  );

  test('a changeset answers what it introduced and re-routed, and fix mends it', async () => {
    const { place, editor } = await begin();
    await applied(place, 'add square id=a at:0,0 fill=#ff0000\nadd square id=b at:500,0\nconnect a -> b line=angled id=e');
    const { text, lint: found } = await applied(place, 'add sticky id=c at:220,0 stroke=#00ff00');
    expect(
      text
        .split('\n')
        .filter((line) => !line.startsWith('page: '))
        .slice(-4),
    ).toEqual([
      're-routed: e',
      expect.stringMatching(/^introduced: info colour-on-themed \[c\]: .* Fix: set c stroke=$/),
      expect.stringMatching(/^older: \d info$/),
      expect.stringMatching(/^rev 1→2 · cs_\w+ · lint /),
    ]);
    expect(found.introduced.map(({ code, fix }) => [code, fix])).toEqual([['colour-on-themed', 'set c stroke=']]);
    const fixed = await applied(place, 'fix colour-on-themed');
    expect(fixed.text).toMatch(/^~ a fill #ff0000→unset\n~ c stroke #00ff00→unset\n/);
    expect(fixed.text).toContain('\nresolved: info colour-on-themed [c]: ');
    expect(fixed.lint.findings.filter(({ code }) => code === 'colour-on-themed')).toEqual([]);
    editor.destroy();
  });

  test('arrow-dangling: an editor leaves an arrow behind, and the fix removes it from the editor', async () => {
    const { place, editor } = await begin();
    await applied(place, 'add square id=a at:0,0\nadd square id=b at:0,200\nconnect a -> b id=e');
    await until(() => editor.element(place.tab, 'b') !== undefined, 2_000, 'b is not on the screen');
    const elements = editor.doc.getMap('tabs').get(place.tab) as Y.Map<Y.Map<unknown>>;
    elements.get('elements')!.delete(editor.element(place.tab, 'b')!.id);
    await editor.saved();
    expect(await linted(place)).toContain(
      'error arrow-dangling [e]: e is attached to b, which is not a box on this tab. Fix: rm e',
    );
    expect((await applied(place, 'rm e')).lint.verdict).toBe('clean');
    await until(() => editor.element(place.tab, 'e') === undefined, 2_000, 'the arrow is still on the screen');
    editor.destroy();
  });

  test('invalid-element: an editor writes an invalid element, and the lint is clean when it is removed', async () => {
    const { place, editor } = await begin();
    const elements = (editor.doc.getMap('tabs').get(place.tab) as Y.Map<Y.Map<unknown>>).get('elements')!;
    elements.set('junk~00000000', new Y.Map(Object.entries({ type: 'nothing', at: [0, 0] })));
    await editor.saved();
    expect(await linted(place)).toContain(
      'error invalid-element [junk~00000000]: "junk~00000000" is not valid: its type is not known.',
    );
    elements.delete('junk~00000000');
    await editor.saved();
    expect(await linted(place)).toMatch(/^[^\n]*, 0 warnings, 0 info\n$/);
    editor.destroy();
  });
});
