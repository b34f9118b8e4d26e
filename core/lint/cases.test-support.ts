/** For each lint code a drawing that has the fault, and the same drawing fixed. */
import type { LintCode } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';

import { arrow, box, frame } from '../arrows/drawing.test-support.ts';

/** Two boxes in a column and an arrow: clean. */
export const clean = [box('a', 0, 0, 160, 80), box('b', 0, 140, 160, 80), arrow('e', 'a', 'b')];

/** A drawing with the fault, the finding's elements and fix, and the drawing as the fix leaves it. */
export const cases: Partial<Record<LintCode, { faulty: Element[]; elements: string[]; fix: string; mended: Element[] }>> = {
  'box-overlap': {
    faulty: [box('a', 0, 0), box('b', 50, 30), arrow('e', 'a', 'b')],
    elements: ['a', 'b'],
    fix: 'move b right-of:a',
    mended: [box('a', 0, 0), box('b', 140, 30), arrow('e', 'a', 'b')],
  },
  'arrow-dangling': { faulty: [...clean, arrow('f', 'b', 'gone')], elements: ['f'], fix: 'rm f', mended: clean },
  'arrow-behind-box': {
    faulty: [box('a', 0, 0), box('b', 200, 0), box('c', 400, 0), arrow('e', 'a', 'c'), arrow('f', 'a', 'b')],
    elements: ['e', 'b'],
    fix: 'set e line=angled',
    mended: [box('a', 0, 0), box('b', 200, 0), box('c', 400, 0), arrow('e', 'a', 'c', { line: 'angled' }), arrow('f', 'a', 'b')],
  },
  'arrows-merge': {
    faulty: [box('a', 0, 0), box('b', 600, 0), box('c', 200, 200), box('d', 400, 200), arrow('e', 'a', 'b'), arrow('f', 'c', 'd', { points: [[250, 30], [450, 30]] })],
    elements: ['e', 'f'],
    fix: 'set f line=angled points=',
    mended: [box('a', 0, 0), box('b', 600, 0), box('c', 200, 200), box('d', 400, 200), arrow('e', 'a', 'b'), arrow('f', 'c', 'd')],
  },
  'edge-crossings': {
    faulty: [box('a', 0, 0), box('b', 200, 0), box('c', 0, 200), box('d', 200, 200), arrow('e', 'a', 'd'), arrow('f', 'c', 'b')],
    elements: ['e', 'f'],
    fix: 'layout type:shape',
    mended: [box('a', 0, 0), box('b', 200, 200), box('c', 0, 200), box('d', 200, 0), arrow('e', 'a', 'd'), arrow('f', 'c', 'b')],
  },
  'label-collision': {
    faulty: [box('a', 0, 0), box('b', 140, 0), arrow('e', 'a', 'b', { label: 'sends the order to' })],
    elements: ['e', 'a', 'b'],
    fix: 'shorter arrow label',
    mended: [box('a', 0, 0), box('b', 140, 0), arrow('e', 'a', 'b', { label: 'to' })],
  },
  'label-overflow': {
    faulty: [box('a', 0, 0, 100, 40, { label: 'Approve the order' })],
    elements: ['a'],
    fix: 'set a text=sm',
    mended: [box('a', 0, 0, 100, 40, { label: 'Approve the order', text: 'sm' })],
  },
  'node-isolated': { faulty: [...clean, box('c', 300, 140)], elements: ['c'], fix: 'connect c -> b', mended: [...clean, box('c', 300, 140), arrow('f', 'c', 'b')] },
  'group-escape': {
    faulty: [frame('f', 0, 0, 300, 200), box('a', 220, 50)],
    elements: ['a', 'f'],
    fix: 'move a inside:f',
    mended: [frame('f', 0, 0, 300, 200), box('a', 180, 50)],
  },
  'group-split-edges': {
    faulty: [frame('f', 0, 0, 300, 200), box('a', 20, 50), box('b', 180, 50), box('c', 400, 50), arrow('e', 'b', 'c'), arrow('g', 'c', 'a')],
    elements: ['f'],
    fix: 'unwrap f',
    mended: [box('a', 20, 50), box('b', 180, 50), box('c', 400, 50), arrow('e', 'b', 'c'), arrow('g', 'c', 'a')],
  },
  'duplicate-label': {
    faulty: [box('a', 0, 0, 160, 80, { label: 'Order' }), box('b', 0, 100, 160, 80, { label: ' order ' })],
    elements: ['a', 'b'],
    fix: 'rename one',
    mended: [box('a', 0, 0, 160, 80, { label: 'Order' }), box('b', 0, 100, 160, 80, { label: 'Invoice' })],
  },
  'flow-backwards': {
    faulty: [box('a', 0, 0), box('b', 200, 0), box('c', 400, 0), box('d', 600, 0), arrow('e', 'a', 'b'), arrow('f', 'b', 'c'), arrow('g', 'd', 'c')],
    elements: ['g', 'd', 'c'],
    fix: 'rewire g from=c to=d',
    mended: [box('a', 0, 0), box('b', 200, 0), box('c', 400, 0), box('d', 600, 0), arrow('e', 'a', 'b'), arrow('f', 'b', 'c'), arrow('g', 'c', 'd')],
  },
  'aspect-extreme': {
    faulty: [box('a', 0, 0), box('b', 300, 0), arrow('e', 'a', 'b')],
    elements: [],
    fix: 'layout type:shape direction=down',
    mended: [box('a', 0, 0), box('b', 0, 120), arrow('e', 'a', 'b')],
  },
  'colour-on-themed': {
    faulty: [box('a', 0, 0, 100, 60, { fill: '#ff0000', stroke: '#00ff00' }), box('b', 0, 100, 100, 60, { fill: 'red' })],
    elements: ['a'],
    fix: 'set a fill= stroke=',
    mended: [box('a', 0, 0), box('b', 0, 100, 100, 60, { fill: 'red' })],
  },
  'missing-glyph': {
    faulty: [box('a', 0, 0, 160, 80, { label: 'গ্রাহক' }), box('b', 0, 140, 160, 80), arrow('e', 'a', 'b')],
    elements: ['a'],
    fix: 'other characters',
    mended: [box('a', 0, 0, 160, 80, { label: 'ग्राहक' }), box('b', 0, 140, 160, 80), arrow('e', 'a', 'b')],
  },
}; // prettier-ignore
