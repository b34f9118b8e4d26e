import { describe, expect, test } from 'vitest';

import { shapes } from '../../shapes/shape-list.ts';
import { pathRuns } from './path-parts.ts';
import { SketchMemory } from './sketch-memory.ts';
import { sketchedPath } from './sketched-path.ts';

const rounded = 'M14 0H146A14 14 0 0 1 160 14V66A14 14 0 0 1 146 80H14A14 14 0 0 1 0 66V14A14 14 0 0 1 14 0Z';
const numbersOf = (path: string): number[] => (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
const commandsOf = (path: string): string => path.replaceAll(/[^A-Za-z]/g, '');

describe('sketched-path', () => {
  test('RD201 the same seed gives the same lines, and another one others', () => {
    expect(sketchedPath(rounded, 'a 1', 2)).toBe(sketchedPath(rounded, 'a 1', 2));
    const seeds = ['a 1', 'a 2', 'b 1', 'a~00000001 1', 'a~00000002 1'];
    expect(new Set(seeds.map((seed) => sketchedPath(rounded, seed, 2))).size).toBe(seeds.length);
  });

  test('RD201 a moved path keeps its lines', () => {
    const [here, there] = ['M0 0H160V80H0Z', 'M1000 -500H1160V-420H1000Z'].map((path) => numbersOf(sketchedPath(path, 'a', 2)));
    const moved = here?.map((value, index) => value + (index % 2 === 0 ? 1000 : -500)) ?? [];
    expect(there).toHaveLength(moved.length);
    for (const [index, value] of moved.entries()) expect(there?.[index]).toBeCloseTo(value, 0);
  });

  test('RD200 each line is drawn as often as asked, near its place, and neither time as it is', () => {
    const line = 'M0 0L200 0';
    const [once, twice] = [1, 2].map((times) => sketchedPath(line, 'x', times));
    expect(commandsOf(once ?? '')).toBe('MC');
    expect(commandsOf(twice ?? '')).toBe('MCMC');
    expect(twice?.startsWith(once ?? '-')).toBe(true);
    const off = numbersOf(twice ?? '').filter((_, index) => index % 2 === 1);
    expect(off.some((value) => value !== 0)).toBe(true);
    for (const value of off) expect(Math.abs(value)).toBeLessThan(5);
  });

  test('RD200 the pen is lifted at corners alone, and an open line stays near its ends', () => {
    expect(commandsOf(sketchedPath('M0 0H100V100H0Z', 'x', 1))).toBe('MCMCMCMC');
    expect(commandsOf(sketchedPath(rounded, 'x', 1))).toBe(`M${'C'.repeat(8)}`);
    const arrow = numbersOf(sketchedPath('M0 0L92 0Q100 0 100 8L100 300', 'x', 1));
    expect(commandsOf(sketchedPath('M0 0L92 0Q100 0 100 8L100 300', 'x', 1))).toBe('MCCC');
    expect(Math.hypot(arrow.at(-2)! - 100, arrow.at(-1)! - 300)).toBeLessThan(1.1);
  });

  test('RD200 every outline of a shape can be sketched, and stays within a few pixels of its rectangle', () => {
    const rect = { x: 100, y: 50, width: 180, height: 120 };
    // The outline of an icon is only what arrows meet.
    for (const [kind, { outline }] of Object.entries(shapes).filter(([name]) => name !== 'icon')) {
      const { body, behind = [], lines = '', solid = '' } = outline(rect);
      for (const path of [...(typeof body === 'string' ? [body] : []), ...behind, lines, solid].filter((one) => one !== '')) {
        expect(pathRuns(path), `${kind}: ${path}`).not.toBeNull();
        const ends = pathRuns(sketchedPath(path, kind, 2))?.flatMap(({ parts }) => parts.map(({ to }) => to)) ?? [];
        expect(ends.length, kind).toBeGreaterThan(0);
        for (const [x, y] of ends) {
          expect(x, kind).toBeGreaterThan(95);
          expect(x, kind).toBeLessThan(285);
          expect(y, kind).toBeGreaterThan(45);
          expect(y, kind).toBeLessThan(175);
        }
      }
    }
  });

  test('an arc is turned into curves that end where it does', () => {
    const [run] = pathRuns('M0 50A50 50 0 0 1 100 50A50 50 0 0 1 0 50Z') ?? [];
    expect(run?.isClosed).toBe(true);
    expect(run?.parts.map(({ to }) => to.map(Math.round))).toEqual([[50, 0], [100, 50], [50, 100], [0, 50]]); // prettier-ignore
    const [large] = pathRuns('M10 0A10 10 0 1 0 20 10') ?? [];
    expect(large?.parts).toHaveLength(3);
  });

  test('path data of other commands stays as it is', () => {
    expect(pathRuns('M0 0h10')).toBeNull();
    expect(sketchedPath('M0 0h10', 'x', 2)).toBe('M0 0h10');
  });

  test('a memory sketches a path again only if it changed', () => {
    const memory = new SketchMemory();
    for (const path of [rounded, rounded, 'M0 0H10', rounded])
      for (const times of [2, 1]) expect(memory.pathOf(path, 'a 1', times)).toBe(sketchedPath(path, 'a 1', times));
  });
});
