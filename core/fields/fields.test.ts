import { describe, expect, test } from 'vitest';

import { elementTypes } from '#schema/element.ts';

import { answered, drawn, planned, refusal } from '../ops/drawn.test-support.ts';
import { editDistance } from './edit-distance.ts';
import { fieldNames, isTextField } from './field-table.ts';
import { findKind, nearestShape } from './kinds.ts';
import { capLabel } from './label-cap.ts';

const square = () => drawn('add square id=a label=A');
const value = (line: string, field: string): unknown =>
  new Map(Object.entries(planned(square(), line).edits[0]?.after ?? {})).get(field);
const warnings = (line: string): string[] => answered(square(), line).filter((text) => text.startsWith('!'));

describe('field-table', () => {
  test('every type has its own fields, without id, type and z', () => {
    for (const type of elementTypes) {
      const names = fieldNames(type);
      expect(names).toEqual(expect.arrayContaining(['label', 'note', 'text-color', 'locked']));
      for (const identity of ['id', 'type', 'z', 'ref', '__proto__', 'textColor']) expect(names).not.toContain(identity);
      expect(names.includes('width')).toBe(type !== 'arrow');
    }
    expect(fieldNames('table')).toEqual(expect.arrayContaining(['columns', 'rows']));
    expect(fieldNames('arrow')).toEqual(expect.arrayContaining(['from', 'to', 'heads', 'points']));
  });

  test('text fields are those that are text in every type', () => {
    for (const name of ['label', 'note', 'fill', 'text-color', 'url', 'layer']) expect(isTextField(name)).toBe(true);
    for (const name of ['x', 'text', 'opacity', 'locked', 'rows', 'points', 'bogus', 'constructor'])
      expect(isTextField(name)).toBe(false);
  });
});

describe('coerce-value', () => {
  test('a wrong case and a number out of range are coerced', () => {
    expect(value('set a fill=BLUE', 'fill')).toBe('blue');
    expect(value('set a stroke=#ABCDEF', 'stroke')).toBe('#abcdef');
    expect(warnings('set a stroke=#ABCDEF')).toEqual([
      '! colour_overrides_theme a: stroke #abcdef stays as it is when the theme changes.',
    ]);
    expect(value('set a border=Dashed', 'border')).toBe('dashed');
    expect(value('set a opacity=7', 'opacity')).toBe(1);
    expect(value('set a width=0', 'width')).toBe(1);
    expect(value('set a x=-1e9', 'x')).toBe(-10_000_000);
    expect(warnings('set a opacity=7')).toEqual(['! value_coerced a: opacity 7 became 1.']);
    expect(warnings('set a fill=blue')).toEqual([]);
  });

  test('a refused number shows its range, and labelAt how a label is placed', () => {
    expect(refusal(square(), 'set a opacity=half')).toMatchObject({ hint: 'opacity takes a number from 0 to 1.' });
    const tab = () => drawn('add square id=a\nadd square id=b\nconnect a -> b id=e label=pays');
    for (const wrong of ['auto', 'middle', '30%', '"0.3"', 'true', '[0.3]'])
      expect(refusal(tab(), `set e labelAt=${wrong}`)).toMatchObject({
        code: 'invalid_value',
        field: 'labelAt',
        hint: 'labelAt takes a number from 0 (the start of the arrow) to 1 (its end), such as labelAt=0.3, or nothing (labelAt=).',
      });
    expect(answered(tab(), 'set e labelAt=7')).toEqual(['~ e labelAt unset→1', '! value_coerced e: labelAt 7 became 1.']);
    expect(refusal(tab(), 'set a labelAt=0.3')).toMatchObject({ code: 'unknown_field' });
  });

  test('a group is one to four names, in lower case', () => {
    expect(value('set a group=payments/icons', 'group')).toBe('payments/icons');
    expect(value('set a group=7', 'group')).toBe('7');
    expect(warnings('set a group=Payments')).toEqual(['! value_coerced a: group "Payments" became "payments".']);
    expect(value('set a group=a/b/c/d', 'group')).toBe('a/b/c/d');
    const name = 'x'.repeat(64);
    expect(value(`set a group=${name}/${name}/${name}/${name}`, 'group')).toHaveLength(259);
    for (const wrong of ['a/b/c/d/e', 'a//b', '/a', 'a/', '"a b"', '""', 'ä', `${name}x`, '[1]'])
      expect(refusal(square(), `set a group=${wrong}`)).toMatchObject({
        code: 'invalid_value',
        field: 'group',
        hint: 'group takes one to four names of a-z 0-9 - _, the outermost group first, such as payments or payments/icons, or nothing (group=).',
      });
    expect(planned(drawn('add square id=a group=g'), 'set a group=').edits[0]?.after).not.toHaveProperty('group');
  });

  test('a number or boolean in a text field becomes text', () => {
    expect(value('set a label=007', 'label')).toBe('007');
    expect(warnings('set a label=1.50')).toEqual([]);
    expect(value('set a label=true', 'label')).toBe('true');
    expect(warnings('set a label=true')).toHaveLength(1);
    expect(planned(square(), [{ op: 'set', target: 'a', fields: { label: 5 } }]).results.map(({ code }) => code)).toContain(
      'value_coerced',
    );
  });

  test('a boolean in the wrong case is coerced', () => {
    expect(value('set a locked=True', 'locked')).toBe(true);
    expect(warnings('set a locked=TRUE')).toEqual(['! value_coerced a: locked "TRUE" became true.']);
    expect(value('set a label=True', 'label')).toBe('True');
    expect(refusal(square(), 'set a locked=Truee').code).toBe('invalid_value');
  });

  test('numbers, booleans and nulls in the cells of a table become text', () => {
    const table = () => drawn('add table id=a');
    const lines = answered(table(), 'set a columns=["Item",2026] rows=[["Tea",2.5],[true,null]]');
    expect(lines.filter((line) => line.startsWith('!'))).toHaveLength(2);
    const { edits } = planned(table(), 'set a columns=["Item",2026] rows=[["Tea",2.5],[true,null]]');
    expect(edits[0]?.after).toMatchObject({
      columns: ['Item', '2026'],
      rows: [
        ['Tea', '2.5'],
        ['true', ''],
      ],
    });
    expect(refusal(table(), 'set a rows=["Tea",2.5]')).toMatchObject({
      code: 'invalid_value',
      hint: 'rows takes a list of rows, each a list of texts: rows=[["Tea","2.50"],["Cake","3"]].',
    });
    expect(refusal(table(), 'set a rows=[[["x"]]]').code).toBe('invalid_value');
  });

  test('any other value is refused with the allowed ones', () => {
    const lines = [
      'fill=bluish',
      'fill=#fff',
      'fill=#12345g',
      'fill="url(https://evil)"',
      'border=wavy',
      'text=big',
      'text="18"',
      'x="5"',
      'x=five',
      'x=true',
      'opacity=[1]',
      'locked=1',
      'locked="true"',
      'label={"a":1}',
      'label=[1]',
      'link=javascript:alert(1)',
      'link="https://a b"',
      'link=https://user@example.org/',
      'link=https://example.com:80@evil.example/',
      'link=http://user:secret@example.org',
      'font=Arial',
      'rotation=abc',
    ];
    for (const line of lines) expect([line, refusal(square(), `set a ${line}`).code]).toEqual([line, 'invalid_value']);
    expect(refusal(square(), 'set a border=wavy')).toMatchObject({
      allowed: ['solid', 'dashed', 'dotted', 'none'],
      field: 'border',
    });
    expect(refusal(square(), 'set a locked=1')).toMatchObject({ allowed: [true, false] });
    expect(value('set a link=mailto:ada@example.org', 'link')).toBe('mailto:ada@example.org');
  });

  test('a text longer than its field allows is refused', () => {
    expect(refusal(square(), [{ op: 'set', target: 'a', fields: { note: 'x'.repeat(20_001) } }])).toMatchObject({
      code: 'too_large',
      limit: 20_000,
    });
    expect(refusal(square(), [{ op: 'set', target: 'a', fields: { label: 'x'.repeat(20_001) } }])).toMatchObject({
      code: 'too_large',
    });
    expect(planned(square(), [{ op: 'set', target: 'a', fields: { note: '👍'.repeat(16_000) } }]).counts.changed).toBe(1);
    const tab = drawn('add text id=t');
    expect(refusal(tab, [{ op: 'set', target: 't', fields: { label: 'x'.repeat(10_001) } }])).toMatchObject({
      code: 'too_large',
      limit: 10_000,
    });
  });

  test('[OPR91] a hex color is accepted with a warning', () => {
    expect(warnings('set a fill=#1f6feb text-color=#000000').map((line) => line.split(' ')[1])).toEqual([
      'colour_overrides_theme',
      'colour_overrides_theme',
    ]);
  });

  test('[OPR92] boards and sheets do not come or go by changing the shape', () => {
    expect(refusal(square(), 'set a shape=plan-board')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(drawn('add plan-board id=p'), 'set p shape=square')).toMatchObject({ code: 'invalid_value' });
    expect(value('set a shape=db', 'shape')).toBe('cylinder');
    expect(warnings('set a shape=db')).toEqual([]);
    expect(warnings('set a shape=cylnder')).toEqual(['! shape_coerced a: shape "cylnder" became "cylinder".']);
    expect(refusal(drawn('add sticky id=s'), 'set s shape=square')).toMatchObject({ code: 'unknown_field' });
  });
});

describe('kinds', () => {
  test('aliases resolve, and every name leads to a kind', () => {
    expect(findKind('db')).toEqual({ kind: { type: 'shape', shape: 'cylinder' }, coercion: null });
    expect(findKind('Sticky')).toEqual({ kind: { type: 'sticky' }, coercion: 'value_coerced' });
    expect(findKind('DECISION').coercion).toBe('value_coerced');
    expect(nearestShape('cilinder')).toBe('cylinder');
    expect(nearestShape('rectangel')).toBe('square');
    for (const name of ['', '__proto__', 'constructor', 'x'.repeat(10_000), '日本'])
      expect(findKind(name).coercion).toBe('shape_coerced');
  });

  test('edit distance counts insertions, removals and replacements', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('same', 'same')).toBe(0);
  });
});

describe('label-cap', () => {
  test('a label of forty characters stays, one of forty-one is capped', () => {
    expect(capLabel('👍'.repeat(40), undefined)).toBeNull();
    expect(capLabel('👍'.repeat(41), undefined)?.label).toBe(`${'👍'.repeat(39)}…`);
  });

  test('the heading of a capped label is its first line, otherwise whole words', () => {
    expect(capLabel('Payment service\nhandles all payments of all customers', undefined)?.label).toBe('Payment service');
    expect(capLabel('Payment service handles all payments of all customers', undefined)?.label).toBe(
      'Payment service handles all payments…',
    );
    expect(capLabel('x'.repeat(50), undefined)?.label).toHaveLength(40);
    expect(capLabel(`${'\n'.repeat(50)}text`, undefined)?.label).toBe('text');
    expect(capLabel(' '.repeat(60), undefined)?.label).toBe('…');
  });

  test('a repeated operation with a long label changes nothing', () => {
    const label = 'A label that is clearly longer than forty characters';
    const tab = drawn('add square id=a note="old note"', `set a label="${label}"`);
    expect(planned(tab, `set a label="${label}"`).edits).toEqual([]);
    expect(planned(tab, `set a label="${label}" note="${label}"`).edits[0]?.after).toMatchObject({ note: label });
    expect(planned(tab, `set a label="${label} too"`).edits[0]?.after).toMatchObject({
      note: `${label} too\n\n${label}\n\nold note`,
    });
  });

  test('the full text of a capped label goes into the note, before the existing one', () => {
    const label = 'A label that is clearly longer than forty characters';
    const tab = drawn('add square id=a note="old note"');
    expect(planned(tab, `set a label="${label}"`).edits[0]?.after).toMatchObject({
      note: `${label}\n\nold note`,
      label: 'A label that is clearly longer than…',
    });
    // Sent again, the note does not grow.
    const capped = drawn(`add square id=a note="old note"\nset a label="${label}"`);
    expect(planned(capped, `set a label="${label}"`).edits).toEqual([]);
    expect(planned(capped, `set a label="${label} and more"`).edits[0]?.after).toMatchObject({
      note: `${label} and more\n\n${label}\n\nold note`,
    });
    expect(planned(tab, `set a label="${label}" note=`).edits[0]?.after).toMatchObject({ note: label });
    expect(planned(tab, `set a note= label="${label}"`).edits[0]?.after).toMatchObject({ note: label });
    expect(answered(tab, `set a label="${label}"`).at(-1)).toContain('! label_capped a:');
    const sticky = drawn('add sticky id=s');
    expect(planned(sticky, `set s label="${label}"`).edits[0]?.after).toMatchObject({ label });
    expect(planned(tab, `add square label="${label}"`).edits[0]?.after).toMatchObject({ note: label });
  });
});
