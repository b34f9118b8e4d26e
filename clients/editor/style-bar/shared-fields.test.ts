import { expect, test } from 'vitest';

import { drawnTab } from '../changes/changes.test-support.ts';
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
