import { describe, expect, test } from 'vitest';

import { cardFor, groundOf } from './boards.test-support.ts';
import { type Lanes, staysAt, nextTarget, nextSpot } from './lane-steps.ts';
import { lanesOf } from './lanes.ts';

const ground = groundOf();
const cards = [
  cardFor('a', { priority: 'high' }),
  cardFor('b', { priority: 'high' }),
  cardFor('c', { priority: 'low' }),
  cardFor('d', { priority: 'low', status: 'done~1' }),
];
/** Low, medium and urgent are lanes too: empty ones are skipped. */
const board: Lanes = { columns: ground.columns, lanes: lanesOf('priority', cards, ground) };
const idOf = (letter: string): string => cardFor(letter).id;
const at = (letter: string, lane: string) => ({ id: idOf(letter), lane });

describe('the keyboard on a board', () => {
  test('goes from card to card, on into the next lane that has one, and stops at the edge', () => {
    expect(nextSpot(board, at('a', 'high'), 'ArrowDown')).toEqual(at('b', 'high'));
    expect(nextSpot(board, at('b', 'high'), 'ArrowDown')).toEqual(at('c', 'low'));
    expect(nextSpot(board, at('c', 'low'), 'ArrowUp')).toEqual(at('b', 'high'));
    expect(nextSpot(board, at('c', 'low'), 'ArrowDown')).toBeNull();
    expect(nextSpot(board, at('c', 'low'), 'ArrowRight')).toEqual(at('d', 'low'));
    expect(nextSpot(board, at('b', 'high'), 'ArrowRight')).toBeNull();
    expect(nextSpot(board, at('b', 'high'), 'Home')).toEqual(at('a', 'high'));
    expect(nextSpot(board, at('a', 'high'), 'End')).toEqual(at('b', 'high'));
  });

  test('moves a card within its cell, at the ends into the next lane, and into the next column', () => {
    expect(nextTarget(board, at('a', 'high'), 'ArrowDown')).toEqual({ lane: 'high', status: 'todo~1', before: null });
    expect(nextTarget(board, at('b', 'high'), 'ArrowUp')).toEqual({ lane: 'high', status: 'todo~1', before: idOf('a') });
    expect(nextTarget(board, at('b', 'high'), 'ArrowDown')).toEqual({ lane: 'medium', status: 'todo~1', before: null });
    expect(nextTarget(board, at('c', 'low'), 'ArrowUp')).toEqual({ lane: 'medium', status: 'todo~1', before: null });
    expect(nextTarget(board, at('c', 'low'), 'ArrowRight')).toEqual({ lane: 'low', status: 'done~1', before: idOf('d') });
    expect(nextTarget(board, at('d', 'low'), 'ArrowRight')).toBeNull();
    expect(nextTarget(board, at('a', 'gone'), 'ArrowRight')).toBeNull();
  });

  test('a card that is put beside itself stays', () => {
    const target = { lane: 'high', status: 'todo~1' };
    expect(staysAt(board, at('a', 'high'), { ...target, before: idOf('a') })).toBe(true);
    expect(staysAt(board, at('a', 'high'), { ...target, before: idOf('b') })).toBe(true);
    expect(staysAt(board, at('b', 'high'), { ...target, before: null })).toBe(true);
    expect(staysAt(board, at('a', 'high'), { ...target, before: null })).toBe(false);
    expect(staysAt(board, at('a', 'high'), { ...target, lane: 'low', before: null })).toBe(false);
  });
});
