import { describe, expect, test } from 'vitest';

import { type Diagram, isImportFault } from '../diagram.ts';
import { readMermaid } from './read-mermaid.ts';

function read(text: string): Diagram {
  const diagram = readMermaid(text);
  if (isImportFault(diagram)) throw new Error(`${diagram.line}:${diagram.column} ${diagram.expected}`);
  return diagram;
}
const ids = ({ nodes }: Diagram): string[] => nodes.map(({ id }) => id);
const arrows = ({ edges }: Diagram): unknown[] => edges.map(({ from, to, fields }) => [from, to, fields.heads, fields.border]);
const losses = ({ losses: { coerced, dropped } }: Diagram): string[] => [...coerced, ...dropped].map(({ what }) => what);

describe('rare statements of Mermaid', () => {
  test.each(['-|\\', '-|/', '-\\\\', '-//'])('a message with half a head, %s, has a whole one', (arrow) => {
    const solid = read(`sequenceDiagram\nAda${arrow}Ben: hello`);
    expect([arrows(solid), losses(solid)]).toEqual([[['Ada', 'Ben', undefined, undefined]], ['half a head']]);
    expect(arrows(read(`sequenceDiagram\nAda -${arrow} Ben: hello`))).toEqual([['Ada', 'Ben', undefined, 'dashed']]);
  });

  test.each(['/|-', '\\|-', '\\\\-', '//-'])(
    'a message with half a head at its beginning, %s, has a whole one there',
    (arrow) => {
      expect(arrows(read(`sequenceDiagram\nAda${arrow}Ben: hello`))).toEqual([['Ada', 'Ben', 'start', undefined]]);
      expect(arrows(read(`sequenceDiagram\nAda ${arrow}- Ben: hello`))).toEqual([['Ada', 'Ben', 'start', 'dashed']]);
    },
  );

  test('circles on lifelines are left out', () => {
    const diagram = read('sequenceDiagram\nAda()->>()Ben: hello\nBen()/|-Ada: hi');
    expect(arrows(diagram)).toEqual([['Ada', 'Ben', undefined, undefined], ['Ben', 'Ada', 'start', undefined]]); // prettier-ignore
    expect(losses(diagram)).toContain('a circle on a lifeline');
  });

  test('a namespace of classes may have a label', () => {
    const { groups } = read('classDiagram\nnamespace Auth["Sign in"] {\n  class Session\n}\nnamespace Data {\n  class Row\n}');
    expect(groups.map(({ id, label }) => [id, label])).toEqual([['Auth', 'Sign in'], ['Data', 'Data']]); // prettier-ignore
  });

  test('looks of what no other statement names draw no box', () => {
    const flow = read('flowchart LR\nclassDef hot fill:#f96\nclass b,gone hot\nA e1@--> b\nclass e1 hot\nclick nobody call()');
    expect(ids(flow)).toEqual(['A', 'b']);
    expect(flow.nodes.find(({ id }) => id === 'b')?.fields.fill).toBeDefined();
    expect(flow.losses.dropped.map(({ source }) => source)).toEqual(expect.arrayContaining(['gone', 'e1', 'nobody']));
    expect(ids(read('classDiagram\nclass Order\ncssClass "Order, order" hot'))).toEqual(['Order']);
  });

  test('a flowchart may state its direction again', () => {
    expect(read('flowchart TB\ndirection LR\nsubgraph A\n  a --> b\nend').direction).toBe('right');
  });

  test('cardinalities are taken in either form, and as numbers', () => {
    const heads = (relation: string): unknown => read(`erDiagram\nA ${relation} B : x`).edges[0]?.fields.heads;
    expect(heads('o{--||')).toEqual(heads('}o--||'));
    expect(heads('||--}|')).toEqual(heads('||--|{'));
    for (const line of ['--', '..', '.-', '-.']) expect(heads(`1${line}1`)).toEqual(heads(`||${line}||`));
    expect(heads('u--o{')).toEqual(heads('||--o{'));
  });

  test('a comment may follow a transition, and the brace of a state may be on the next line', () => {
    expect(arrows(read('stateDiagram-v2\nStill --> Moving %% at once\nMoving --> Still'))).toHaveLength(2);
    const { groups, nodes } = read('stateDiagram-v2\nstate Work\n  {\n  Doing\n}\n[*] --> Work');
    expect([groups.map(({ id }) => id), nodes.find(({ id }) => id === 'Doing')?.parent]).toEqual([['Work'], 'Work']);
  });
});
