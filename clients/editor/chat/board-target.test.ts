import { describe, expect, test } from 'vitest';

import { boardTarget } from './board-target.ts';

const document = 'doc_0mi9k2f4ab3kq8wz1c7x';
const tab = 'tab_0mi9k2f4cd5m2pt9e6ya';
const changeset = 'cs_0mi9k2g1x8vb4n7r2w5h';

describe('boardTarget', () => {
  test.each([
    ['the address of a changeset', { document: 'Payments' }, `https://a.example/d/${document}/${tab}#${changeset}`, { document, tab, changeset }],
    ['the path of a tab', { document: 'Payments' }, `/d/${document}/${tab}`, { document, tab, changeset: null }],
    ['ids among the arguments, where the answer names nothing', { document, tab }, undefined, { document, tab, changeset: null }],
    ['an address among the arguments', { document: `https://a.example/d/${document}` }, 7, { document, tab: null, changeset: null }],
    ['nothing, where only names are given', { document: 'Payments', tab: 'Flow' }, undefined, null],
  ])('finds %s', (_what, input, board, target) => {
    expect(boardTarget(input, { _meta: { 'atelier/board': board } })).toEqual(target);
  });
}); // prettier-ignore
