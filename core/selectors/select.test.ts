import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import { Work } from '../planning/work.ts';
import { drawn, refusal, tabWith } from '../ops/drawn.test-support.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import { selectAll, selectOne, selectOperand, selectTargets, selectUnion } from './select.ts';
import type { Search } from '../planning/planning.ts';

const search = (tab: TabIndex, selected: readonly string[] | null = null): Search => ({ tab, selected, work: new Work() });
const refs = (found: readonly Element[] | Problem): string[] | string =>
  isProblem(found) ? found.code : found.map(({ id }) => id.slice(0, id.indexOf('~')));
const all = (tab: TabIndex, selector: string, selected: readonly string[] | null = null) =>
  refs(selectAll(selector, search(tab, selected)));
const one = (tab: TabIndex, selector: string): string => {
  const found = selectOne(selector, search(tab));
  return isProblem(found) ? found.code : found.id.slice(0, found.id.indexOf('~'));
};

const drawing = () =>
  drawn(
    'add square id=api label="API gateway" at:0,0\nadd db id=orders label="Orders DB" at:0,200\nadd sticky id=note label="api note" at:900,0',
    'add circle id=apple label="apple" at:900,300\nadd square id=front label="Front page" at:400,0\nadd square id=lone at:1500,0',
    'connect front -> api id=calls label="calls"\nconnect api -> orders id=sql\nconnect orders -> front id=back\nconnect orders -> apple id=feeds',
    [
      { op: 'add', element: { type: 'frame', id: 'outer', label: 'Outer', x: -60, y: -60, width: 700, height: 500 } },
      { op: 'add', element: { type: 'lane', id: 'inner', label: 'Inner', x: -50, y: 150, width: 300, height: 200 } },
    ],
  );

describe('selectors', () => {
  test('[SL1] a ref, an id and a unique prefix name an element', () => {
    const tab = drawing();
    const id = tab.idsOfSlug('api')[0]!;
    for (const selector of ['api', id, id.slice(0, 6), 'orders', 'ord', ` ${id} `])
      expect(one(tab, selector)).toMatch(/^(api|orders)$/);
    expect(one(tab, 'ap')).toBe('target_ambiguous');
    expect(one(tab, 'zzz')).toBe('target_not_found');
    expect(one(tab, 'API')).toBe('target_not_found');
  });

  test('[SL2] a whole slug takes precedence over a longer id that starts with it', () => {
    const tab = drawn('add square id=a\nadd square id=ab\nadd square id=abc');
    expect(one(tab, 'a')).toBe('a');
    expect(one(tab, 'ab')).toBe('ab');
    expect(one(tab, 'abc')).toBe('abc');
  });

  test('[SL2] a slug that a merge duplicated is ambiguous, and each element is reached with a prefix past the tilde', () => {
    const [first] = drawn('add square id=a label=one').elements();
    const tab = tabWith([first!, { ...first!, id: 'a~10000000', label: 'two' }]);
    expect(one(tab, 'a')).toBe('target_ambiguous');
    expect(tab.refOf('a~10000000')).toBe('a~1');
    expect(one(tab, 'a~1')).toBe('a');
  });

  test('[SL3] a quoted label names an element, ignoring case', () => {
    const tab = drawing();
    expect(one(tab, '"orders db"')).toBe('orders');
    expect(one(tab, '"ORDERS DB"')).toBe('orders');
    expect(one(tab, '"orders"')).toBe('target_not_found');
    expect(one(tab, '"CALLS"')).toBe('calls');
  });

  test('[SL5] label~, type: and shape: match by content and kind', () => {
    const tab = drawing();
    expect(all(tab, 'label~API')).toEqual(['api', 'note']);
    expect(all(tab, 'label~"front p"')).toEqual(['front']);
    expect(all(tab, 'type:shape')).toEqual(['api', 'apple', 'front', 'lone', 'orders']);
    expect(all(tab, 'type:cylinder')).toEqual(['orders']);
    expect(all(tab, 'type:Database')).toEqual(['orders']);
    expect(all(tab, 'shape:db')).toEqual(['orders']);
    expect(all(tab, 'shape:sticky')).toBe('target_not_found');
    expect(all(tab, 'type:sticky')).toEqual(['note']);
    expect(all(tab, 'type:arrow')).toEqual(['back', 'calls', 'feeds', 'sql']);
    expect(all(tab, 'type:nothing')).toBe('target_not_found');
  });

  test('[SL6] in: matches members at any depth, and no arrows', () => {
    const tab = drawing();
    expect(all(tab, 'in:outer')).toEqual(['api', 'front', 'inner', 'orders']);
    expect(all(tab, 'in:"inner"')).toEqual(['orders']);
    expect(all(tab, 'in:outer type:square')).toEqual(['api', 'front']);
    expect(all(tab, 'in:outer "front page"')).toEqual(['front']);
    expect(all(tab, 'in:api')).toBe('target_not_found');
  });

  test('[SL7] arrows are matched by their ends', () => {
    const tab = drawing();
    expect(all(tab, 'front->api')).toEqual(['calls']);
    expect(all(tab, '"Front page" -> "api gateway"')).toEqual(['calls']);
    expect(all(tab, 'api->front')).toBe('target_not_found');
    expect(all(tab, 'from:orders')).toEqual(['back', 'feeds']);
    expect(all(tab, 'to:"Orders DB"')).toEqual(['sql']);
    expect(all(tab, 'from:orders to:apple')).toEqual(['feeds']);
  });

  test('[SL8] downstream: and upstream: follow arrows, in cycles as well, without x itself', () => {
    const tab = drawing();
    expect(all(tab, 'downstream:api')).toEqual(['apple', 'front', 'orders']);
    expect(all(tab, 'upstream:apple')).toEqual(['api', 'front', 'orders']);
    expect(all(tab, 'downstream:apple')).toBe('target_not_found');
    expect(all(tab, 'downstream:api upstream:apple shape:db')).toEqual(['orders']);
  });

  test('[SL9] selected matches the selection of the owner', () => {
    const tab = drawing();
    expect(all(tab, 'selected', [...tab.idsOfSlug('note'), ...tab.idsOfSlug('api'), 'gone~00000000'])).toEqual(['api', 'note']);
    expect(all(tab, 'selected', [])).toBe('target_not_found');
    expect(all(tab, 'selected', null)).toBe('target_not_found');
  });

  test('[SL10] [SL11] an element must match all terms', () => {
    const tab = drawing();
    expect(all(tab, 'api note')).toBe('target_not_found');
    expect(all(tab, 'label~api type:sticky')).toEqual(['note']);
    expect(all(tab, 'label~api in:outer')).toEqual(['api']);
  });

  test('[SL13] in a list refs and labels each add an element, and the other terms intersect', () => {
    const tab = drawing();
    expect(refs(selectUnion('api "apple" type:shape in:outer', search(tab)))).toEqual(['api', 'apple', 'front', 'orders']);
    expect(refs(selectUnion('api api', search(tab)))).toEqual(['api']);
    expect(refs(selectUnion('api nothing', search(tab)))).toBe('target_not_found');
  });

  test('[SL4] an element named by a reserved word is reached by its label or a longer ref', () => {
    const tab = drawing();
    expect(one(tab, 'front')).toBe('parse_error');
    expect(one(tab, tab.refOf(tab.idsOfSlug('front')[0]!))).toBe('front');
    expect(tab.refOf(tab.idsOfSlug('front')[0]!)).toMatch(/^front~/);
  });

  test('[SL11] [SL12] a selector without a match is refused with the nearest labels, an ambiguous one with its candidates', () => {
    const tab = drawing();
    expect(selectOperand('"Order DB"', search(tab))).toMatchObject({
      code: 'target_not_found',
      members: { nearest: ['Orders DB'] },
    });
    expect(selectOperand('gateway', search(tab))).toMatchObject({ members: { nearest: ['API gateway'] } });
    expect(selectOne('label~api', search(tab))).toMatchObject({
      code: 'target_ambiguous',
      members: { candidates: [{ ref: 'api', kind: 'square', label: 'API gateway' }, { ref: 'note', kind: 'sticky', label: 'api note' }] },
    }); // prettier-ignore
  });

  test('a selector where one element is named is reported as such', () => {
    const tab = drawn('add square id=a\nadd square id=b');
    for (const line of ['move a right-of:type:square', 'connect a -> in:f', 'order a above=label~x'])
      expect([line, refusal(tab, line)]).toEqual([
        line,
        expect.objectContaining({
          code: 'target_not_found',
          message: expect.stringContaining('is a selector, and here one element is named.'),
          hint: 'Give a ref, an id or a label in quotes.',
        }),
      ]);
  });

  test('[SL12] the messages quote the selector, and the hints say what to do', () => {
    const tab = drawn('add square id=a label=X\nadd square id=b label=X\nadd square id=c\nconnect a -> b\nconnect a -> b again');
    const said = (refused: unknown): string[] => [(refused as Problem).detail, (refused as Problem).hint];
    const asked = (selector: string): string[] => said(selectOne(selector, search(tab)));
    const several = 'Use the ref of one of the candidates.';
    const both = 'label "X" matches 2 elements: a (square "X"), b (square "X").';
    expect(asked('"X"')).toEqual([both, several]);
    expect(said(selectOperand('"X"', search(tab)))).toEqual([both, several]);
    expect(said(selectTargets('"X"', false, search(tab)))).toEqual([
      both,
      'Use the ref of one of the candidates, or add the flag all.',
    ]);
    expect(asked('a->b')).toEqual(['"a->b" matches 2 elements: arrow-2 (arrow a -> b), arrow (arrow a -> b).', several]);
    const read = 'Read the tab with view=outline: it shows every ref and label.';
    expect(asked('label~zzz')).toEqual(['Nothing on the tab matches "label~zzz".', read]);
    expect(asked('label~"an X" shape:square')).toEqual([
      'Nothing on the tab matches "label~\\"an X\\" shape:square".',
      'Nearest: "X".',
    ]);
    expect(asked('type:sticky')[1]).toBe(read);
    expect(asked('kind:square')).toEqual([
      'Nothing on the tab matches "kind:square", and there is no selector "kind:".',
      'Those with a key: label~, type:, shape:, group:, in:, from:, to:, downstream:, upstream:.',
    ]);
  });

  test('[SL15] group: matches the members of a group and of the groups in it', () => {
    const tab = drawn('add square id=a group=pay\nadd square id=b group=pay/icons\nadd square id=c group=pay2\nadd square id=d\nconnect a -> b id=e group=pay'); // prettier-ignore
    expect(all(tab, 'group:pay')).toEqual(['a', 'b', 'e']);
    expect(all(tab, 'group:PAY/icons')).toEqual(['b']);
    expect(all(tab, 'group:pay type:arrow')).toEqual(['e']);
    expect(all(tab, 'group:icons')).toBe('target_not_found');
    expect(all(tab, 'group:')).toBe('parse_error');
  });

  test('[SL14] a search stays within its budget', () => {
    const tab = drawing();
    const poor: Search = { tab, selected: null, work: new Work(3) };
    selectAll('type:shape', poor);
    expect(poor.work.exhausted).toBe(true);
    expect(poor.work.spent).toBeLessThan(6);
  });
});
