import { describe, expect, test } from 'vitest';

import { type Box, isArrow, isContainer } from '#schema/element.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { writeMermaid } from '../../export/write-mermaid.ts';
import { apply, drawn, named, planned, refusal } from '../../ops/drawn.test-support.ts';
import { parentsOf } from '../../tab/membership.ts';
import type { TabIndex } from '../../tab/tab-index.ts';
import { type Diagram, ImportFault, isImportFault } from '../diagram.ts';
import { graphOf } from './drawn-graph.test-support.ts';
import { graphText } from './graph-text.test-support.ts';
import { graphs } from './graphs.test-support.ts';
import { readMermaid } from './read-mermaid.ts';
import { samples } from './samples.test-support.ts';

const { flow: engine } = await GraphvizEngine.load();

function read(text: string): Diagram {
  const diagram = readMermaid(text);
  if (isImportFault(diagram)) throw new Error(`${diagram.line}:${diagram.column} ${diagram.expected}\n${text}`);
  return diagram;
}

const imported = (text: string, more = ''): readonly unknown[] => [
  { op: 'import', format: 'mermaid', text, ...(more === '' ? {} : { mode: more }) },
];

describe.each(Object.entries(samples))('%s', (kind, texts) => {
  test.each([...texts.entries()])('DG1 sample %i has the boxes, groups and arrows that are written out for it', (index, text) => {
    expect(graphText(read(text))).toEqual(graphs[kind]?.[index]);
  });

  test.each(texts.map((text, index) => [index + 1, text] as const))(
    'DG2 sample %i is drawn, exported and imported again as the same drawing',
    (_index, text) => {
      const first = drawn(imported(text));
      const second = drawn(imported(writeMermaid(first).text));
      expect(graphOf(drawn(imported(writeMermaid(second).text)))).toEqual(graphOf(second));
      expect(graphOf(second).boxes.length).toBe(graphOf(first).boxes.length);
      expect(graphOf(second).arrows.length).toBe(graphOf(first).arrows.length);
    },
  );
});

describe('import mermaid', () => {
  test('OPR130 OPR131 an import is a part of its changeset, and says what it could not keep', () => {
    const { counts, results, imports } = planned(
      drawn(''),
      'add square id=x\nimport mermaid <<E\nflowchart LR\n a[[sub]] ==> b\nE\nconnect x -> a',
    );
    expect(counts.added).toBe(5);
    expect(results.find(({ code }) => code === 'import_coerced')?.line).toContain('a thick line became a line');
    expect(imports[0]?.coerced).toHaveLength(2);
  });

  test('DG3 a fault names its line and column, and nothing is applied', () => {
    expect(refusal(drawn(''), imported('flowchart LR\n  a --> '))).toMatchObject({ code: 'import_invalid', line: 2, column: 9 });
    const lines = 'add square id=x\nimport mermaid <<END\nflowchart LR\n  a[open\nEND';
    expect(refusal(drawn(''), lines)).toMatchObject({ code: 'import_invalid', line: 4 });
    expect(refusal(drawn(''), 'import mermaid <<END\nflowchart').code).toBe('parse_error');
    expect(readMermaid('pie\n"a": 1')).toBeInstanceOf(ImportFault);
  });

  test('DG4 lines of the text that look like comments or JSON belong to it', () => {
    const tab = drawn('', 'import mermaid <<X\nmindmap\n  # root\n    {{six}}\nX\nadd square id=after');
    expect(named(tab, 'root')).toMatchObject({ label: '# root' });
    expect(named(tab, 'after')).toBeDefined();
  });

  test('DG5 what is on the tab stays where it is', () => {
    const before = drawn('', 'add square id=a at:0,0\nadd square id=b at:300,40');
    const { edits } = planned(before, imported('flowchart TD\na --> b --> c'));
    expect(edits.every((edit) => edit.before === null)).toBe(true);
  });

  test('DG15 a flow that leads back begins with the first box of the source, and a note is below what it is about', () => {
    const laidOut = (text: string): TabIndex => {
      const tab = drawn('');
      apply(tab, planned(tab, imported(text), { flow: engine }).edits);
      return tab;
    };
    const fallsFrom = (tab: TabIndex, slugs: readonly string[]): boolean => {
      const tops = slugs.map((slug) => named<Box>(tab, slug).y);
      return tops.every((y, index) => index === 0 || y > (tops[index - 1] ?? 0));
    };
    expect(fallsFrom(laidOut('flowchart TD\nz --> y --> x --> z'), ['z', 'y', 'x'])).toBe(true);
    expect(fallsFrom(laidOut('flowchart TD\nz --> y\nsubgraph g\ny --> x\nend\ng --> z'), ['z', 'g'])).toBe(true);
    const states = laidOut('stateDiagram-v2\n[*] --> A\nA --> B\nB --> A\nnote right of B : why');
    expect(fallsFrom(states, ['start', 'a', 'b', 'note-1'])).toBe(true);
  });

  test('forks and joins are bars across the flow, choices are small, and both are exported as what they were', () => {
    const text =
      'stateDiagram-v2\n[*] --> f\nstate f <<fork>>\nf --> A\nf --> B\nstate j <<join>>\nA --> j\nB --> j\nj --> c\nstate c <<choice>>\nc --> [*] : done';
    const tab = drawn(imported(text));
    expect(named<Box>(tab, 'f')).toMatchObject({ width: 100, height: 10 });
    expect(named<Box>(tab, 'c')).toMatchObject({ width: 48, height: 48 });
    expect(
      writeMermaid(tab)
        .text.split('\n')
        .filter((line) => line.includes('<<')),
    ).toEqual(['  state f <<fork>>', '  state j <<join>>', '  state c <<choice>>']);
  });

  test('DG2 an empty frame of a flowchart, which Mermaid draws as a box, is listed', () => {
    const tab = drawn([{ op: 'add', element: { type: 'frame', label: 'Later', x: 0, y: 0, width: 300, height: 200 } }]);
    expect(writeMermaid(tab).dropped).toEqual(['frame "Later": it is empty, and Mermaid draws a box']);
  });

  test('DG6 a long label keeps its full text in the note, and the report says so', () => {
    const label = 'a label that is much longer than the forty characters which a shape shows of it';
    const { edits, imports } = planned(drawn(''), imported(`flowchart TD\n a["${label}"]`));
    expect(edits[0]?.after).toMatchObject({ note: label });
    expect(imports[0]).toMatchObject({ read: 1, made: 1, coerced: [{ source: 'a', what: 'a long label' }] });
  });

  const flow = 'flowchart LR\n  a[One] --> b[Two]\n  b --> c[Three]\n  subgraph g [Group]\n    c --> d[Four]\n  end';

  test('DG12 a generalization leads to the general class', () => {
    const heads = (text: string) =>
      planned(drawn(''), imported(`classDiagram\n${text}`)).edits.flatMap(({ after }) =>
        after !== null && isArrow(after) ? [after.heads] : [],
      );
    expect([heads('A <|-- B'), heads('B --|> A'), heads('A *-- B')]).toEqual([
      ['triangle'],
      ['triangle'],
      [['diamond-filled', 'none']],
    ]);
  });

  test('DG7 an update after one added arrow moves no box', () => {
    const tab = drawn(imported(flow));
    const { edits } = planned(tab, imported(`${flow}\n  a --> d`, 'update'));
    expect(edits).toMatchObject([{ before: null, after: { type: 'arrow' } }]);
    expect(planned(tab, imported(flow, 'update')).edits).toEqual([]);
  });

  test('DG8 an update keeps and reports what was changed on the tab, and changes what the source changed', () => {
    const tab = drawn(imported(flow), 'set a label="Mine"');
    const { edits, imports } = planned(tab, imported(flow.replace('One', 'First').replace('Two', 'Second'), 'update'));
    expect(edits).toMatchObject([{ after: { label: 'Second' } }]);
    expect(imports[0]?.dropped).toMatchObject([{ source: 'a', what: 'label: "First"' }]);
  });

  test('DG9 an update removes what the source lost and nobody changed, and nothing else', () => {
    const tab = drawn(imported(flow), 'set a note="important"\nadd square id=own');
    const { edits } = planned(tab, imported('flowchart LR\n  b[Two] --> c[Three]', 'update'));
    const removed = edits.filter(({ after }) => after === null).map(({ before }) => before?.label ?? before?.type ?? '');
    expect(removed.toSorted()).toEqual(['Four', 'Group', 'arrow', 'arrow']);
    const [a, own] = [named(tab, 'a'), named(tab, 'own')];
    expect(edits.some(({ id, after }) => after === null && (id === a.id || id === own.id))).toBe(false);
  });

  test('DG10 an update puts a new box into its frame, and keeps the others in theirs', () => {
    const tab = drawn(imported(flow));
    apply(tab, planned(tab, imported(flow.replace('    c --> d', '    c --> e[Five]\n    c --> d'), 'update')).edits);
    const parents = parentsOf(tab);
    expect(parents.get(named(tab, 'e').id)?.label).toBe('Group');
    expect(parents.get(named(tab, 'd').id)?.label).toBe('Group');
    expect([...tab.boxes()].filter(isContainer)).toHaveLength(1);
  });

  test('DG11 hostile texts of half a million characters are read in linear time', () => {
    const long = 400_000;
    const texts = ['a['.repeat(long / 2), `a[${'"'.repeat(long)}`, 'a --> '.repeat(long / 6), `style a ${'f(,'.repeat(long / 3)}`, `a${' '.repeat(long)}`, 'subgraph '.repeat(long / 9), `a["\`${'**'.repeat(long / 2)}\`"]`, `a["${'<a'.repeat(long / 2)}"]`]; // prettier-ignore
    for (const text of texts) {
      const before = threadMs();
      readMermaid(`flowchart TD\n${text}`);
      // Seconds, where quadratic time would be minutes.
      expect(threadMs() - before, text.slice(0, 20)).toBeLessThan(5_000);
    }
  });
});
