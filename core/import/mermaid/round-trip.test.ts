import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz, fuzzTimeout } from '#test/harness/fuzz.ts';

import { writeMermaid } from '../../export/write-mermaid.ts';
import { drawn } from '../../ops/drawn.test-support.ts';
import {
  anyClassDiagram,
  anyErDiagram,
  anyFlowchart,
  anyMindmap,
  anySequence,
  anyStateDiagram,
} from './arbitrary-mermaid.test-support.ts';
import { graphOf } from './drawn-graph.test-support.ts';

const imported = (text: string) => drawn([{ op: 'import', format: 'mermaid', text }]);

describe.each([
  ['flowcharts', anyFlowchart],
  ['sequence diagrams', anySequence],
  ['class diagrams', anyClassDiagram],
  ['ER diagrams', anyErDiagram],
  ['state diagrams', anyStateDiagram],
  ['mind maps', anyMindmap],
])('%s', (_kind, anyText) => {
  test(
    'DG2 what an export says in full is imported as the same drawing, and exported and imported again it stays that',
    { timeout: fuzzTimeout(300_000) },
    () => {
      let whole = 0;
      fc.assert(
        fc.property(anyText, (text) => {
          const first = imported(text);
          const { text: written, dropped } = writeMermaid(first);
          const second = imported(written);
          if (dropped.length === 0) {
            whole += 1;
            expect(graphOf(second)).toEqual(graphOf(first));
          }
          const again = writeMermaid(second);
          expect(graphOf(imported(again.text))).toEqual(graphOf(second));
          if (written.startsWith('sequenceDiagram'))
            expect(again.text.replace(/ *%%.*\n/g, '')).toBe(written.replace(/ *%%.*\n/g, ''));
        }),
        fuzz(400, 20),
      );
      expect(whole).toBeGreaterThan(0);
    },
  );
});
