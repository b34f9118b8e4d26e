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

  test('looks of an arrow may name it as Mermaid does by itself', () => {
    const looks = '\nL_oven_tray_0@{ animation: fast }\nL_oven_tray_2@{ animation: slow }\nL_tray_oven_0@{ shape: rect }';
    expect(ids(read(`flowchart LR\noven --> tray\noven --> tray${looks}`))).toEqual(['oven', 'tray', 'L_tray_oven_0']);
  });

  test('shapes may have the names that Mermaid uses within', () => {
    const { nodes } = read('flowchart LR\na@{ shape: doublecircle, label: Twice }\nb@{ shape: choice }\nc@{ shape: anchor }');
    expect(nodes.map(({ kind, label }) => [kind, label])).toEqual([['circle', 'Twice'], ['diamond', ''], ['circle', '']]); // prettier-ignore
  });

  test('attributes of HTML may be in double quotes, also in a text that is itself in them', () => {
    const { nodes } = read('flowchart LR\na[<img src="pot.png"> a pot] --> b["<b class="x">lid</b>"]');
    expect(nodes.map(({ label }) => label)).toEqual(['a pot', 'lid']);
    expect(read('classDiagram\nclass Pot\nnote for Pot "see <a href="https://example.org">this</a>"').nodes[1]?.label).toBe(
      'see this',
    );
  });

  test('a label among properties is markdown, unless it says that it is text', () => {
    const { nodes } = read('flowchart LR\na@{ label: "a **hot** pot" }\nb@{ label: "two ** stars **", labelType: text }');
    expect(nodes.map(({ label }) => label)).toEqual(['a hot pot', 'two ** stars **']);
  });

  test('an icon without a label is a box with its name, and the report says so', () => {
    const { nodes, losses: found } = read(
      "flowchart LR\npan@{ icon: 'fa:pan', form: square }\npot@{ img: 'https://example.org/pot.png' }",
    );
    expect(nodes.map(({ label }) => label)).toEqual(['pan', 'pot']);
    expect(found.coerced.map(({ source, what, became }) => [source, what, became])).toEqual([
      ['pan', 'the icon fa:pan', 'a box with its name'],
      ['pot', 'the image https://example.org/pot.png', 'a box with its name'],
    ]);
  });

  test('a formula keeps its commands', () => {
    expect(read('flowchart LR\na["$$\\nu + \\Nu$$ and\\nmore"]').nodes[0]?.label).toBe('$$\\nu + \\Nu$$ and\nmore');
  });

  test('the name of a class in backticks may have several lines', () => {
    expect(ids(read('classDiagram\nclass `Wooden\nspoon`\nPan --> `Wooden\nspoon`'))).toEqual(['Wooden\nspoon', 'Pan']);
  });

  test('each lollipop is a box of its own', () => {
    const { nodes, edges } = read('classDiagram\nPan --() heat\nPot --() heat\nwash ()-- Pot\nclass wash');
    expect(nodes.map(({ label }) => label)).toEqual(['Pan', 'heat', 'Pot', 'heat', 'wash', 'wash']);
    const labelOf = (id: string): string => `${nodes.findIndex((node) => node.id === id)}`;
    expect(edges.map(({ from, to }) => labelOf(from) + labelOf(to))).toEqual(['01', '23', '42']);
  });

  test('names of entities have any letters, signs beyond ASCII, and stars', () => {
    expect(ids(read('erDiagram\n_**soup➕🍲**_ {\n  List~int~ spoons\n}\n_**soup➕🍲**_ ||--o{ bowl : fills'))).toEqual([
      '_**soup➕🍲**_',
      'bowl',
    ]);
    expect(read('erDiagram\nbowl {\n  List~int~ spoons\n}').nodes[0]?.fields.sections).toEqual([['List<int> spoons']]);
  });

  test('how a text of a sequence wraps is no part of it', () => {
    const text = 'participant A as wrap: Ada\nloop nowrap: daily\nA->>B: wrap: hello\nnote over A:nowrap:hm\nend';
    const { nodes, groups, edges } = read(`sequenceDiagram\n${text}`);
    expect([...nodes, ...groups, ...edges].map(({ label }) => label)).toEqual(['Ada', 'B', 'hm', '', 'daily', 'hello']);
  });
});
