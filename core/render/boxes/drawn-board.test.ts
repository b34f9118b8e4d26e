import { describe, expect, test } from 'vitest';

import type { Item } from '#schema/board.ts';
import type { Shape } from '#schema/element.ts';

import { facesOf } from '../../board/card-face.ts';
import { tabWith } from '../../ops/drawn.test-support.ts';
import { readXml } from '../strict-xml.test-support.ts';
import { renderSvg } from '../render-svg.ts';

const status = 'to-do~00000001';
const card = (n: number, more: Partial<Item> = {}): Item => ({ id: `item_${String(n).padStart(20, '0')}`, type: 'task', key: n, rank: `a${n}`, title: `Card ${n}`, status, votes: {}, comments: [], commentsResolved: false, ...more }); // prettier-ignore
const board = (more: Partial<Shape> = {}): Shape => ({ id: 'board~00000001', type: 'shape', shape: 'plan-board', x: 0, y: 0, width: 300, height: 300, z: 'a0', label: 'Sprint', planBoard: { types: null, columns: [{ status, name: 'To do' }] }, ...more }); // prettier-ignore
const draw = (items: readonly Item[], more: Partial<Shape> = {}): string => {
  const svg = renderSvg(tabWith([board(more)]), { cards: facesOf(items, new Map()) });
  return readXml(svg).text;
};

describe('a board', () => {
  test('RD14 shows the cards of its columns by rank, and the number of the others', () => {
    const text = draw([card(3), card(1), card(2), card(9, { status: 'other~00000001' }), card(8, { archived: true })]);
    expect(text.indexOf('Card 1')).toBeGreaterThan(text.indexOf('Sprint'));
    expect(text.indexOf('Card 2')).toBeGreaterThan(text.indexOf('Card 1'));
    expect(text).toContain('#3');
    expect(text).not.toMatch(/Card [89]|\+\d/);
    const many = Array.from({ length: 40 }, (_, n) => card(n + 10));
    const shown = [...draw(many).matchAll(/Card \d+/g)].length;
    expect(shown).toBeGreaterThan(1);
    expect(draw(many)).toContain(`+${40 - shown}`);
  });

  test('RD14 shows only cards of its types, and none in a column that is too narrow for text', () => {
    const items = [card(1), card(2, { type: 'idea' })];
    const columns = [{ status, name: 'To do' }];
    expect(draw(items, { planBoard: { types: ['idea'], columns } })).toMatch(/^(?!.*Card 1).*Card 2/s);
    expect(draw(items, { width: 70 })).not.toContain('Card');
    expect(draw(items, { height: 40 })).not.toContain('Card');
  });

  test('RD15 the head of a column has the number of cards and the limit', () => {
    const columns = [{ status, name: 'To do', wipLimit: 1 }];
    expect(draw([card(1), card(2)], { planBoard: { types: null, columns } })).toContain('2 / 1');
  });

  test('RD5 what people wrote is text and nothing else', () => {
    const hostile = '</text><script>&"\u0000\u202e' + 'x'.repeat(400);
    const svg = renderSvg(tabWith([board()]), { cards: facesOf([card(1, { title: hostile, labels: [hostile, hostile], assignee: { id: 'u', name: hostile, color: '#000000' }, due: '2026-01-01', flagged: true, priority: 'urgent', estimate: 1e3 })], new Map()) }); // prettier-ignore
    expect(svg).not.toContain('<script>');
    expect(() => readXml(svg)).not.toThrow();
  });
});
