import { expect, test } from 'vitest';

import { formatOf } from './source-format.ts';

test.each([
  ['flowchart LR\n a --> b', 'mermaid'],
  ['---\ntitle: x\n---\nmindmap\n a', 'mermaid'],
  ['%% a, b\ngraph TD\n a, b', 'mermaid'],
  ['\uFEFF<?xml version="1.0"?><mxfile/>', 'drawio'],
  ['\n<mxGraphModel/>', 'drawio'],
  ['{ "type": "excalidraw" }', 'excalidraw'],
  ['name;parent\r\nAda;', 'csv'],
  ['a\tb\n1\t2', 'csv'],
  ['Dear Ada, hello', 'mermaid'],
])('DG22 %j is %s', (text, format) => {
  expect(formatOf(text)).toBe(format);
});
