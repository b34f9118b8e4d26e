import { describe, expect, test } from 'vitest';

import { isProblem } from '#schema/problem.ts';
import type { Page } from '#schema/tab.ts';

import { pagesIn } from './pages-in.ts';

const pages = ['Cover', 'Plan, in short', '3-4', 'Costs', 'Costs'].map((name, index): Page => ({
  id: `page_${'abcde'[index]}`,
  place: index + 1,
  kind: 'slide',
  name,
  size: '16:9',
  orientation: 'landscape',
  layout: 'free',
  background: null,
  rect: { x: index * 1400, y: 0, width: 1280, height: 720 },
})); // prettier-ignore

const found = (list: string): string => {
  const named = pagesIn(list, pages);
  return isProblem(named) ? named.code : named.map(({ place }) => place).join(' ');
};

describe('pages-in', () => {
  test('[DG24] pages are found by ids, places, ranges and names, in the order of the list and once', () => {
    expect(found('2')).toBe('2');
    expect(found('page_c')).toBe('3');
    expect(found('4, 1-2')).toBe('4 1 2');
    expect(found('Cover,5,1')).toBe('1 5');
    expect(found('1 - 5')).toBe('1 2 3 4 5');
  });

  test('[DG24] a name is found before a list or a range', () => {
    expect(found('Plan, in short')).toBe('2');
    expect(found('3-4')).toBe('3');
  });

  test('[DG24] what names no page, or several by one name, is refused', () => {
    for (const list of ['6', '0', '1,6', '4-6', '2-1', '', '1,,2', 'Nothing']) expect(found(list), list).toBe('page_not_found');
    expect(found('1,Costs')).toBe('target_ambiguous');
  });
});
