import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element, Point } from '#schema/element.ts';
import type { ShapeKind } from '#schema/shape-kinds.ts';
import { type Finding, type Lint, type LintCode, lintCodes } from '#schema/changeset.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { anyDrawing, arrow, box, frame, idOf, tabOf } from '../arrows/drawing.test-support.ts';
import { cases, clean } from './cases.test-support.ts';
import { LintCache } from './incremental.ts';
import { lint } from './lint.ts';
import { summaryLine } from './summary-line.ts';
import { lintText } from './lint-text.ts';

const lintOf = (...elements: Element[]): Lint => lint(tabOf(elements));
const found = (code: LintCode, ...elements: Element[]): Finding[] =>
  lintOf(...elements).findings.filter((one) => one.code === code);

describe('lint', () => {
  test('a plain drawing is clean', () => {
    const result = lintOf(...clean);
    expect(result).toEqual({
      verdict: 'clean',
      counts: { error: 0, warning: 0, info: 0 },
      summary: { crossings: 0, arrowsBehindBoxes: 0, overlaps: 0, width: 160, height: 220 },
      findings: [],
    });
    expect(lintOf().summary).toEqual({ crossings: 0, arrowsBehindBoxes: 0, overlaps: 0, width: 0, height: 0 });
  });

  test.each(Object.entries(cases))('%s is found, named and gone once it is mended', (code, { faulty, elements, fix, mended }) => {
    const findings = found(code as LintCode, ...faulty);
    expect(findings).toMatchObject([{ elements, fix }]);
    expect(findings[0]?.message).not.toMatch(/[{}]/);
    expect(found(code as LintCode, ...mended)).toEqual([]);
  });

  test('every code has a rule and an example', () => {
    expect([...Object.keys(cases), 'invalid-element'].toSorted()).toEqual([...lintCodes].toSorted());
  });

  test('[LT21] invalid-element names what the reader left out or corrected, on one line', () => {
    const result = lint(tabOf([box('a', 0, 0)], [{ id: 'x\n+ y', reason: 'x is\nno number' }, { id: idOf('a'), reason: 'width was 0' }])); // prettier-ignore
    expect(result.findings).toMatchObject([
      { code: 'invalid-element', severity: 'error', elements: ['x\n+ y'], message: '"x\\n+ y" is not valid: x is\\nno number.' },
      { code: 'invalid-element', elements: ['a'], message: 'a is not valid: width was 0.' },
    ]);
    expect(lintText(result).split('\n').slice(1)).toEqual([
      'error invalid-element ["x\\n+ y"]: "x\\n+ y" is not valid: x is\\nno number. Fix: correct or remove it in an editor',
      'error invalid-element [a]: a is not valid: width was 0. Fix: correct or remove it in an editor',
      '',
    ]);
  });

  test('[LT16] boxes without arrows and a box entirely inside another do not overlap; two in the same place do', () => {
    expect(lintOf(box('a', 0, 0), box('b', 50, 30), box('c', 0, 200), arrow('e', 'a', 'c')).summary.overlaps).toBe(0);
    expect(lintOf(box('a', 0, 0), box('b', 10, 10, 20, 20), arrow('e', 'a', 'b')).summary.overlaps).toBe(0);
    expect(lintOf(box('a', 0, 0), box('b', 0, 0), arrow('e', 'a', 'b')).summary.overlaps).toBe(1);
    expect(found('box-overlap', box('a', 0, 0), box('b', 0, 0), arrow('e', 'a', 'b'))).toHaveLength(1);
    expect(lintOf(box('a', 0, 0), box('b', 100, 0), arrow('e', 'a', 'b')).summary.overlaps).toBe(0);
  });

  test('[LT24] a wide row of stickies is reported with words, a single box in its frames is not', () => {
    const sticky = (id: string, x: number): Element => ({
      id: idOf(id),
      type: 'sticky',
      x,
      y: 0,
      width: 160,
      height: 160,
      z: 'a0',
    });
    const row = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) => sticky(id, at * 200));
    expect(found('aspect-extreme', ...row)).toMatchObject([{ fix: 'break it into rows' }]);
    expect(found('aspect-extreme', ...row.slice(0, 2))).toEqual([]);
    expect(found('aspect-extreme', frame('f', -20, -40, 700, 200), sticky('a', 0))).toEqual([]);
  });

  test('[LT25] a participant on its lifeline is not isolated, a shape beside one is', () => {
    const party = (id: string, x: number): Element[] => [box(id, x, 0, 160, 80), box(`${id}-line`, x + 78, 80, 4, 600)];
    const [client, server] = [party('client', 0), party('server', 300)];
    const call = arrow('e', 'client-line', 'server-line');
    expect(found('node-isolated', ...client, ...server, call)).toEqual([]);
    expect(found('node-isolated', ...client, ...server, call, box('c', 600, 0))).toMatchObject([{ elements: ['c'] }]);
    // Two shapes without arrows that touch are both isolated.
    const [a, b] = [box('a', 600, 0, 100, 60), box('b', 600, 60, 100, 60)];
    expect(found('node-isolated', ...client, ...server, call, a, b)).toHaveLength(2);
  });

  test('[LT25] a shape becomes isolated when the one that it touches loses its arrows or moves away', () => {
    const [head, line, other] = [box('head', 0, 0, 100, 60), box('line', 48, 60, 4, 300), box('other', 300, 200, 100, 60)];
    const tab = tabOf([
      head,
      line,
      other,
      box('last', 300, 400, 100, 60),
      arrow('e', 'line', 'other'),
      arrow('f', 'other', 'last'),
    ]);
    const cache = new LintCache();
    const isolated = (): string[] => cache.lint(tab).findings.filter(({ code }) => code === 'node-isolated').flatMap(({ elements }) => elements.slice(0, 1)); // prettier-ignore
    const change = (id: string, element: Element | null): void => {
      tab.update([{ id: idOf(id), element }]);
      cache.note([idOf(id)]);
    };
    expect(isolated()).toEqual([]);
    change('line', { ...line, y: 100 } as Element);
    expect(isolated()).toEqual(['head']);
    change('line', line);
    expect(isolated()).toEqual([]);
    change('e', null);
    expect(isolated()).toEqual(['head', 'line']);
  });

  test('[LT30] a word that is wider than its box is broken, and small text mends it where the small word fits', () => {
    const findings = (shape: ShapeKind, width: number, label: string) =>
      found('label-overflow', box('a', 0, 0, width, 140, { shape, label }));
    expect(findings('diamond', 200, 'Embeddings?')).toMatchObject([
      { message: 'The label of a breaks a word over two lines.', fix: 'set a text=sm' },
    ]);
    expect(findings('square', 60, 'Embeddings')).toMatchObject([{ fix: 'wider box' }]);
    expect([findings('diamond', 260, 'Embeddings?'), findings('square', 100, 'to be or not to be')]).toEqual([[], []]);
  });

  test('[LT33] a table that cuts a cell is reported with the height that it needs, one whose cells are whole is not', () => {
    const rows = [['1', 'word '.repeat(30).trim()]];
    const cut = (height: number): Finding[] =>
      found('label-overflow', {
        id: idOf('t'),
        type: 'table',
        z: 'a0',
        x: 0,
        y: 0,
        width: 240,
        height,
        columns: ['No', 'Text'],
        rows,
      });
    expect(cut(64)).toMatchObject([{ message: 'A cell of t needs more lines than its row has room for.' }]);
    const needed = Number(/^a height of (\d+), or shorter cells$/.exec(cut(64)[0]?.fix ?? '')?.[1]);
    expect(cut(needed)).toEqual([]);
    expect(cut(needed - 20)).toHaveLength(1);
  });

  test('[LT31] the dots at the ends of a flow may share a label', () => {
    const ends = (size: number) => [box('a', 0, 0, size, size, { shape: 'circle', label: 'End' }), box('b', 200, 0, size, size, { shape: 'circle', label: 'End' })]; // prettier-ignore
    expect(found('duplicate-label', ...ends(32))).toEqual([]);
    expect(found('duplicate-label', ...ends(80))).toHaveLength(1);
  });

  test('[LT23] a box as high as a line has room for it, and the message counts lines', () => {
    const messages = (height: number, label: string): string[] =>
      lint(tabOf([box('a', 0, 0, 50, height, { label })]))
        .findings.filter(({ code }) => code === 'label-overflow')
        .map(({ message }) => message);
    expect(messages(24, 'A')).toEqual([]);
    expect(messages(20, 'A')).toEqual([]);
    expect(messages(19, 'A')).toEqual(['The label of a needs 1 line, and the box has room for none.']);
    expect(messages(24, 'A B C D E F')).toEqual([
      expect.stringMatching(/^The label of a needs \d lines, and the box has room for 1 line\.$/),
    ]);
  });

  test('[LT26] characters that no font has are named once each; other scripts, emoji and invisible characters are drawn', () => {
    const labelled = (label: string): Element[] => [box('a', 0, 0, 400, 80, { label })];
    expect(found('missing-glyph', ...labelled('a ক b খ ক'))[0]?.message).toBe('No font has these characters of a: "কখ".');
    const many = String.fromCodePoint(...Array.from({ length: 14 }, (_, index) => 0x1200 + 8 * index));
    expect(found('missing-glyph', ...labelled(many))[0]?.message).toMatch(/: ".{10}" and 4 more\.$/u);
    for (const drawable of ['订单 주문 注文', 'مرحبا', 'שָׁלוֹם', 'ग्राहक', 'คำสั่ง', '👩‍💻 🇩🇪 👍🏽 ✔️ 1️⃣', 'tab\tand\nline\u00ad\u200b'])
      expect(found('missing-glyph', ...labelled(drawable)), drawable).toEqual([]);
  });

  test('[LT26] titles, headings and cells count as labels do', () => {
    const table: Element = {
      type: 'table',
      id: idOf('t'),
      z: 'a0',
      x: 0,
      y: 0,
      width: 200,
      height: 80,
      columns: ['a', 'b'],
      rows: [['1', 'ሀ']],
    };
    const card: Element = { type: 'link-card', id: idOf('c'), z: 'a0', x: 0, y: 200, width: 200, height: 80, title: 'ሀ' };
    const labelled = arrow('e', 'a', 'b', { label: 'ሀ' });
    expect(found('missing-glyph', table, card, labelled).flatMap(({ elements }) => elements)).toEqual(['c', 'e', 't']);
    expect(found('missing-glyph', { ...table, columns: ['ሀ'], rows: [] }).length).toBe(1);
    expect(found('missing-glyph', { ...table, rows: [['1', '2']] })).toEqual([]);
  });

  test('[LT19] lanes have no findings about groups', () => {
    const inLane = (elements: Element[]): Element[] =>
      elements.map((one) => (one.type === 'frame' ? { ...one, type: 'lane' } : one));
    for (const code of ['group-escape', 'group-split-edges'] as const)
      expect(found(code, ...inLane(cases[code]!.faulty))).toEqual([]);
  });

  test('[LT19] an arrow within an inner frame crosses no border; one from there to the outer frame crosses only the inner one', () => {
    const frames = [frame('outer', 0, 0, 900, 600), frame('inner', 20, 40, 400, 300)];
    const boxes = [box('a', 40, 80), box('b', 200, 80), box('c', 600, 80)];
    expect(found('group-split-edges', ...frames, ...boxes, arrow('e', 'a', 'b'))).toEqual([]);
    const split = found('group-split-edges', ...frames, ...boxes, arrow('e', 'a', 'c'));
    expect(split.map(({ elements }) => elements)).toEqual([['inner']]);
    expect(found('group-split-edges', ...frames, ...boxes, arrow('e', 'a', 'b'), arrow('g', 'a', 'c'))).toEqual([]);
  });

  test('[LT17] as many arrows one way as the other make no flow, and arrows with two heads or none do not count', () => {
    const boxes = [box('a', 0, 0), box('b', 200, 0), box('c', 0, 200), box('d', 200, 200)];
    const even = [arrow('e1', 'a', 'b'), arrow('e2', 'c', 'd'), arrow('e3', 'b', 'a'), arrow('e4', 'd', 'c')];
    expect(found('flow-backwards', ...boxes, ...even)).toEqual([]);
    const both = [arrow('e1', 'a', 'b'), arrow('e2', 'c', 'd'), arrow('e3', 'b', 'a', { heads: 'both' })];
    expect(found('flow-backwards', ...boxes, ...both)).toEqual([]);
    const start = [arrow('e1', 'a', 'b'), arrow('e2', 'c', 'd'), arrow('e3', 'c', 'b', { heads: 'start' })];
    expect(found('flow-backwards', ...boxes, ...start)).toMatchObject([{ elements: ['e3', 'c', 'b'] }]);
  });

  test('[LT18] an arrow that closes a cycle, one that answers another and one on a table do not point against the flow', () => {
    const boxes = [box('a', 0, 0), box('b', 200, 0), box('c', 400, 0), box('d', 600, 0), box('x', 800, 0)];
    const chain = [arrow('e1', 'a', 'b'), arrow('e2', 'b', 'c'), arrow('e3', 'c', 'd')];
    expect(found('flow-backwards', ...boxes, ...chain, arrow('g', 'd', 'a'))).toEqual([]);
    expect(found('flow-backwards', ...boxes, ...chain, arrow('g', 'b', 'a', { border: 'dashed' }))).toEqual([]);
    expect(found('flow-backwards', ...boxes, ...chain, arrow('g', 'a', 'c', { heads: 'start' }))).toEqual([]);
    expect(found('flow-backwards', ...boxes, ...chain, arrow('g', 'x', 'd'))).toMatchObject([{ elements: ['g', 'x', 'd'] }]);
    const table: Element = { ...box('t', 800, 0), type: 'table', columns: ['a'], rows: [['b']] } as unknown as Element;
    expect(found('flow-backwards', ...boxes, table, ...chain, arrow('g', 't', 'd'))).toEqual([]);
  });

  test('[LT3] [LT18] added and removed arrows make and break cycles', () => {
    const tab = tabOf([box('a', 0, 0), box('b', 200, 0), box('c', 400, 0), arrow('e1', 'a', 'b'), arrow('e2', 'b', 'c'), arrow('e3', 'a', 'b'), arrow('g', 'c', 'a')]); // prettier-ignore
    const cache = new LintCache();
    const codes = (): string[] => cache.lint(tab).findings.map(({ code, elements }) => `${code} ${elements.join(' ')}`);
    expect(codes()).not.toContain('flow-backwards g c a');
    const change = (id: string, element: Element | null): void => {
      tab.update([{ id, element }]);
      cache.note([id]);
    };
    change(idOf('e2'), null);
    expect(codes()).toContain('flow-backwards g c a');
    change(idOf('e2'), arrow('e2', 'b', 'c'));
    expect(codes()).not.toContain('flow-backwards g c a');
    change(idOf('c'), box('c', 500, 0));
    expect(codes()).not.toContain('flow-backwards g c a');
  });

  test('the size of the drawing includes rotated boxes as they are drawn', () => {
    expect(lintOf(box('a', 0, 0, 100, 60, { rotation: 90 })).summary).toMatchObject({ width: 60, height: 100 });
    expect(lintOf(box('a', 0, 0, 100, 100, { rotation: 45 })).summary).toMatchObject({ width: 141.42, height: 141.42 });
    expect(lintOf(arrow('e', { x: -5, y: 0 }, { x: 95, y: 40 }, { label: 'x'.repeat(99) })).summary).toMatchObject({
      width: 100,
      height: 40,
    });
  });

  test('an arrow to a member does not pass through the box that contains it, nor through a frame', () => {
    const held = [
      box('wide', 0, 0, 500, 300),
      box('a', 20, 20),
      box('b', 300, 200),
      frame('f', -50, -50, 800, 500),
      arrow('e', 'a', 'b'),
    ];
    expect(lintOf(...held).summary.arrowsBehindBoxes).toBe(0);
  });

  test('the fix of an arrow behind a box removes its way-points if they are in the way', () => {
    const boxes = [box('a', 0, 0), box('b', 200, 0), box('c', 400, 0)];
    expect(found('arrow-behind-box', ...boxes, arrow('e', 'a', 'c', { points: [[250, 30]] }))[0]?.fix).toBe(
      'set e line=angled points=',
    );
    expect(lintOf(...boxes, arrow('e', 'a', 'c', { line: 'angled' })).summary.arrowsBehindBoxes).toBe(0);
  });

  test('[LT13] above 300 arrows crossings are not counted, and the summary line says so; other checks still run', () => {
    const arrows = Array.from({ length: 301 }, (_, index) =>
      arrow(`e${index}`, index % 2 === 0 ? 'a' : 'c', index % 2 === 0 ? 'd' : 'b'),
    );
    const boxes = [box('a', 0, 0), box('b', 200, 0), box('c', 0, 200), box('d', 200, 200), box('m', 90, 90, 120, 60)];
    const over = lintOf(...boxes, ...arrows);
    expect(over.summary.crossings).toBeNull();
    expect(over.summary.arrowsBehindBoxes).toBeGreaterThan(0);
    expect(summaryLine(over)).toMatch(/^crossings not checked \(more than 300 arrows/);
    expect(lintOf(...boxes, ...arrows.slice(1)).summary.crossings).toBeGreaterThan(0);
  });

  slowTest(
    '[LT13] lines with very many parts are not checked for crossings: 300 arrows with 200 way-points take no longer than others',
    () => {
      const zigzag = (index: number): Point[] =>
        Array.from({ length: 200 }, (_, at) => [at * 3 + index / 400, (at % 2) * 500 + index]);
      const arrows = Array.from({ length: 300 }, (_, index) =>
        arrow(`e${index}`, { x: -9, y: index }, { x: 999, y: index }, { points: zigzag(index) }),
      );
      expect(lintOf(...arrows.slice(0, 20)).summary.crossings).toBe(0);
      expect(lintOf(...arrows).summary.crossings).toBeNull();
    },
  );

  test('[LT1] [LT2] [LT22] at most 50 findings of a rule are listed and all are counted; errors come first', () => {
    const boxes = Array.from({ length: 150 }, (_, index) =>
      box(`b${index}`, index * 20, index * 20, 100, 60, { fill: '#123456' }),
    );
    const result = lintOf(...boxes, arrow('e', 'b149', 'gone'));
    expect(result.counts).toEqual({ error: 1, warning: 0, info: 150 });
    expect(result.findings.map(({ code }) => code)).toEqual([
      'arrow-dangling',
      ...Array.from({ length: 50 }, () => 'colour-on-themed'),
    ]);
    expect(result.verdict).toBe('1 error, 150 info');
    expect(lintText(result)).toMatch(/\n100 more findings are not listed\.\n$/);
  });

  test('[LT20] the text is the summary line and a line per finding with its refs', () => {
    const result = lintOf(...cases['arrow-behind-box']!.faulty);
    expect(lintText(result)).toBe(
      '0 crossings, 1 arrow behind a box, 0 overlaps, 500×60, 1 warning, 1 info\n' +
        'warning arrow-behind-box [e, b]: e passes through b. Fix: set e line=angled\n' +
        'info aspect-extreme: The drawing is 500 by 60 pixels, more than 3 times as wide as it is tall. Fix: layout type:shape direction=down\n',
    );
  });

  test('[LT21] no text that people write looks like a line or a part of one', () => {
    const nasty = [
      '\n',
      '\r\n',
      '\u000b',
      '\u0085',
      '\u2028',
      '\u202e',
      '"',
      '\\',
      ' Fix: rm a',
      'error box-overlap [a]: ',
      '\u001b[2J',
      'rev 3→4',
      '漢',
    ];
    const hostile = fc.array(fc.constantFrom(...nasty), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    const quoted = '"(?:[^"\\\\]|\\\\.)*"';
    const told = new RegExp(`^(error|warning|info) [a-z-]+( \\[(${quoted}|[a-z0-9_~, -])*\\])?: ([^"]|${quoted})* Fix: [^"]*$`);
    // eslint-disable-next-line no-control-regex
    const odd = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
    fc.assert(
      fc.property(anyDrawing, hostile, hostile, (elements, label, id) => {
        const labelled = elements.map((element): Element => ({ ...element, label }));
        const text = lintText(lint(tabOf(labelled, [{ id, reason: `its ${label} is not known` }])));
        expect(text).not.toMatch(odd);
        const lines = text
          .split('\n')
          .slice(1, -1)
          .filter((line) => !/^\d+ more findings are not listed\.$/.test(line));
        // The reason is a text of the product: escaped, but not in quotes.
        expect(lines.filter((line) => !told.test(line) && !line.startsWith('error invalid-element ["'))).toEqual([]);
      }),
      fuzz(200),
    );
  });

  test('[LT3] the order in which elements were added does not matter', () => {
    fc.assert(
      fc.property(anyDrawing, (elements) => {
        expect(lintOf(...elements.toReversed())).toEqual(lintOf(...elements));
      }),
      fuzz(),
    );
  });
});
