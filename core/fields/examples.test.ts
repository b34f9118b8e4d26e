import { describe, expect, test } from 'vitest';

import { elementTypes } from '#schema/element.ts';

import { drawn, plan, planned, refusal } from '../ops/drawn.test-support.ts';
import { fieldExample, valueForms, wholeExample, wholeForms } from './examples.ts';
import { fieldNames, fieldRule } from './field-table.ts';
import { creationHints, namedTypes } from './kinds.ts';

const valueFields = elementTypes.flatMap((type) =>
  fieldNames(type).flatMap((name) => {
    const rule = fieldRule(type, name);
    return rule?.form === 'value' ? [{ type, name, rule }] : [];
  }),
);
/** The shapes that have the field. */
const shapeWith = new Map([['planBoard', 'plan-board'], ['planSheet', 'plan-sheet'], ['sections', 'class']]); // prettier-ignore
const boxes = () => drawn('add square id=a\nadd square id=b\nadd table id=table\nconnect a -> b id=arrow');

describe('examples', () => {
  test('every field that takes JSON has an example, and a refusal shows it', () => {
    for (const { type, name } of valueFields) {
      const form = valueForms.get(name);
      expect(form, `${type} ${name}`).toBeDefined();
      const whole = { type, ...(wholeForms as Record<string, object>)[type], ...(type === 'shape' && { shape: shapeWith.get(name) }), ...(type === 'image' && { imageId: 'img_1' }) }; // prettier-ignore
      expect(refusal(boxes(), [{ op: 'add', element: { ...whole, [name]: 7 } }]).hint).toContain(fieldExample(name, form!));
    }
  });

  test('the examples are accepted', () => {
    const lines = ['columns', 'rows'].map((name) => `set table ${fieldExample(name, valueForms.get(name)!)}`);
    const ends = ['from', 'to', 'points', 'heads'].map((name) => `set arrow ${fieldExample(name, valueForms.get(name)!)}`);
    expect(planned(boxes(), [...lines, ...ends].join('\n')).counts.changed).toBe(2);
    expect(planned(boxes(), `add plan-board ${fieldExample('planBoard', valueForms.get('planBoard')!)}`).counts.added).toBe(1);
    expect(planned(boxes(), `add class ${fieldExample('sections', valueForms.get('sections')!)}`).counts.added).toBe(1);
  });

  test('a whole element of each type that has no kind is accepted as the hint shows it', () => {
    const withKind = new Set<string>([...namedTypes, 'shape']);
    expect(Object.keys(wholeForms).toSorted()).toEqual(elementTypes.filter((type) => !withKind.has(type)).toSorted());
    for (const type of Object.keys(wholeForms) as (keyof typeof wholeForms)[]) {
      const result = plan(boxes(), wholeExample(type).replace('img_…', 'img_1'), { mayReference: () => true });
      expect('errors' in result ? result.errors : [], type).toEqual([]);
      if (type !== 'arrow') expect(creationHints.get(type)).toContain(wholeExample(type));
    }
  });

  test('a whole arrow that lacks an end shows how it is given', () => {
    const { hint } = refusal(boxes(), [{ op: 'add', element: { type: 'arrow', from: 'a' } }]);
    expect(hint).toBe('Give the box where the arrow ends: to={"element":"b","side":"left","offset":0.3}.');
  });

  test('an arrow added by name is refused with the line that draws it', () => {
    const { hint } = refusal(boxes(), 'add arrow id=e from=a.right to=b label="pays for"');
    expect(hint).toBe('An arrow is drawn with: connect a.right -> b id=e label="pays for"');
    expect(planned(boxes(), `${hint.slice('An arrow is drawn with: '.length)} again`).counts.added).toBe(1);
    expect(refusal(boxes(), 'add arrow').hint).toContain('connect <a> -> <b>');
  });
});
