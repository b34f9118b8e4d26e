import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { type Arrow, type Box, type Frame, isArrow, isPinned } from '#schema/element.ts';

import { writeMermaid } from '../../export/write-mermaid.ts';
import { apply, drawn, named, planned, refusal } from '../../ops/drawn.test-support.ts';
import type { TabIndex } from '../../tab/tab-index.ts';

const sent = (text: string, mode?: 'update'): readonly unknown[] => [
  { op: 'import', format: 'mermaid', text, ...(mode === undefined ? {} : { mode }) },
];
const levelOf = ({ from }: Arrow): number => (isPinned(from) ? (from.level ?? -1) : -1);
const messagesOf = (tab: TabIndex): Arrow[] => [...tab.elements()].filter(isArrow).toSorted((a, b) => levelOf(a) - levelOf(b));
const labelsOf = (tab: TabIndex): string[] => messagesOf(tab).map(({ label = '' }) => label);
const participantsOf = (tab: TabIndex) =>
  [...tab.boxes()].filter((box) => box.lifeline !== undefined).toSorted((a, b) => a.x - b.x);

const order = [
  'sequenceDiagram',
  'Browser->>Shop API: POST /orders',
  'Shop API->>Orders: create',
  'Orders->>Payments: charge 42 €',
  'Payments->>Bank: authorise',
  'Bank-->>Payments: approved',
  'Payments-->>Orders: paid',
  'Orders-->>Shop API: order 4711',
  'Shop API-->>Browser: 201 Created',
];

describe('a sequence of Mermaid', () => {
  test('DG13 nine lines draw the sequence that the gallery draws in fourteen', () => {
    const gallery = drawn(readFileSync(new URL('../../../docs/gallery/sequence.txt', import.meta.url), 'utf8'));
    const tab = drawn(sent(order.join('\n')));
    expect(labelsOf(tab)).toEqual(labelsOf(gallery));
    expect(messagesOf(tab).map(levelOf)).toEqual(messagesOf(gallery).map(levelOf));
    expect(participantsOf(tab).map(({ label, lifeline }) => [label, lifeline])).toEqual(
      participantsOf(gallery).map(({ label, lifeline }) => [label, lifeline]),
    );
    expect(planned(drawn(''), sent(order.join('\n'))).imports).toEqual([{ read: 14, made: 14, coerced: [], dropped: [] }]);
  });

  test('DG13 blocks are around their messages, with the lines between their sections', () => {
    const tab = drawn(sent('sequenceDiagram\nA->>B: ask\nalt yes\nB-->>A: here\nelse no\nB-->>A: gone\nend\nA->>B: last'));
    const block = named<Frame>(tab, 'alt');
    const [ask, here, gone, last] = messagesOf(tab).map((arrow) => levelOf(arrow) + baselineOf(tab));
    const line = block.y + (block.breaks?.[0]?.at ?? 0);
    expect([ask, block.y, here, line, gone, block.y + block.height, last]).toEqual(
      [ask, block.y, here, line, gone, block.y + block.height, last].toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    );
    expect([block.block, block.label, block.breaks?.[0]?.label]).toEqual(['alt', 'yes', 'no']);
  });

  test('DG13 an activation without a reply is dropped, and a participant that is not active cannot be deactivated', () => {
    const { imports } = planned(drawn(''), sent('sequenceDiagram\nA->>+B: x\nB->>-A: y\nactivate A'));
    expect(imports[0]?.dropped.map(({ source, what }) => `${source}: ${what}`)).toEqual(['B: an activation', 'A: an activation']);
    expect(refusal(drawn(''), sent('sequenceDiagram\n  A->>B: x\n  deactivate B'))).toMatchObject({
      code: 'import_invalid',
      line: 3,
    });
  });

  test('DG3 faults of sequences name their line and what is expected there', () => {
    const fault = (text: string): string => {
      const { code, line, column, message } = refusal(drawn(''), sent(text));
      return `${code} ${line}:${column} ${message}`;
    };
    expect(fault('sequenceDiagram\n  A->>B')).toBe(
      'import_invalid 2:8 Line 2, column 8: expected : and the text of the message.',
    );
    expect(fault('sequenceDiagram\n  loop x\n  A->>B: y')).toContain('expected end, which closes loop');
    expect(fault('sequenceDiagram\n  A->>B: y\n  else z')).toBe('import_invalid 3:3 Line 3, column 3: expected alt around else.');
    expect(fault('sequenceDiagram\n  A->>B: y\n  end')).toContain('expected a block that end closes');
    expect(fault('sequenceDiagram\n  hello')).toContain('expected a message, such as A->>B: text');
  });

  test('DG2 a sequence is exported in the words that it was imported in', () => {
    const text = [
      'sequenceDiagram',
      '  title Checkout',
      '  actor S as Shopper',
      '  participant W as Web shop',
      '  participant P@{ "type": "database" } as Payments',
      '  link W: Link @ https://example.org/shop',
      '  S->>+W: place order',
      '  Note over W,P: both',
      '  W->>+P: charge #35;1',
      '  alt approved',
      '    P-->>W: paid',
      '  else declined',
      '    P-->>-W: refused',
      '  end',
      '  loop every minute',
      '    W->>W: poll',
      '  end',
      '  Note right of P: log',
      '  W-)P: later',
      '  W<<->>P: both ways',
      '  W-->>-S: receipt',
      '',
    ].join('\n');
    const ordered = text
      .replace(/ {2}link.*\n/, '')
      .replace('as Web shop\n', 'as Web shop\n  link W: Link @ https://example.org/shop\n');
    expect(writeMermaid(drawn(sent(text)))).toEqual({ text: ordered, dropped: [] });
  });

  test('DG2 a sequence without participants is one when it is imported again', () => {
    const first = writeMermaid(drawn(sent('sequenceDiagram\nloop Pay\nend')));
    expect(first.text).toMatch(/^sequenceDiagram\n/);
    expect(writeMermaid(drawn(sent(first.text)))).toEqual(first);
  });

  test('DG2 what a sequence diagram does not say is left out and listed', () => {
    const { text, dropped } = writeMermaid(
      drawn(sent('sequenceDiagram\nA->>B: x'), 'set a fill=blue\nadd square id=other label="Other"'),
    );
    expect(text).toContain('sequenceDiagram\n  participant A\n  participant B\n  A->>B: x\n');
    expect(dropped).toEqual(['square "Other": it is not in the sequence', 'square "A": participants have no colors']);
  });
});

const baselineOf = (tab: TabIndex): number => Math.max(...participantsOf(tab).map(({ y, height }) => y + height));

describe('an update of a sequence', () => {
  const updated = (tab: TabIndex, text: string) => {
    const plan = planned(tab, sent(text, 'update'));
    apply(tab, plan.edits);
    return plan;
  };

  test('DG14 a message in the middle of the source goes between its neighbours, and no participant moves', () => {
    const tab = drawn(sent(order.join('\n')));
    const before = participantsOf(tab).map(({ id, x, y }) => [id, x, y]);
    const { counts } = updated(tab, order.toSpliced(4, 0, 'Payments->>Payments: check').join('\n'));
    expect([counts.added, counts.removed]).toEqual([1, 0]);
    expect(labelsOf(tab).slice(2, 5)).toEqual(['charge 42 €', 'check', 'authorise']);
    expect(participantsOf(tab).map(({ id, x, y }) => [id, x, y])).toEqual(before);
  });

  test('DG7 DG14 the same source changes nothing', () => {
    const text = 'sequenceDiagram\nA->>B: a\nNote over A,B: n\nalt x\nB-->>A: b\nelse y\nB-->>A: c\nend\nNote left of A: m';
    const tab = drawn(sent(text));
    expect(updated(tab, text).edits).toEqual([]);
  });

  test('DG9 DG14 new participants, notes and blocks find their places, what the source no longer has goes, and what others added stays', () => {
    const tab = drawn(sent('sequenceDiagram\nA->>B: a\nB->>A: b\nA->>B: c'), 'connect a -> b label="mine" again after:b-2');
    const message = messagesOf(tab).find(({ label }) => label === 'mine');
    expect(message).toBeDefined();
    updated(
      tab,
      'sequenceDiagram\nparticipant A\nparticipant M\nparticipant B\nA->>B: a\nopt maybe\nA->>M: new\nNote right of B: hint\nend\nA->>B: c',
    );
    expect(participantsOf(tab).map(({ label }) => label)).toEqual(['A', 'M', 'B']);
    expect(labelsOf(tab)).toEqual(['a', 'new', 'mine', 'c']);
    const [block] = [...tab.boxes()].filter((box): box is Frame => box.type === 'frame' && box.block !== undefined);
    const within = (y: number): boolean => block !== undefined && y > block.y && y < block.y + block.height;
    expect(
      messagesOf(tab)
        .filter((arrow) => within(levelOf(arrow) + baselineOf(tab)))
        .map(({ label }) => label),
    ).toEqual(['new']);
    const note = [...tab.boxes()].find(({ type }) => type === 'sticky');
    expect(note !== undefined && within(note.y + note.height / 2)).toBe(true);
  });

  test('DG8 DG14 a label that was changed on the tab is kept, and a row that moved in the source stays', () => {
    const tab = drawn(sent('sequenceDiagram\nA->>B: a\nA->>B: b'), 'set a label="Ada"');
    const { imports } = updated(tab, 'sequenceDiagram\nA->>B: b\nA->>B: a');
    expect(labelsOf(tab)).toEqual(['a', 'b']);
    expect(named<Box>(tab, 'a').label).toBe('Ada');
    expect(imports[0]?.dropped.map(({ source }) => source)).toEqual(['A', 'A->B: a']);
  });
});
