import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { shapeKinds } from '#schema/shape-kinds.ts';
import { icons } from '#core/icons/icons.test-support.ts';
import { renderSvg } from '#core/render/render-svg.ts';
import { tabWith } from '#core/ops/drawn.test-support.ts';

import { after, drawnTab } from '../changes/changes.test-support.ts';
import { type FieldValues, setFields } from '../changes/set-fields.ts';
import type { StyleField } from '../changes/drawn-fields.ts';
import { mixedValues, sharedFields } from './shared-fields.ts';

const tab = drawnTab(
  'add square id=a fill=blue\nadd circle id=b fill=blue text=lg\nadd sticky id=s color=pink\nadd plan-board id=p\nconnect a -> b id=w line=curved\nconnect b -> a id=v label=pays',
);
const of = (...slugs: string[]) => sharedFields(slugs.map((slug) => tab.get(tab.idsOfSlug(slug)[0] ?? '')!));

test('a field that does not affect a kind is not offered', () => {
  expect([...of('w').keys()]).not.toContain('fill');
  expect([...of('a').keys()]).not.toContain('heads');
  expect([...of('w').keys()]).not.toContain('labelAt');
  expect([...of('v').keys()]).toContain('labelAt');
  expect([...of('s').keys()]).toContain('color');
  expect([...of('p').keys()]).not.toContain('shape');
  expect(of().size).toBe(0);
});

test('a field has its shared value, null if it is unset, and "mixed" if values differ', () => {
  const fields = of('a', 'b', 'w');
  expect(fields.get('fill')).toBe('blue');
  expect(fields.get('text')).toBe(mixedValues);
  expect(fields.get('opacity')).toBeNull();
  expect(fields.get('line')).toBe('curved');
  expect(fields.get('shape')).toBe(mixedValues);
});

test('a stroke style is offered only for an outline that is drawn', () => {
  const border = (lines: string): boolean => sharedFields([...drawnTab(lines).elements()]).has('border');
  expect(['add text label=A', 'add square stroke=none'].map(border)).toEqual([false, false]);
  expect(['add text label=A stroke=blue', 'add square', 'add text label=A\nadd square'].map(border)).toEqual([true, true, true]);
});

describe('no control of the style bar is without effect', () => {
  const rect = { x: 0, y: 0, width: 320, height: 240, z: 'a0' };
  const sheet = { sheetId: 'sheet_0000000000000000' };
  const label = 'Words';
  const image = { type: 'image', imageId: 'img_a', ...rect } as const;
  const video = { type: 'video', url: 'https://example.org/tour', ...rect } as const;
  const others: Readonly<Record<string, object>> = {
    text: { type: 'text', label, ...rect },
    'text with an outline': { type: 'text', label, stroke: 'blue', ...rect },
    'shape without an outline': { type: 'shape', shape: 'square', label, stroke: 'none', ...rect },
    sticky: { type: 'sticky', label, ...rect },
    annotation: { type: 'annotation', label, ...rect },
    table: { type: 'table', label, columns: ['A', 'B'], rows: [['1', '2']], ...rect },
    'link card': { type: 'link-card', url: 'https://example.org/', ...rect },
    frame: { type: 'frame', label, ...rect },
    lane: { type: 'lane', label, ...rect },
    stroke: { type: 'stroke', points: [[0, 0], [320, 240]], ...rect }, // prettier-ignore
    arrow: { type: 'arrow', label, from: { x: 0, y: 0 }, to: { x: 300, y: 200 }, z: 'a0' },
    image,
    'image with a caption and an outline': { ...image, label, stroke: 'blue' },
    video,
    'video with a caption and an outline': { ...video, label, stroke: 'blue' },
  };
  const shapes = shapeKinds.map((shape): [string, object] => [
    shape,
    {
      type: 'shape',
      shape,
      label,
      ...rect,
      ...(shape === 'plan-sheet' && { planSheet: sheet }),
      ...(shape === 'icon' && { icon: 'lock' }),
    },
  ]);
  /** Two values of each field that is drawn. */
  const values: Partial<Record<StyleField, readonly [FieldValues[string], FieldValues[string]]>> = {
    color: ['pink', 'blue'],
    fill: ['red', 'blue'],
    stroke: ['red', 'blue'],
    textColor: ['red', 'blue'],
    text: ['sm', 'lg'],
    font: ['serif', 'mono'],
    border: ['dashed', 'dotted'],
    line: ['straight', 'curved'],
    heads: ['start', 'both'],
    direction: ['right', 'down'],
    thickness: [3, 12],
    labelAt: [0.2, 0.8],
    opacity: [0.5, 0.25],
  };

  test.each([...shapes, ...Object.entries(others)])('%s', (_name, fields) => {
    const element = { id: 'one~00000000', ...fields } as Element;
    const drawnWith = (name: string, value: FieldValues[string]): string =>
      renderSvg(after(tabWith([element]), setFields([element.id], { [name]: value })), { icons });
    const dead = [...sharedFields([element]).keys()].filter((name) => {
      const pair = values[name];
      return pair !== undefined && drawnWith(name, pair[0]) === drawnWith(name, pair[1]);
    });
    expect(dead).toEqual([]);
  });
});
