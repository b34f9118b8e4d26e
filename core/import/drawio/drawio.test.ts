import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Arrow, type Box, isArrow, isBox, isPinned } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { fuzz, fuzzTimeout } from '#test/harness/fuzz.ts';

import { writeDrawio } from '../../export/drawio/write-drawio.ts';
import { apply, drawn, named, plan, planned, refusal, tabWith } from '../../ops/drawn.test-support.ts';
import { parentsOf } from '../../tab/membership.ts';
import { light } from '../../render/themes/light.ts';
import type { TabIndex } from '../../tab/tab-index.ts';
import { placesOf } from '../drawn-places.test-support.ts';
import { anyDrawio, packed } from './arbitrary-drawio.test-support.ts';

const operation = (text: string, more: object = {}) => [{ op: 'import', format: 'drawio', text, ...more }];
const imported = (text: string): TabIndex => drawn(operation(text));
const written = (tab: TabIndex) => writeDrawio(tab, null, { theme: light, image: (id) => id });

const vertex = (id: string, style: string, label: string, geometry: string, parent = '1'): string =>
  `<mxCell id="${id}" value="${label}" style="${style}" vertex="1" parent="${parent}"><mxGeometry ${geometry} as="geometry"/></mxCell>`;
const edge = (id: string, style: string, ends: string, inner = ''): string =>
  `<mxCell id="${id}" style="${style}" edge="1" parent="1" ${ends}><mxGeometry relative="1" as="geometry">${inner}</mxGeometry></mxCell>`;
const model = (...cells: string[]): string =>
  `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>\n${cells.join('\n')}\n</root></mxGraphModel>`;
const at = (x: number, y: number, width = 120, height = 60): string => `x="${x}" y="${y}" width="${width}" height="${height}"`;

const lines = (tab: TabIndex): string[] => {
  const parents = parentsOf(tab);
  return Array.from(tab.boxes(), (box) => `${box.type === 'shape' ? box.shape : box.type} ${box.label ?? ''} ${box.x},${box.y} ${box.width}x${box.height} in ${parents.get(box.id)?.label ?? '-'}`); // prettier-ignore
};

describe('draw.io', () => {
  test('DG16 shapes, texts, containers and lanes are at their places', () => {
    const text = model(
      vertex('pool', 'swimlane;startSize=32', 'Order', at(0, 0, 600, 300)),
      vertex('lane', 'swimlane;horizontal=0', 'Shop', at(20, 40, 560, 200), 'pool'),
      vertex('a', 'rounded=1;html=1', '&lt;b&gt;Take&lt;/b&gt;&lt;br&gt;order', at(40, 60), 'lane'),
      vertex('b', 'rhombus', 'Paid?', at(300, 60, 100, 80), 'lane'),
      vertex('t', 'text;align=left;verticalAlign=top', 'Note', at(700, 10, 80, 20)),
      edge('e', 'edgeStyle=orthogonalEdgeStyle;exitX=1;exitY=0.5;endArrow=block;endFill=0', 'source="a" target="b"'),
    );
    expect(lines(imported(text))).toEqual([
      'frame Order 0,0 600x300 in -',
      'lane Shop 20,40 560x200 in Order',
      'rounded Take\norder 60,100 120x60 in Shop',
      'diamond Paid? 320,100 100x80 in Shop',
      'text Note 700,10 30x20 in -',
    ]);
    const [arrow] = [...imported(text).elements()].filter(isArrow);
    expect(arrow).toMatchObject({ line: 'angled', heads: 'triangle', from: { side: 'right', offset: 0.5 } });
  });

  test('DG16 a table whose cells have boxes in them is a frame of lanes', () => {
    const text = model(
      vertex('t', 'shape=table;startSize=40;childLayout=tableLayout', 'Bake', at(0, 0, 500, 240)),
      vertex('r', 'shape=tableRow;horizontal=0;startSize=40', 'Oven', at(0, 40, 500, 200), 't'),
      vertex('c', 'swimlane;startSize=40', 'Heat', at(40, 0, 460, 200), 'r'),
      vertex('a', 'rounded=1', 'Preheat', at(40, 80), 'c'),
    );
    expect(lines(imported(text))).toEqual([
      'frame Bake 0,0 500x240 in -',
      'lane Oven 0,40 500x200 in Bake',
      'frame Heat 40,40 460x200 in Oven',
      'rounded Preheat 80,120 120x60 in Heat',
    ]);
  });

  test('DG6 a long text below a rule is kept in the note', () => {
    const long = 'word '.repeat(limits.sectionLineCharacters / 5 + 1).trim();
    const tab = imported(model(vertex('a', 'html=1', `Head&lt;hr&gt;${long}`, at(0, 0))));
    expect([...tab.elements()]).toMatchObject([{ shape: 'square', label: 'Head', note: `Head\n${long}` }]);
  });

  test('DG6 what is attached to no box, and what is in no frame of its own, is listed', () => {
    const text = model(
      vertex('a', '', 'A', at(0, 0)),
      vertex('b', '', 'B', at(400, 0)),
      vertex('wire', 'line', '', at(0, 200, 300, 10)),
      vertex('both', 'group', '', at(0, 300, 300, 100)),
      vertex('c', '', 'C', at(0, 0), 'both'),
      edge('e', '', 'source="a" target="b"'),
      vertex('mail', 'shape=message', 'Letter', 'x="0" y="0" width="20" height="14" relative="1"', 'e'),
      edge('e1', '', 'source="a" target="e"'),
      edge('e4', '', 'source="a" target="mail"'),
      edge('e2', '', 'source="a" target="wire"'),
      edge('e3', '', 'source="a" target="both"'),
      vertex('round', 'ellipse;container=1', 'Round', at(600, 0, 300, 300)),
      vertex('d', '', 'D', at(60, 60), 'round'),
      vertex('far', 'swimlane', 'Far', at(0, 600, 300, 200)),
      vertex('f', '', 'F', at(900, 0), 'far'),
    );
    expect(reportOf(tabWith([]), text).reports).toEqual([
      'round: a container that is no rectangle (its members are on their own)',
      'mail: a shape on an arrow (arrows have labels only)',
      'e: an end of an arrow at an arrow, and of 1 more (it is free, as arrows are attached to boxes)',
      'wire: an end of an arrow at a line (it is free, as arrows are attached to boxes)',
      'both: an end of an arrow at a group (it is free, as arrows are attached to boxes)',
      'f: the container that it is in (a box is in the smallest frame around its center)',
    ]);
  });

  test('DG2 DG26 cells that only hold others are groups, and so they are again after an export', () => {
    const text = model(
      vertex('g', 'group', '', at(100, 100, 400, 200)),
      vertex('a', '', 'A', at(0, 0), 'g'),
      vertex('h', 'group', '', at(200, 0, 200, 200), 'g'),
      vertex('b', '', 'B', at(0, 0), 'h'),
      vertex('c', '', 'C', at(0, 100), 'h'),
      vertex('d', '', 'D', at(900, 0)),
    );
    const groups = (tab: TabIndex) =>
      Object.fromEntries(Array.from(tab.boxes(), ({ label = '', group, x }) => [label, [group, x]]));
    const first = imported(text);
    expect(groups(first)).toEqual({ A: ['g', 0], B: ['g/h', 200], C: ['g/h', 200], D: [undefined, 800] });
    expect(groups(imported(written(first).text))).toEqual(groups(first));
    expect(written(first).text).toContain('<mxCell id="group g/h" value="" style="group" vertex="1" connectable="0" parent="group g">'); // prettier-ignore
  });

  test('DG2 DG26 a group whose members are in several frames stays one', () => {
    const frame = (id: string, x: number) => ({ op: 'add', element: { type: 'frame', id, label: id, x, y: 0, width: 300, height: 200 } }); // prettier-ignore
    const first = drawn([frame('one', 0), frame('two', 400)], 'add square "A" at:60,60 group=g\nadd square "B" at:460,60 group=g\nadd square "C" at:900,60 group=g/h'); // prettier-ignore
    const again = imported(written(first).text);
    const groups = (tab: TabIndex) => Array.from(tab.boxes(), ({ label, group }) => `${label} ${group}`).toSorted();
    expect(groups(again)).toEqual(['A g', 'B g', 'C g/h', 'one undefined', 'two undefined']);
  });

  test('DG7 DG26 a second import has groups of its own, and an update keeps their names', () => {
    const text = model(vertex('g', 'group', '', at(0, 0, 300, 60)), vertex('a', '', 'A', at(0, 0), 'g'), vertex('b', '', 'B', at(160, 0), 'g')); // prettier-ignore
    const tab = drawn('add square "Z" group=g at:0,900', operation(text, { source: 'one' }), operation(text, { source: 'two' }));
    const groups = Array.from(tab.boxes(), ({ label, group }) => `${label} ${group}`).toSorted();
    expect(groups).toEqual(['A g-2', 'A g-3', 'B g-2', 'B g-3', 'Z g']);
    for (const source of ['one', 'two']) expect(planned(tab, operation(text, { source, mode: 'update' })).edits).toEqual([]);
  });

  test('DG16 lists become classes, tables tables, and lines arrows without heads', () => {
    const tab = imported(
      model(
        vertex('c', 'swimlane;childLayout=stackLayout', 'Order', at(0, 0, 160, 120)),
        vertex('c1', 'text', 'id: int&#xa;total: Money', at(0, 30, 160, 40), 'c'),
        vertex('c2', 'line', '', at(0, 70, 160, 8), 'c'),
        vertex('c3', 'text', 'pay()', at(0, 78, 160, 26), 'c'),
        vertex('t', 'shape=table;startSize=0;childLayout=tableLayout', '', at(300, 0, 200, 60)),
        vertex('r1', 'shape=tableRow', '', at(0, 0, 200, 30), 't'),
        vertex('k1', 'shape=partialRectangle', 'Key', at(0, 0, 100, 30), 'r1'),
        vertex('k2', 'shape=partialRectangle', 'Value', at(100, 0, 100, 30), 'r1'),
        vertex('r2', 'shape=tableRow', '', at(0, 30, 200, 30), 't'),
        vertex('k3', 'shape=partialRectangle', 'a', at(0, 0, 100, 30), 'r2'),
        vertex('l', 'line;strokeColor=#ff0000', '', at(0, 300, 200, 10)),
        edge('e', '', 'source="c1" target="t"'),
      ),
    );
    const boxes = [...tab.boxes()];
    expect(boxes).toMatchObject([
      { shape: 'class', label: 'Order', sections: [['id: int', 'total: Money'], ['pay()']] },
      { type: 'table', columns: ['Key', 'Value'], rows: [['a', '']] },
    ]);
    const arrows = [...tab.elements()].filter(isArrow);
    expect(arrows).toContainEqual(expect.objectContaining({ heads: 'none', from: { x: 0, y: 305 }, to: { x: 200, y: 305 }, stroke: '#ff0000' })); // prettier-ignore
    expect(arrows.some(({ from }) => isPinned(from) && from.element === boxes[0]?.id)).toBe(true);
  });

  test('DG16 pages, packed or not, are in frames beside each other', () => {
    const [one, two] = [model(vertex('a', '', 'One', at(500, 500))), model(vertex('a', '', 'Two', at(0, 0)))];
    const text = `<mxfile><diagram id="p" name="First">${one}</diagram><diagram id="q" name="Second">${packed(two)}</diagram></mxfile>`;
    expect(lines(imported(text))).toEqual([
      'frame First 0,0 160x120 in -',
      'square One 20,40 120x60 in First',
      'frame Second 240,0 160x120 in -',
      'square Two 260,40 120x60 in Second',
    ]);
  });

  test('DG17 layers of the tab are found by their names, and hidden ones are left out', () => {
    const text = model(
      '<mxCell id="top" value="Top" parent="0"/><mxCell id="no" value="Drafts" parent="0" visible="0"/><mxCell id="x" value="Else" parent="0"/>',
      vertex('a', '', 'A', at(0, 0), 'top'),
      vertex('b', '', 'B', at(200, 0), 'no'),
      vertex('c', '', 'C', at(400, 0), 'x'),
    );
    const tab = tabWith([], { layers: [{ id: 'l1', name: 'Top', locked: false, hidden: false }] });
    const { edits, reports } = reportOf(tab, text);
    expect(edits.map(({ after }) => [after?.label, after?.layer])).toEqual([['A', 'l1'], ['C', undefined]]); // prettier-ignore
    expect(reports).toEqual([
      'no: the layer Drafts (it is hidden)',
      'c: the layer Else (the tab has no open layer of that name)',
    ]);
  });

  test.each([
    ['<!DOCTYPE x><mxfile/>', 'Line 1, column 1: expected no document type.'],
    ['<svg/>', 'Line 1, column 1: expected <mxfile> or <mxGraphModel>.'],
    ['<mxfile>\n<diagram name="A">%%%</diagram></mxfile>', 'Line 2, column 1: expected a page that is deflated and in base64.'],
    [model(vertex('a', '', '', at(0, 0)), vertex('a', '', '', at(0, 0))), 'Line 3, column 1: expected another id than a, which an earlier cell has.'],
    [model(vertex('a', '', '', at(0, 0), 'b'), vertex('b', '', '', at(0, 0), 'a')), 'Line 2, column 1: expected a parent that is not within the cell itself.'],
    [`<mxfile><diagram name="A">${packed('<mxGraphModel>\n<root>')}</diagram></mxfile>`, 'Line 2, column 7 of the page "A", unpacked: expected </root>.'],
    [`<mxfile><diagram name="A">${packed(' '.repeat(5_000_000))}</diagram></mxfile>`, 'Line 1, column 9: expected pages of at most 4 MiB, unpacked.'],
  ])('DG3 DG18 %# is refused', (text, detail) => {
    expect(refusal(tabWith([]), operation(text), { workLimit: 100_000_000 })).toMatchObject({ code: 'import_invalid', message: detail });
  }); // prettier-ignore

  test('DG18 unpacking a bomb counts as work', () => {
    const text = `<mxfile><diagram name="A">${packed(' '.repeat(1_000_000))}</diagram></mxfile>`;
    expect(plan(tabWith([]), operation(text), { workLimit: 25_000 })).toMatchObject({
      errors: [{ code: 'work_limit_exceeded' }],
    });
  });

  test('DG2 what was imported, exported and imported again is the same drawing', { timeout: fuzzTimeout(300_000) }, () => {
    let arrows = 0;
    fc.assert(
      fc.property(anyDrawio, (text) => {
        const first = imported(text);
        arrows += [...first.elements()].filter(isArrow).length;
        const again = imported(written(first).text);
        expect(placesOf(again)).toEqual(placesOf(first));
      }),
      fuzz(2_000),
    );
    expect(arrows).toBeGreaterThan(20);
  });

  test('DG2 a frame without a border is a frame again, with what is in it', () => {
    const tab = drawn('', [
      { op: 'add', element: { type: 'frame', id: 'f', x: 0, y: 0, width: 200, height: 200, fill: 'none', stroke: 'none' } },
      { op: 'add', element: { type: 'shape', shape: 'square', id: 's', text: 'md', x: 50, y: 50, width: 80, height: 60 } },
    ]);
    expect(placesOf(imported(written(tab).text))).toEqual(placesOf(tab));
  });

  test('DG2 what draw.io has nothing like is listed', () => {
    const tab = drawn('add annotation "Look" at:0,0', [
      { op: 'add', element: { type: 'video', id: 'video', url: 'https://example.org/v', x: 0, y: 200, width: 320, height: 180 } },
    ]);
    const { dropped, text } = written(tab);
    expect(dropped.map((line) => line.replace(/~\w+/, ''))).toEqual([
      'annotation "Look": it became a box',
      'video video: draw.io has nothing like it',
    ]);
    expect(text).toContain('<!-- left out: annotation "Look": it became a box -->');
  });

  describe('updates', () => {
    const before = [vertex('a', '', 'A', at(0, 0)), vertex('b', '', 'B', at(200, 0)), edge('e', '', 'source="a" target="b"')];
    const updated = (tab: TabIndex, ...cells: string[]) => {
      const { edits, results } = planned(tab, operation(model(...cells), { mode: 'update' }));
      apply(tab, edits);
      return { edits, results };
    };
    const boxOf = (tab: TabIndex, slug: string): Box => named<Box>(tab, slug);

    test('DG7 without a change it changes nothing, and a new edge moves no box', () => {
      const tab = drawn('add square "Here" at:-500,-500', operation(model(...before)));
      expect(updated(tab, ...before).edits).toEqual([]);
      const { edits } = updated(tab, ...before, edge('e2', '', 'source="b" target="a"'));
      expect(edits.map(({ before: was, after }) => [was === null, after?.type])).toEqual([[true, 'arrow']]);
    });

    test('DG19 a place that changed in the source is followed, a box that was moved on the tab stays', () => {
      const tab = imported(model(...before));
      apply(tab, planned(tab, 'move b at:700,700').edits);
      updated(
        tab,
        vertex('a', '', 'A', at(0, 100)),
        vertex('b', '', 'B', at(200, 100)),
        vertex('c', '', 'C', at(400, 0)),
        before[2] ?? '',
      );
      expect([boxOf(tab, 'a'), boxOf(tab, 'b'), boxOf(tab, 'c')].map(({ x, y }) => [x, y])).toEqual([[0, 100], [700, 700], [400, 0]]); // prettier-ignore
    });

    test('DG8 DG9 a label that was changed on the tab is kept, and what left the source is removed', () => {
      const tab = imported(model(...before, vertex('c', '', 'C', at(400, 0))));
      apply(tab, planned(tab, 'set b label="Bee"').edits);
      updated(tab, vertex('a', '', 'Aye', at(0, 0)), vertex('b', '', 'B2', at(200, 0)), before[2] ?? '');
      expect(Array.from([...tab.elements()].filter(isBox), ({ label }) => label)).toEqual(['Aye', 'Bee']);
      const [arrow] = [...tab.elements()].filter((element): element is Arrow => isArrow(element));
      expect(arrow).toBeDefined();
    });
  });
});

function reportOf(tab: TabIndex, text: string) {
  const { edits, imports } = planned(tab, operation(text));
  return {
    edits,
    reports: imports.flatMap(({ dropped }) => dropped.map(({ source, what, why }) => `${source}: ${what} (${why})`)),
  };
}
