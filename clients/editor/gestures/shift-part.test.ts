import { describe, expect, test } from 'vitest';

import type { Arrow, Element, Point } from '#schema/element.ts';

import { arrow, box } from '#core/arrows/drawing.test-support.ts';
import { labelRect, routeOf } from '#core/drawing/drawn-routes.ts';
import { emptyState } from '#core/ops/drawn.test-support.ts';
import { holdsPoint } from '#core/tab/rect.ts';

import { type Grip, gripsOf } from './handles.ts';
import { Hand } from './hand.test-support.ts';

const angled = (id: string, from: string, to: string, more: Partial<Arrow> = {}): Arrow =>
  arrow(id, from, to, { line: 'angled', z: 'a9', ...more });

function handOver(...elements: readonly Element[]): Hand {
  const hand = new Hand({ ...emptyState, elements: new Map(elements.map((element) => [element.id, element])) });
  hand.select('e');
  return hand;
}

const line = (hand: Hand): readonly Point[] => routeOf(hand.at('e') as Element as Arrow, hand.tab);
const parts = (hand: Hand): Extract<Grip, { kind: 'part' }>[] =>
  gripsOf(hand.tab, hand.selection.get(), 1).filter((grip) => grip.kind === 'part');
const by = ([x, y]: Point, dx: number, dy: number): Point => [x + dx, y + dy];

const [a, b] = [box('a', 0, 0), box('b', 300, 200)];
const ab = angled('e', 'a', 'b');

describe('a part of an angled line', () => {
  test('each part has a grip on the line, clear of the label', () => {
    const hand = handOver(a, b, angled('e', 'a', 'b', { label: 'sends' }));
    const route = line(hand);
    const grips = parts(hand);
    expect(grips).toHaveLength(route.length - 1);
    const label = labelRect(hand.at('e') as Element as Arrow, hand.tab)!;
    for (const { at, index } of grips) {
      const [from, to] = [route[index]!, route[index + 1]!];
      expect(Math.abs((to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0]))).toBeLessThan(1e-6);
      expect(holdsPoint(label, at[0], at[1])).toBe(false);
    }
  });

  test('an inner part moves across alone, and undo takes it back', () => {
    const hand = handOver(a, b, ab);
    const before = line(hand);
    expect(before).toHaveLength(4);
    const [, inner] = parts(hand);
    hand.drag([inner!.at, by(inner!.at, 40, 7), by(inner!.at, 60, 9)]);
    const [dx, dy] = inner!.isLevel ? [0, 9] : [60, 0];
    expect(line(hand)).toEqual(before.map((point, index) => (index === 0 || index === 3 ? point : by(point, dx, dy))));
    expect(hand.at('e')).toMatchObject({ from: ab.from, to: ab.to });
    hand.steps.undo();
    expect(hand.at('e')).not.toHaveProperty('points');
  });

  test('the part next to a box leaves a stub at the box, and the rest follows', () => {
    const hand = handOver(a, b, ab);
    const before = line(hand);
    const [first] = parts(hand);
    hand.drag([first!.at, by(first!.at, 30, 30)]);
    const after = line(hand);
    expect(after[0]).toEqual(before[0]);
    expect(after.at(-1)).toEqual(before.at(-1));
    expect(after).toHaveLength(before.length + 2);
    const [across, shift] = first!.isLevel ? ([1, 30] as const) : ([0, 30] as const);
    expect(after[2]![across]).toBe(before[0]![across] + shift);
  });

  test('a straight line becomes a bracket', () => {
    const hand = handOver(a, box('b', 300, 0), ab);
    const [only] = parts(hand);
    expect(parts(hand)).toHaveLength(1);
    hand.drag([only!.at, by(only!.at, 0, 80)]);
    const route = line(hand);
    expect(route.map(([, y]) => y)).toEqual([30, 30, 110, 110, 30, 30]);
    expect([route[0], route.at(-1)]).toEqual([[100, 30], [300, 30]]); // prettier-ignore
  });

  test('a part that is dragged back gives the line its own way again', () => {
    const hand = handOver(a, b, ab);
    const before = line(hand);
    const [, inner] = parts(hand);
    hand.drag([inner!.at, by(inner!.at, 60, 60)]);
    const [, moved] = parts(hand);
    hand.drag([moved!.at, by(moved!.at, -58, -58)]);
    expect(line(hand)).toEqual(before);
  });

  test('what was shaped keeps its ports and parts when a box moves', () => {
    const hand = handOver(a, b, ab);
    const [, inner] = parts(hand);
    hand.drag([inner!.at, by(inner!.at, 60, 60)]);
    const shaped = line(hand);
    hand.select('a');
    hand.drag([[50, 30], [50, 20], [40, 10]]); // prettier-ignore
    const after = line(hand);
    expect(after.slice(2)).toEqual(shaped.slice(2));
  });

  test('of a locked arrow there is none', () => {
    expect(parts(handOver(a, b, { ...ab, locked: true }))).toEqual([]);
  });
});
