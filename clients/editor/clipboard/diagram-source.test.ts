import { expect, test } from 'vitest';

import { copiedDrawing, diagramsIn, isDiagramFile } from './diagram-source.ts';

test.each([
  'flowchart LR\na --> b',
  '  graph TD;\n a-->b',
  '%% a comment\n\nsequenceDiagram\r\nA->>B: hi',
  '---\ntitle: A\n---\nmindmap\n  root',
  'stateDiagram-v2\n[*] --> a',
])('%j is a diagram', (text) => {
  expect(diagramsIn(text)).toEqual([text.replaceAll('\r\n', '\n')]);
});

test.each(['graph theory is about\nvertices and edges', 'flowchart', 'mindmap of the year:\n- one', '', 'a --> b'])(
  '%j is no diagram',
  (text) => {
    expect(diagramsIn(text)).toEqual([]);
  },
);

test('the diagrams of Markdown are its blocks of Mermaid', () => {
  const markdown = '# Title\n\n```mermaid\nflowchart LR\na --> b\n```\n\n```ts\nconst x = 1;\n```\n\n```mermaid\npie\n```\n';
  expect(diagramsIn(markdown)).toEqual(['flowchart LR\na --> b\n', 'pie\n']);
  expect(['a.mmd', 'b.MERMAID', 'c.md', 'd.png', 'mmd'].map((name) => isDiagramFile({ name }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('shapes that were copied from draw.io and Excalidraw are drawings, and other texts are not', () => {
  const model = '<mxGraphModel><root><mxCell id="0" value="50 % 日本"/></root></mxGraphModel>';
  expect(copiedDrawing(model)).toBe(model);
  expect(copiedDrawing(encodeURIComponent(model))).toBe(model);
  const scene = '{"type":"excalidraw/clipboard","elements":[]}';
  expect(copiedDrawing(scene)).toBe(scene);
  for (const text of ['%3CmxGraphModel%3', '%3Csvg%3E', '{"type":"service_account"}', 'about <mxfile', ''])
    expect(copiedDrawing(text), text).toBeNull();
});
