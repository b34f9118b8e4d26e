import { describe, expect, test } from 'vitest';

import { isBox } from '#schema/element.ts';

import { drawn, named, planned, refusal } from '../ops/drawn.test-support.ts';
import { lint } from '../lint/lint.ts';
import { renderSvg } from '../render/render-svg.ts';
import { compartmentsOf, cutsLine, isRecord, type RecordShape } from './compartments.ts';

const lines = 'add entity id=a label="CUSTOMER" sections=[["int id PK","string name","string email_address UK"]] at:0,0';

function recordOf(text: string): RecordShape {
  const box = named(drawn('', text), 'a');
  if (!isBox(box) || !isRecord(box)) throw new Error('It is no record.');
  return box;
}

describe('compartments', () => {
  test('OPR97 a new class or entity is as large as its lines need, and a longer one grows', () => {
    const record = recordOf(lines);
    expect(cutsLine(record)).toBe(false);
    expect(cutsLine({ ...record, height: record.height - 2 })).toBe(true);
    const more = `${lines}\nset a sections=[["int id PK","string a_name_that_is_much_longer_than_the_others PK"],["x","y","z"]]`;
    expect(cutsLine(recordOf(more))).toBe(false);
    expect(recordOf(more).width).toBeGreaterThan(record.width);
  });

  test('OPR97 other shapes have no sections', () => {
    expect(refusal(drawn(''), 'add square sections=[["a"]]').code).toBe('unknown_field');
  });

  test('RD17 the words of an entity are in columns, and every line is in the picture', () => {
    const [section] = compartmentsOf(recordOf(lines));
    const [first = [], second = [], third = []] = section?.lines ?? [];
    expect([first[1]?.left, second[1]?.left, third[1]?.left]).toEqual([first[1]?.left, first[1]?.left, first[1]?.left]);
    expect(first[2]?.left).toBe(third[2]?.left);
    expect(first.map(({ text }) => text)).toEqual(['int', 'id', 'PK']);
    const svg = renderSvg(drawn('', lines));
    for (const word of ['CUSTOMER', 'email_address', 'UK']) expect(svg).toContain(`>${word}<`);
  });

  test('RD17 a section that is too small ends in an ellipsis', () => {
    const svg = renderSvg(drawn('', `${lines} height=70`));
    expect(svg).toContain('>…<');
    expect(svg).not.toContain('email_address');
  });

  test('LT37 lint reports a cut line', () => {
    expect(lint(drawn('', `${lines} height=70`)).findings.map(({ code }) => code)).toContain('label-overflow');
    expect(lint(drawn('', lines)).findings.map(({ code }) => code)).not.toContain('label-overflow');
  });

  test('OPR98 heads are one word or a list of two', () => {
    const boxes = drawn('', 'add square id=a at:0,0\nadd square id=b at:400,0');
    const headsOf = (value: string) => planned(boxes, `connect a -> b heads=${value}`).edits[0]?.after;
    expect(headsOf('Triangle')).toMatchObject({ heads: 'triangle' });
    expect(headsOf('["one","zero-many"]')).toMatchObject({ heads: ['one', 'zero-many'] });
    expect(refusal(boxes, 'connect a -> b heads=["one"]').code).toBe('invalid_value');
    expect(refusal(boxes, 'connect a -> b heads=club').hint).toContain('zero-many');
  });

  test('RD18 every kind of head differs from the others in the picture', () => {
    const boxes = 'add square id=a at:0,0\nadd square id=b at:400,0\n';
    const kinds = ['end', 'start', 'both', 'none', 'triangle', 'diamond', 'diamond-filled', 'open', 'one', 'many', 'zero-one'];
    const all = [...kinds, 'zero-many', 'one-many', '["triangle","none"]', '["one","zero-many"]', '["diamond","arrow"]'];
    expect(new Set(all.map((heads) => renderSvg(drawn('', `${boxes}connect a -> b heads=${heads}`)))).size).toBe(all.length);
  });

  test('LT36 arrows between entities are no flow', () => {
    const boxes = ['a', 'b', 'c', 'd'].map((id, index) => `add KIND id=${id} label=${id} at:${index * 400},0`).join('\n');
    const arrows = 'connect a -> b\nconnect b -> c\nconnect a -> c\nconnect d -> c';
    const found = (kind: string) =>
      lint(drawn('', `${boxes.replaceAll('KIND', kind)}\n${arrows}`)).findings.map(({ code }) => code);
    expect(found('square')).toContain('flow-backwards');
    expect(found('entity')).not.toContain('flow-backwards');
  });
});
