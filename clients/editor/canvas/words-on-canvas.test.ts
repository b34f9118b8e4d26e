import { describe, expect, test } from 'vitest';

import { tabWith } from '#core/ops/drawn.test-support.ts';
import { labelBox } from '#core/text/label-box.ts';

import { at, drawnTab, idOf } from '../changes/changes.test-support.ts';
import { describeSelection } from '../state/describe-selection.ts';
import { labelSpot } from './label-spot.ts';
import { changeable, nextInOrder, readingOrder } from '../state/reading-order.ts';

const tab = drawnTab(
  'add square id=b label=Payments at:500,0\nadd square id=a label="Orders\\nand more" at:0,0\nadd sticky id=s at:0,400\nconnect a -> b id=w label=pays\nadd square id=m at:60,900\nwrap m in frame id=f label=Core',
);

describe('reading order', () => {
  test('goes down and to the right, members after their frame, arrows last', () => {
    expect(readingOrder(tab).map((id) => id.slice(0, id.indexOf('~')))).toEqual(['a', 'b', 's', 'f', 'm', 'w']);
    expect(nextInOrder(tab, new Set(), 1)).toEqual([idOf(tab, 'a')]);
    expect(nextInOrder(tab, new Set(), -1)).toBeNull();
    expect(nextInOrder(tab, new Set([idOf(tab, 'w')]), 1)).toBeNull();
    expect(nextInOrder(tab, new Set([idOf(tab, 'b'), idOf(tab, 's')]), -1)).toEqual([idOf(tab, 'a')]);
  });

  test('has a group at the place of its first element, and goes on among what is in an entered one', () => {
    const grouped = drawnTab('add square id=a at:0,0 group=g\nadd square id=b at:300,0\nadd square id=c at:600,0 group=g');
    const ids = (...slugs: string[]) => slugs.map((slug) => idOf(grouped, slug));
    expect(nextInOrder(grouped, new Set(), 1)).toEqual(ids('a', 'c'));
    expect(nextInOrder(grouped, new Set(ids('a', 'c')), 1)).toEqual(ids('b'));
    expect(nextInOrder(grouped, new Set(ids('b')), 1)).toBeNull();
    expect(nextInOrder(grouped, new Set(ids('b')), -1)).toEqual(ids('a', 'c'));
    expect(nextInOrder(grouped, new Set(ids('a')), 1, 'g')).toEqual(ids('c'));
    expect(nextInOrder(grouped, new Set(ids('c')), 1, 'g')).toBeNull();
    expect(describeSelection(grouped, new Set(ids('a', 'c')))).toBe('Group of 2: 2 × Rectangle');
    expect(describeSelection(grouped, new Set(ids('a', 'b')))).toBe('2 selected: 2 × Rectangle');
  });

  test('skips hidden elements, and select all skips locked ones too', () => {
    const layers = (isShut: boolean) => [
      { id: 'under', name: 'Under', locked: false, hidden: isShut },
      { id: 'shut', name: 'Shut', locked: isShut, hidden: false },
    ];
    const lines = 'add square id=a\nadd square id=b layer=under\nadd square id=c layer=shut\nadd square id=d locked=true';
    const drawn = drawnTab(lines, { layers: layers(false) });
    const shut = tabWith(drawn.elements(), { layers: layers(true) });
    expect(readingOrder(shut)).toEqual(['a', 'c', 'd'].map((slug) => idOf(drawn, slug)));
    expect(changeable(shut)).toEqual([idOf(drawn, 'a')]);
  });
});

describe('the announced selection', () => {
  test('names the kind, label, size, frame and neighbors of one element', () => {
    expect(describeSelection(tab, new Set([idOf(tab, 'a')]))).toBe(
      'Rectangle Orders and more, 1 of 6, connected to Rectangle Payments',
    );
    expect(describeSelection(tab, new Set([idOf(tab, 'm')]))).toBe('Rectangle, 5 of 6, in Frame Core');
    expect(describeSelection(tab, new Set([idOf(tab, 'w')]))).toBe(
      'Arrow pays, 6 of 6, from Rectangle Orders and more, to Rectangle Payments',
    );
  });

  test('counts several elements by kind', () => {
    expect(describeSelection(tab, new Set([idOf(tab, 'a'), idOf(tab, 'b'), idOf(tab, 's')]))).toBe(
      '3 selected: 2 × Rectangle, Sticky note',
    );
    expect(describeSelection(tab, new Set())).toBe('Nothing selected');
  });

  test('leaves out characters that change the text direction, and shortens long labels', () => {
    const hostile = drawnTab(`add square id=a label="\u202eevil ${'x'.repeat(30)}"`);
    expect(describeSelection(hostile, new Set([idOf(hostile, 'a')]))).toBe(`Rectangle evil ${'x'.repeat(30)}, 1 of 1`);
  });
});

describe('the place of an edited text', () => {
  test('is the label box of a shape, the strip of a frame, the middle of an arrow', () => {
    const a = at(tab, 'a');
    expect(labelSpot(a, tab)).toMatchObject({ rect: labelBox(a as never), align: 'center', sizePx: 16, lines: 2 });
    expect(labelSpot(at(tab, 'f'), tab)).toMatchObject({ align: 'start', weight: 600, lines: 1 });
    const arrow = labelSpot(at(tab, 'w'), tab);
    expect(arrow?.rect.x ?? 0).toBeCloseTo((a.x + a.width + at(tab, 'b').x) / 2 - 80, 0);
    expect(arrow).toMatchObject({ sizePx: 12, align: 'center' });
  });
});
