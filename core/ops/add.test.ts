import { describe, expect, test } from 'vitest';

import type { Arrow, Box, Image, Shape, Sticky, Table } from '#schema/element.ts';

import { answered, drawn, named, planned, refusal, tabWith } from './drawn.test-support.ts';

const box = (tab: ReturnType<typeof drawn>, slug: string) => {
  const { x, y, width, height } = named<Shape>(tab, slug);
  return [x, y, width, height];
};

describe('add', () => {
  test('[OPR10] add creates elements from kinds, aliases and types', () => {
    const tab = drawn(
      'add square id=a\nadd db id=b\nadd sticky id=c\nadd text id=d label=hello\nadd table id=e\nadd annotation id=f\nadd link-card id=g url=https://example.org',
    );
    expect(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((slug) => named(tab, slug).type)).toEqual([
      'shape',
      'shape',
      'sticky',
      'text',
      'table',
      'annotation',
      'link-card',
    ]);
    expect(named<Shape>(tab, 'b').shape).toBe('cylinder');
    expect(answered(tab, 'add database')).toHaveLength(1);
  });

  test('[OPR10] a wrong case and an unknown kind are coerced with a warning', () => {
    expect(answered(tabWith([]), 'add Circle').at(-1)).toBe('! value_coerced circle: "Circle" became circle.');
    expect(answered(tabWith([]), 'add hexagn').at(-1)).toBe('! shape_coerced hexagon: "hexagn" became hexagon.');
    expect(answered(tabWith([]), 'add __proto__ id=x')[0]).toMatch(/^\+ x /);
  });

  test('[OPR10] kinds that cannot be created by name are refused with a hint how to create them', () => {
    for (const kind of ['frame', 'lane', 'arrow', 'image', 'Video', 'stroke'])
      expect(refusal(tabWith([]), `add ${kind}`)).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tabWith([]), 'add arrow').hint).toContain('connect');
  });

  test('[OPR10] a whole element in a line is refused with the JSON form that it needs', () => {
    for (const line of ['add {"type":"sticky"}', 'add [1]', 'add "square"', 'insert {"type":"sticky"} between a b']) {
      const { code, message } = refusal(tabWith([]), line);
      expect([line, code]).toEqual([line, 'parse_error']);
      expect(message).toContain('a kind, such as square');
    }
    expect(refusal(tabWith([]), 'add {"type":"sticky"}').message).toContain('{"op":"add","element":{…}}');
  });

  test('[OPR11] a new element is sized for its label or as given, and placed', () => {
    const tab = drawn(
      'add square id=a\nadd square id=b label="A rather long label for a small box"\nadd square id=c x=-500 y=7 width=300 height=50',
    );
    expect(box(tab, 'a')).toEqual([0, 0, 160, 80]);
    expect(named<Shape>(tab, 'b').x).toBe(200);
    expect(box(tab, 'c')).toEqual([-500, 7, 300, 50]);
    expect(refusal(tab, 'add square x=5')).toMatchObject({ code: 'invalid_value' });
  });

  test('[OPR94] ids come from the label, else from the kind, and are unique', () => {
    const tab = drawn(
      'add square label="Über-Größe 2!"\nadd square label="日本"\nadd square\nadd square label=all\nadd sticky label="A very long label, longer than any slug"',
    );
    const slugs = [...tab.elements()].map(({ id }) => id.split('~')[0]);
    expect(slugs).toEqual(['uber-gro-e-2', 'square', 'square-2', 'all-2', 'a-very-long-label']);
    expect(refusal(tab, 'add square id=square')).toMatchObject({ code: 'id_taken', suggestion: 'square-3' });
    for (const id of ['A', '1a', '"a b"', 'a~00000000', `"${'a'.repeat(25)}"`, 'ä'])
      expect(refusal(tab, `add square id=${id}`)).toMatchObject({ code: 'invalid_value', field: 'id' });
    expect(refusal(tab, 'add square id=x\nadd square id=x')).toMatchObject({ code: 'id_taken', operation: 1, line: 2 });
  });

  test('[OPR12] a whole element keeps its given fields', () => {
    const image = {
      type: 'image',
      id: 'pic',
      imageId: 'img_0000000000000000',
      x: 5,
      y: 6,
      width: 70,
      height: 80,
      naturalWidth: 700,
      naturalHeight: 800,
      alt: 'A picture',
    };
    const tab = drawn('add square id=a', [{ op: 'add', element: image }]);
    expect(named<Image>(tab, 'pic')).toMatchObject({ ...image, id: expect.stringMatching(/^pic~/) as unknown });
    const id = 'full~abcdefgh';
    expect(planned(tab, [{ op: 'add', element: { type: 'sticky', id, fill: 'pink' } }]).edits[0]?.after).toMatchObject({
      id,
      color: 'pink',
    });
    expect(refusal(tab, [{ op: 'add', element: { type: 'sticky', id: 'a~abcdefgh' } }])).toMatchObject({ code: 'id_taken' });
  });

  test('[OPR12] a kind of shape, or a type in the wrong case, is understood as the type of a whole element', () => {
    const added = (element: object) => planned(tabWith([]), [{ op: 'add', element }]);
    const rect = added({ type: 'rect', label: 'Pay', x: 5, y: 6 });
    expect(rect.edits[0]?.after).toMatchObject({ type: 'shape', shape: 'square', label: 'Pay', x: 5, y: 6 });
    expect(rect.results[1]?.line).toBe('! value_coerced pay: type "rect" became type "shape" with shape "square".');
    const frame = added({ type: 'Frame', label: 'F', x: 0, y: 0, width: 200, height: 100 });
    expect(frame.edits[0]?.after).toMatchObject({ type: 'frame', label: 'F', width: 200 });
    expect(frame.results[1]?.line).toBe('! value_coerced f: type "Frame" became type "frame".');
    expect(added({ type: 'sticky' }).results).toHaveLength(1);
  });

  test('[OPR12] a whole element runs the same checks as any other', () => {
    const whole = (element: object) => refusal(tabWith([]), [{ op: 'add', element }]);
    for (const field of ['comments', 'votes', 'createdAt', 'rev', 'constructor']) {
      expect(whole({ type: 'sticky', [field]: [] })).toMatchObject({ code: 'unknown_field', field });
    }
    expect(whole({ type: 'nonsense' })).toMatchObject({ code: 'invalid_value', field: 'type' });
    expect(whole({ type: 'square', shape: 'circle' })).toMatchObject({ code: 'invalid_value', field: 'type' });
    expect(whole({ type: 'shape' })).toMatchObject({ code: 'invalid_value' });
    expect(whole({ type: 'image', x: 0, y: 0 })).toMatchObject({ code: 'invalid_value', field: 'imageId' });
    expect(whole({ type: 'video', url: 'javascript:alert(1)' })).toMatchObject({ code: 'invalid_value', field: 'url' });
    expect(whole({ type: 'sticky', z: '<' })).toMatchObject({ code: 'invalid_value', field: 'z' });
    expect(whole({ type: 'sticky', id: 5 })).toMatchObject({ code: 'invalid_value' });
    expect(whole({ type: 'table', columns: [], rows: [] })).toMatchObject({ code: 'invalid_value' });
    expect(
      refusal(tabWith([]), [{ op: 'add', element: { type: 'image', imageId: 'img_0000000000000000' } }], {
        mayReference: () => false,
      }),
    ).toMatchObject({ code: 'invalid_value' });
  });

  test('[OPR12] the ends of a whole arrow are attached to the elements that they name', () => {
    const tab = drawn('add square id=a label=A\nadd square id=b label=B');
    const arrow = (from: unknown, to: unknown) => [{ op: 'add', element: { type: 'arrow', id: 'c', from, to } }];
    const after = planned(tab, arrow({ element: 'a', side: 'top' }, { element: '"b"' })).edits[0]?.after as Arrow;
    expect(after).toMatchObject({ from: { element: named(tab, 'a').id, side: 'top' }, to: { element: named(tab, 'b').id } });
    expect(planned(tab, arrow({ x: 1, y: 2 }, { element: 'b' })).counts.added).toBe(1);
    expect(refusal(tab, arrow({ element: 'gone~00000000' }, { x: 1, y: 2 }))).toMatchObject({
      code: 'invalid_result',
      elements: ['gone~00000000'],
    });
    expect(refusal(tab, arrow({ x: 1 }, { x: 1, y: 2 }))).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tab, [{ op: 'add', element: { type: 'arrow', from: { x: 0, y: 0 } } }])).toMatchObject({
      code: 'invalid_value',
      field: 'to',
    });
    const withArrow = drawn('add square id=a\nadd square id=b\nconnect a -> b');
    expect(refusal(withArrow, arrow({ element: 'arrow' }, { x: 1, y: 2 }))).toMatchObject({
      code: 'invalid_result',
      elements: ['arrow'],
    });
  });

  test('[OPR13] a new element is in front of everything', () => {
    const tab = drawn('add square id=a\nadd square id=b', 'add square id=c');
    expect(['a', 'b', 'c'].map((slug) => named(tab, slug).z)).toEqual(['a0', 'a1', 'a2']);
  });

  test('[OPR11] x and y together with a placement are refused, as only one can hold', () => {
    const tab = drawn('add square id=a');
    for (const line of ['add square x=900 y=700 right-of:a', 'add square x=900 y=700 at:1,2', 'add square x=900 right-of:a'])
      expect([line, refusal(tab, line)]).toEqual([line, expect.objectContaining({ code: 'invalid_value', field: 'x' })]);
    expect(refusal(tab, 'add square y=9 right-of:a')).toMatchObject({ code: 'invalid_value', field: 'y' });
  });

  test('[OPR11] a table is sized for what is in its cells', () => {
    const size = (line: string): number[] => {
      const { width, height } = named<Box>(drawn(`add table id=t ${line}`), 't');
      return [width, height];
    };
    expect(size('columns=["A","B"] rows=[["1","2"]]')).toEqual([360, 160]);
    expect(size('columns=["Service","Responsible team of the department","No"] rows=[["a","b","c"]]')).toEqual([380, 160]);
    const [width = 0, height = 0] = size(`columns=["A","B"] rows=[["${'words and more '.repeat(20).trim()}",""],["x","y"]]`);
    expect(width).toBe(360);
    expect(height).toBeGreaterThan(200);
    expect(size('columns=["A","B"] rows=[["一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十","2"]]')[0]).toBe(360);
    expect(size('columns=["A","Responsible team of the department"] width=300')[0]).toBe(300);
  });

  test('[OPR14] a plan board gets its columns, a table its cells', () => {
    const tab = drawn('add plan-board id=p label=Sprint\nadd table id=t columns=["A","B"] rows=[["1","2"]]\nadd table id=u');
    const columns = named<Shape>(tab, 'p').planBoard?.columns ?? [];
    expect(columns.map(({ name }) => name)).toEqual(['To do', 'Doing', 'Done']);
    expect(columns.map(({ status }) => status.split('~')[0])).toEqual(['to-do', 'doing', 'done']);
    expect(new Set(columns.map(({ status }) => status)).size).toBe(3);
    expect(named<Table>(tab, 't')).toMatchObject({ columns: ['A', 'B'], rows: [['1', '2']] });
    expect(named<Table>(tab, 'u').columns).toHaveLength(3);
  });

  test('[OPR15] a plan sheet needs a sheet of the document', () => {
    const line = 'add plan-sheet planSheet={"sheetId":"sheet_0000000000000000"}';
    expect(planned(tabWith([]), line).counts.added).toBe(1);
    expect(refusal(tabWith([]), line, { mayReference: () => false })).toMatchObject({
      code: 'invalid_value',
      field: 'planSheet',
    });
    expect(refusal(tabWith([]), 'add plan-sheet')).toMatchObject({ code: 'invalid_value', field: 'planSheet' });
    expect(refusal(tabWith([]), 'add square planBoard={"types":null,"columns":[]}')).toMatchObject({ code: 'unknown_field' });
  });

  test('a sticky takes its own color names', () => {
    const tab = drawn('add sticky id=s fill=teal');
    expect(named<Sticky>(tab, 's')).toMatchObject({ color: 'teal' });
    expect(named(tab, 's')).not.toHaveProperty('fill');
    expect(refusal(tab, 'add sticky fill=#ff0000')).toMatchObject({
      code: 'invalid_value',
      message: 'fill does not take "#ff0000".',
      allowed: expect.arrayContaining(['yellow']) as unknown,
    });
  });
});
