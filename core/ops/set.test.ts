import { describe, expect, test } from 'vitest';

import type { Box, Shape, Table } from '#schema/element.ts';

import { renderSvg } from '../render/render-svg.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { answered, apply, drawn, named, plan, planned, refusal, tabWith } from './drawn.test-support.ts';

describe('set', () => {
  test('set changes the named fields and nothing else', () => {
    const tab = drawn('add square id=a label=A fill=blue');
    const [edit] = planned(tab, 'set a stroke=red note="n" text-color=grey').edits;
    expect(edit?.after).toEqual({ ...edit?.before, stroke: 'red', note: 'n', textColor: 'grey' });
    expect(answered(tab, 'set a stroke=red fill=teal')).toEqual(['~ a fill blue→teal stroke unset→red']);
  });

  test('[OPR20] an empty value unsets, in both forms', () => {
    const tab = drawn('add square id=a label=A fill=blue note=n');
    expect(planned(tab, 'set a fill= note=').edits[0]?.after).not.toHaveProperty('fill');
    expect(planned(tab, [{ op: 'set', target: 'a', fields: { label: null } }]).edits[0]?.after).not.toHaveProperty('label');
    expect(planned(tab, 'set a label=""').edits[0]?.after).not.toHaveProperty('label');
    expect(refusal(tab, 'set a width=')).toMatchObject({ code: 'invalid_value' });
    expect(planned(tab, 'set a stroke=').edits).toEqual([]);
  });

  test('[OPR20] the label of an arrow is fixed on its line, and placed automatically again, in both forms', () => {
    const tab = drawn('add square id=a at:0,0\nadd square id=b at:400,0\nconnect a -> b id=e label=pays');
    expect(answered(tab, 'set e labelAt=0.3')).toEqual(['~ e labelAt unset→0.3']);
    apply(tab, planned(tab, [{ op: 'set', target: 'e', fields: { labelAt: 0 } }]).edits);
    expect(named(tab, 'e')).toMatchObject({ labelAt: 0 });
    expect(planned(tab, 'set e labelAt=').edits[0]?.after).not.toHaveProperty('labelAt');
    expect(planned(tab, [{ op: 'set', target: 'e', fields: { labelAt: null } }]).edits[0]?.after).not.toHaveProperty('labelAt');
  });

  test('[OPR21] a box grows around its center for a longer label, and not for a shorter one', () => {
    const tab = drawn('add square id=a label=A at:0,0');
    const after = planned(tab, 'set a label="Supercalifragilisticexpialidocious"').edits[0]?.after as Shape;
    expect(after.width).toBeGreaterThan(160);
    expect(after.x + after.width / 2).toBe(80);
    expect(after.y + after.height / 2).toBe(40);
    expect(answered(tab, 'set a label="Supercalifragilisticexpialidocious"')[0]).toContain('width 160→');
    expect(planned(tab, 'set a label="Supercalifragilisticexpialidocious" width=170').edits[0]?.after).toMatchObject({
      width: 170,
      height: 80,
      x: 0,
    });
    expect(planned(tab, 'set a label=B').edits[0]?.after).toMatchObject({ x: 0, y: 0, width: 160, height: 80 });
  });

  test('[OPR21] a box that was too small for its label keeps its size with a shorter one', () => {
    const tab = drawn('add square id=a label="Supercalifragilisticexpialidocious" at:0,0 width=60 height=30');
    expect(planned(tab, 'set a label="Supercalifragilistic"').edits[0]?.after).toMatchObject({
      x: 0,
      y: 0,
      width: 60,
      height: 30,
    });
  });

  test('[OPR21] a table grows downwards for cells that no longer fit', () => {
    const tab = drawn('add table id=t columns=["Name","Price"] rows=[["Tea","2"]] at:0,0');
    const before = named<Box>(tab, 't');
    const words = 'a sentence that takes a good many lines in a column of this width. '.repeat(4).trim();
    const after = (line: string): Box => planned(tab, line).edits[0]?.after as Box;
    const longer = after(`set t rows=[["Tea","${words}"]]`);
    expect([longer.x, longer.y, longer.width]).toEqual([before.x, before.y, before.width]);
    expect(longer.height).toBeGreaterThan(before.height);
    const svg = (table: Box): string => renderSvg(tabWith([table]));
    expect(svg(longer)).not.toContain('…');
    expect(svg({ ...longer, height: longer.height - 20 })).toContain('…');
    const rows = JSON.stringify(Array.from({ length: 9 }, () => ['Tea', '2']));
    expect(svg(after(`set t rows=${rows}`))).not.toContain('…');
    expect(after(`set t rows=[["Tea","${words}"]] height=160`).height).toBe(160);
    expect(after('set t fill=blue').height).toBe(before.height);
    const small = drawn('add table id=t columns=["Name"] rows=[["Tea"],["Coffee"]] width=200 height=40 at:0,0');
    expect(planned(small, 'set t rows=[["Tea"]]').edits[0]?.after).toMatchObject({ height: 40 });
  });

  test('[OPR21] measuring the cells of tables is work that a changeset has a limit for', () => {
    const [columns = [], ...rows] = Array.from({ length: 51 }, () => Array.from({ length: 50 }, () => 'a'));
    const table = { type: 'table', z: 'a0', x: 0, y: 0, width: 900, height: 900, columns, rows } as const;
    const tab = (): TabIndex => tabWith(['t', 'u'].map((slug): Table => ({ ...table, id: `${slug}~00000000` })));
    const limit = { workLimit: 200_000 };
    expect(refusal(tab(), 'set type:table text=lg all', limit).code).toBe('work_limit_exceeded');
    expect(planned(tab(), 'set t text=lg', limit).counts.changed).toBe(1);
    expect(planned(tab(), 'set type:table fill=blue all', limit).counts.changed).toBe(2);
  });

  test('[OPR22] locked elements, layers and tabs are not changed', () => {
    const tab = drawn('add square id=a locked=true\nadd square id=b');
    expect(refusal(tab, 'set a locked=false')).toMatchObject({ code: 'element_locked', elements: ['a'] });
    expect(refusal(tab, 'set type:shape fill=red all')).toMatchObject({ code: 'element_locked' });
    expect(planned(tab, 'set b locked=false').edits).toEqual([]);
    expect(refusal(tab, 'set b locked=true\nset b fill=red')).toMatchObject({ code: 'element_locked', operation: 1 });
    const layers = [
      { id: 'base', name: 'Base', locked: true, hidden: false },
      { id: 'top', name: 'Top', locked: false, hidden: false },
    ];
    const layered = tabWith([{ ...named(drawn('add square id=a'), 'a'), layer: 'base' }, named(drawn('add square id=b'), 'b')], {
      layers,
    });
    expect(refusal(layered, 'set a fill=red')).toMatchObject({ code: 'element_locked' });
    expect(refusal(layered, 'set b layer=base')).toMatchObject({ code: 'element_locked' });
    expect(planned(layered, 'set b layer=top').counts.changed).toBe(1);
    expect(refusal(layered, 'set b layer=nowhere')).toMatchObject({ code: 'invalid_value', allowed: ['base', 'top'] });
    expect(refusal(tabWith([], { locked: true }), 'add square')).toMatchObject({ code: 'element_locked' });
  });

  test('[OPR23] with all, every match changes or none', () => {
    const tab = drawn('add square id=a\nadd square id=b\nadd sticky id=c\nconnect a -> b');
    expect(planned(tab, 'set type:shape fill=red all').counts).toEqual({ added: 0, changed: 2, removed: 0 });
    expect(refusal(tab, 'set type:shape fill=red')).toMatchObject({
      code: 'target_ambiguous',
      candidates: [{ ref: 'a' }, { ref: 'b' }],
    });
    expect(refusal(tab, 'set label~zz fill=red all')).toMatchObject({ code: 'target_not_found' });
    expect(refusal(tab, 'set from:a x=5 all')).toMatchObject({ code: 'unknown_field' });
  });

  test('[OPR90] ids, types and fields that the server maintains are unknown fields', () => {
    const tab = drawn('add square id=a\nadd square id=b\nconnect a -> b');
    for (const field of [
      'id',
      'type',
      'z',
      'comments',
      'votes',
      'createdAt',
      'rev',
      'ref',
      'constructor',
      'toString',
      'hasOwnProperty',
    ]) {
      expect(refusal(tab, [{ op: 'set', target: 'a', fields: { [field]: 'x' } }])).toMatchObject({
        code: 'unknown_field',
        fields: expect.arrayContaining(['label', 'text-color']) as unknown,
      });
    }
    expect(refusal(tab, 'set arrow x=5')).toMatchObject({ code: 'unknown_field' });
  });

  test('[OPR93] the ends of an arrow are attached to the elements that they name', () => {
    const tab = drawn('add square id=a\nadd square id=b\nadd square id=c\nconnect a -> b');
    expect(planned(tab, 'set arrow to={"element":"c"}').edits[0]?.after).toMatchObject({ to: { element: named(tab, 'c').id } });
    expect(refusal(tab, 'set arrow to={"element":"gone"}')).toMatchObject({ code: 'invalid_result' });
    expect(planned(tab, 'set arrow to=c.left@0.3').edits[0]?.after).toMatchObject({
      to: { element: named(tab, 'c').id, side: 'left', offset: 0.3 },
    });
    expect(refusal(tab, 'set arrow to=gone')).toMatchObject({ code: 'invalid_result' });
    expect(refusal(tab, 'set arrow to=c.middle')).toMatchObject({
      code: 'invalid_value',
      hint: 'to takes the box where the arrow ends: to={"element":"b","side":"left","offset":0.3}.',
    });
    tab.update([{ id: named(tab, 'b').id, element: null }]);
    expect(planned(tab, 'set arrow label=dangling').counts.changed).toBe(1);
  });

  test('operations see the results of the ones before them', () => {
    const tab = drawn('add square id=a label=A');
    const { edits } = planned(
      tab,
      'add square id=b label=A2\nset "a2" fill=red\nset a label=A3\nset "A3" fill=blue\nset a label=A fill=',
    );
    expect(edits).toHaveLength(1);
    expect(edits[0]?.after).toMatchObject({ label: 'A2', fill: 'red' });
  });

  test('[OPR7] a refusal leaves the tab unchanged', () => {
    const tab = drawn('add square id=a label=A');
    const before = structuredClone([...tab.elements()]);
    expect('errors' in plan(tab, 'set a fill=red\nadd square\nrm a\nset nothing fill=red')).toBe(true);
    expect([...tab.elements()]).toEqual(before);
  });

  test('an element larger than its limit in bytes is refused', () => {
    const tab = drawn('add table id=t');
    const cell = 'x'.repeat(1_900);
    const rows = Array.from({ length: 40 }, () => [cell]);
    expect(refusal(tab, [{ op: 'set', target: 't', fields: { rows } }])).toMatchObject({ code: 'too_large', limit: 65_536 });
    apply(tab, planned(tab, [{ op: 'set', target: 't', fields: { rows: rows.slice(0, 30) } }]).edits);
    expect(refusal(tab, [{ op: 'set', target: 't', fields: { note: 'é'.repeat(9_000) } }])).toMatchObject({ code: 'too_large' });
  });
});
