import { describe, expect, test } from 'vitest';

import { threadMs } from '#test/harness/thread-ms.ts';

import { type Diagram, isImportFault } from '../diagram.ts';
import { readMermaid } from './read-mermaid.ts';

function read(text: string): Diagram {
  const diagram = readMermaid(text);
  if (isImportFault(diagram)) throw new Error(`${diagram.line}:${diagram.column} ${diagram.expected}`);
  return diagram;
}
const parents = ({ nodes, groups }: Diagram): Record<string, string | null> =>
  Object.fromEntries([...groups, ...nodes].map(({ id, parent }) => [id, parent]));

describe('groups within groups', () => {
  test('DG1 a subgraph is in the first one that ends and mentions it, wherever it is written', () => {
    const later = 'flowchart LR\nsubgraph dock\n  crane\nend\nsubgraph port\n  ship --> dock\nend';
    expect(parents(read(later))).toEqual({ port: null, dock: 'port', crane: 'dock', ship: 'port' });
    const earlier = 'flowchart LR\nsubgraph port\n  dock\nend\nsubgraph dock\n  crane\nend';
    expect(parents(read(earlier))).toEqual({ port: null, dock: 'port', crane: 'dock' });
    expect(read(later).groups.map(({ id }) => id)).toEqual(['port', 'dock']);
  });

  test('DG1 of subgraphs that mention each other, one is within the other', () => {
    const { port, dock } = parents(read('flowchart LR\nsubgraph port\n  dock\n  ship\nend\nsubgraph dock\n  port\n  crane\nend'));
    expect([port, dock]).toEqual([null, 'port']);
  });

  test('DG1 namespaces are within those whose names theirs begin with', () => {
    const written = read('classDiagram\nnamespace Yard.Tools {\n  class Saw\n}\nnamespace Yard {\n  class Fence\n}');
    expect(parents(written)).toEqual({ Yard: null, 'Yard.Tools': 'Yard', Saw: 'Yard.Tools', Fence: 'Yard' });
    expect(written.groups.map(({ label }) => label)).toEqual(['Yard', 'Tools']);
    const nested = read('classDiagram\nnamespace Yard {\n  namespace Tools["All tools"] {\n    class Saw\n  }\n  class Fence\n}');
    expect(parents(nested)).toEqual(parents(written));
    expect(nested.groups.map(({ label }) => label)).toEqual(['Yard', 'All tools']);
  });

  test('DG1 a namespace may be in backticks', () => {
    expect(parents(read('classDiagram\nnamespace `Yard::Tools` {\n  class Saw\n}'))).toMatchObject({ Saw: 'Yard::Tools' });
  });

  test('namespaces that are more than 64 deep are refused', () => {
    const deep = (count: number): unknown => readMermaid(`classDiagram\nnamespace ${'a.'.repeat(count - 1)}a {\nclass B\n}`);
    expect([isImportFault(deep(64)), isImportFault(deep(65))]).toEqual([false, true]);
  });

  test('DG11 many subgraphs within each other are read in linear time', () => {
    const count = 20_000;
    const names = Array.from({ length: count }, (_, index) => `s${index}`);
    const nested = `flowchart TD\n${names.map((name) => `subgraph ${name}`).join('\n')}\n${'end\n'.repeat(count)}`;
    const before = threadMs();
    read(nested);
    // Seconds, where quadratic time would be minutes.
    expect(threadMs() - before).toBeLessThan(5_000);
  });
});
