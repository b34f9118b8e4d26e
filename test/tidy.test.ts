/** The house style as far as a test can keep it: layers, cycles, names, sizes, phrases, rules. Reads files only. */
import { describe, expect, test } from 'vitest';

import {
  cycleFindings,
  folderOfPlainProse,
  internalsFindings,
  layerFindings,
  linesMax,
  longFileFindings,
  phraseFindings,
  repeatedFileNames,
  repeatedTypeNames,
  ruleFindings,
  unstatedRuleFindings,
} from './tidy/checks.ts';
import { literalTextFindings } from './tidy/literal-texts.ts';
import { functionLinesMax, longFunctionFindings } from './tidy/long-functions.ts';
import { readSources, type SourceFile } from './tidy/sources.ts';

const files = readSources();

describe('the repository', () => {
  test('has no folders that import one another by value', () => expect(cycleFindings(files)).toEqual([]));
  test('keeps its layers', () => expect(layerFindings(files)).toEqual([]));
  test('exports each type name once', () => expect(repeatedTypeNames(files)).toEqual([]));
  test('uses each file name once within core', () => expect(repeatedFileNames(files)).toEqual([]));
  test('reads the internals of Yjs in one file', () => expect(internalsFindings(files)).toEqual([]));
  test('has no file that is too long', () => expect(longFileFindings(files)).toEqual([]));
  test('has no function of the editor that is too long', () => expect(longFunctionFindings(files)).toEqual([]));
  test('avoids banned phrases where the prose has been rewritten', () =>
    expect(phraseFindings(files, folderOfPlainProse)).toEqual([]));
  test('has the texts of the editor in its catalogues', () => expect(literalTextFindings(files)).toEqual([]));
  test('states each rule once and cites it in a test', () => expect(ruleFindings(files)).toEqual([]));
  test('refers to no rule that is stated nowhere', () => expect(unstatedRuleFindings(files)).toEqual([]));
});

const file = (path: string, ...lines: readonly string[]): SourceFile => ({ path, text: `${lines.join('\n')}\n` });

describe('the checks', () => {
  test('read the sources', () => {
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.some(({ path }) => path === 'test/tidy.test.ts')).toBe(true);
  });

  describe('of cycles', () => {
    const a = file('core/a/one.ts', "import { two } from '../b/two.ts';");
    test('report folders that import one another', () => {
      const b = file('core/b/two.ts', "import { three } from '#core/a/three.ts';");
      expect(cycleFindings([a, b, file('core/a/three.ts')])).toEqual(['folders import one another: core/a, core/b']);
    });
    test('report a ring over a third folder', () => {
      const b = file('core/b/two.ts', "export { c } from '../c/c.ts';");
      const c = file('core/c/c.ts', "const one = await import('../a/one.ts');");
      expect(cycleFindings([a, b, c])).toEqual(['folders import one another: core/a, core/b, core/c']);
    });
    test('accept imports of types, of subfolders, and in comments', () => {
      const b = file(
        'core/b/two.ts',
        "import type { One } from '../a/one.ts';",
        "import { type Three } from '../a/one.ts';",
        "// import { one } from '../a/one.ts';",
        "import { deep } from './deep/deep.ts';",
      );
      expect(cycleFindings([a, b, file('core/b/deep/deep.ts', "import { two } from '../two.ts';")])).toEqual([]);
    });
  });

  test('of layers report an import of a higher folder', () => {
    const core = file('core/a.ts', "import { b } from '#server/b.ts';", "import type { C } from '#storage/c.ts';");
    const client = file('clients/d.ts', "import type { B } from '#server/b.ts';");
    expect(layerFindings([core, client, file('server/b.ts'), file('storage/c.ts')])).toEqual([
      'core/a.ts must not import server/b.ts',
      'core/a.ts must not import storage/c.ts',
    ]);
  });

  test('of type names report a name that two files export', () => {
    const [a, b] = [file('core/a.ts', 'export type Ground = 1;'), file('test/b.ts', 'export class Ground {}')];
    expect(repeatedTypeNames([a, b])).toEqual(['type Ground is exported by core/a.ts and test/b.ts']);
    expect(repeatedTypeNames([a, file('test/b.ts', 'type Ground = 1;', 'export const Ground = 1;')])).toEqual([]);
  });

  test('of file names report a name that two folders of core use', () => {
    const paths = ['core/a/flow.ts', 'core/b/flow.ts', 'server/flow.ts', 'core/b/flow.test.ts'];
    expect(repeatedFileNames(paths.map((path) => file(path)))).toEqual(['one file name: core/a/flow.ts and core/b/flow.ts']);
  });

  test('of internals report a file that reads those of Yjs', () => {
    const line = 'const item = map._item;';
    expect(internalsFindings([file('server/a.ts', line)])).toEqual([
      'server/a.ts reads ._item of Yjs, which schema/ydoc/struct-store.ts is for',
    ]);
    expect(internalsFindings([file('schema/ydoc/struct-store.ts', line)])).toEqual([]);
  });

  test('of sizes report a file above the limit', () => {
    const lines = Array.from({ length: linesMax + 1 }, () => 'export {};');
    expect(longFileFindings([file('core/a.ts', ...lines)])).toEqual([
      `core/a.ts has ${linesMax + 1} lines, more than ${linesMax}`,
    ]);
    expect(longFileFindings([file('core/a.ts', ...lines.slice(1)), file('core/text/sans-table.ts', ...lines)])).toEqual([]);
  });

  describe('of functions', () => {
    const body = (count: number): string[] => Array.from({ length: count }, () => '  work();');
    const found = (first: string, count: number, last = '}'): string[] =>
      longFunctionFindings([file('clients/editor/a.tsx', first, ...body(count), last)]);
    test.each([
      ['a component', 'export function Grid({ open }: Props) {', '}', 'Grid'],
      ['a hook', 'export const useGrid = () => {', '};', 'useGrid'],
      ['a wrapped component', 'const Cell = memo(function Inner() {', '});', 'Inner'],
      ['a method', 'class Grid { press(): void {', '} }', 'press'],
    ])('report %s above the limit', (_kind, first, last, name) => {
      expect(found(first, functionLinesMax - 1, last)).toEqual([
        `clients/editor/a.tsx: ${name} has ${functionLinesMax + 1} lines, more than ${functionLinesMax}`,
      ]);
      expect(found(first, functionLinesMax - 2, last)).toEqual([]);
    });
    test('report nothing in tests and outside of the editor', () => {
      const lines = ['export function a() {', ...body(functionLinesMax), '}'];
      const paths = ['clients/editor/a.test.ts', 'clients/editor/a.test-support.tsx', 'core/a.ts'];
      expect(longFunctionFindings(paths.map((path) => file(path, ...lines)))).toEqual([]);
    });
  });

  test.each([
    'drawn anew',
    'a client is told',
    'all that there is',
    'moved by so much',
    'so many units',
    'Whoever asks',
    'Nobody waits',
  ])('of phrases report "%s"', (phrase) => {
    const comment = file('core/a.ts', `/** It is ${phrase}. */`);
    expect(phraseFindings([comment], ['core'])).toHaveLength(1);
    expect(phraseFindings([comment], ['server'])).toEqual([]);
    expect(phraseFindings([file('core/a.ts', `const text = 'It is ${phrase}.';`)], ['core'])).toEqual([]);
  });

  describe('of texts', () => {
    const found = (...lines: readonly string[]): string[] =>
      literalTextFindings([file('clients/editor/a.tsx', ...lines)]).map((finding) => /"(.*)"/.exec(finding)?.[1] ?? '');
    test.each([
      ['between tags', '<p>Save as</p>'],
      ['between tags, beside an expression', '<p>{count} Save as</p>'],
      ['in a branch between tags', "<p>{isNew ? 'Save as' : texts.save}</p>"],
      ['in an attribute', '<a aria-label="Save as" />'],
      ['in the expression of an attribute', "<a title={isNew && 'Save as'} />"],
      ['in a placeholder', '<input placeholder={`Save as ${name}`} />'],
      ['under a label', "item({ label: 'Save as' })"],
      ['in what is spoken', "editor.announce('Save as')"],
    ])('report a text %s', (_place, code) => expect(found(`const a = ${code};`)).toEqual(['Save as']));
    test('accept texts of a catalogue, code, classes, keys and the name of the product', () =>
      expect(
        found(
          "const a = <p className={css['save-as']} title={texts.saveAs}><code>save as</code> {texts.saveAs} · {count}</p>;",
          'const b = <Door title="Atelier" kind="save" />;',
          "editor.run('save-as');",
        ),
      ).toEqual([]));
    test('report nothing outside of the editor', () =>
      expect(literalTextFindings([file('clients/cli/a.ts', "print({ label: 'Save as' });")])).toEqual([]));
  });

  describe('of rules', () => {
    const spec = file('server/rooms/SPEC.md', '# Rooms', '', '**RM1** A room is loaded once.');
    const citing = file('server/rooms/room.test.ts', "test('RM1 a room is loaded once', () => {});");
    test('accept a rule that a test title cites', () => expect(ruleFindings([spec, citing])).toEqual([]));
    test('report a rule that no test cites', () =>
      expect(ruleFindings([spec])).toEqual(['server/rooms/SPEC.md: no test cites RM1']));
    test('report a rule that is stated twice', () => {
      const other = file('server/rooms/SPEC.md', '**RM1** One.', '**RM1** Two.');
      expect(ruleFindings([other, citing])).toEqual(['server/rooms/SPEC.md: RM1 is stated in server/rooms/SPEC.md already']);
    });
    test('report a prefix of two files', () => {
      const other = file('storage/SPEC.md', '**RM2** A row is written once.');
      const both = file('test/a.test.ts', "test('RM1 and RM2', () => {});");
      expect(ruleFindings([spec, other, both])).toEqual(['storage/SPEC.md: the prefix RM belongs to server/rooms/SPEC.md']);
    });
    test('report a citation of no rule', () => {
      const wrong = file('test/a.test.ts', 'test.each([1])(`RM9 is never stated`, () => {});');
      expect(ruleFindings([spec, citing, wrong])).toEqual(['test/a.test.ts cites RM9, which no SPEC.md states']);
    });
    test('report an id in brackets that is stated nowhere', () => {
      const head = file('test/verdict.ts', '/**', ' * V1  Nothing acknowledged is missing.', ' */');
      const referring = file('core/a.ts', '/** Loads once [RM1] and keeps everything [V1]. */', '// As before [V2].');
      expect(unstatedRuleFindings([spec, head, referring])).toEqual(['core/a.ts refers to V2, which is stated nowhere']);
    });
  });
});
