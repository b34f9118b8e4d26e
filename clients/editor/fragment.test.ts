import { expect, test } from 'vitest';

import { fragmentOf } from './fragment.ts';
import { addressOf, routeOfUrl } from './state/routes.ts';

const [document, tab] = ['doc_0mi9k2fbq7mn4k9t1g5x', 'tab_0mi9k2fbq7mn4k9t1g5x'];
const targets = [
  'cs_0mi9k2fbq7mn4k9t1g5x',
  'pay~12345678',
  'page_0mi9k2fbq7mn4k9t1g5x',
  'item_0mi9k2fbq7mn4k9t1g5x',
  'cmt_0mi9k2fbq7mn4k9t1g5x',
  'sheet_0mi9k2fbq7mn4k9t1g5x.row_0mi9k2fbq7mn4k9t1g5x:col_0mi9k2fbq7mn4k9t1g5x',
];

test('SE12 the address of a result names its document, its tab and what is selected there', () => {
  for (const target of targets) {
    expect(fragmentOf(`/d/${document}/${tab}`, target).target).toBe(target);
    const route = routeOfUrl(`https://draw.example/d/${document}/${tab}#${target}`);
    expect(route).toEqual({ screen: 'document', document, tab, target });
    expect(addressOf(route)).toBe(`/d/${document}/${tab}#${target}`);
  }
  expect(routeOfUrl(`https://draw.example/d/${document}`)).toEqual({ screen: 'document', document, tab: null });
});

test('a fragment of another form selects nothing', () => {
  for (const text of ['', 'code=cs_1', 'pay', 'pay~1', 'item_', '<script>', `${targets[1]} `])
    expect(fragmentOf(`/d/${document}`, text).target).toBeNull();
  expect(fragmentOf('/share', 'pay~12345678').target).toBeNull();
});
