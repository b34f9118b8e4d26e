import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyTab } from '#core/tab/arbitrary-tab.test-support.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { afterMessage, boardMessage, changeMessage, readerCards } from './board.ts';
import { boardOf } from './published-board.test-support.ts';

/** As a page receives it. */
const sent = <T>(message: T): T => JSON.parse(JSON.stringify(message)) as T;

describe('a published board', () => {
  test('PB1 with each change equals the board as a new reader gets it', () => {
    fc.assert(
      fc.property(anyTab(), anyTab(), fc.boolean(), (first, second, keeps) => {
        const before = boardOf(first);
        const after = boardOf(keeps ? { ...second, elements: new Map([...first.elements, ...second.elements]) } : second);
        const reader = afterMessage(null, sent(boardMessage(before)));
        const change = changeMessage(before, after);
        const followed = change === null ? reader : afterMessage(reader, sent(change));
        const fresh = afterMessage(null, sent(boardMessage(after)));
        expect(followed && { ...followed, elements: new Set(followed.elements.values()) }).toEqual(
          fresh && { ...fresh, elements: new Set(fresh.elements.values()) },
        );
      }),
      fuzz(60),
    );
  });

  test('PB2 has no notes, origins, assignees and comments, and does not tell of their changes', () => {
    const element = { type: 'text', id: 'a~1', z: 'a0', x: 0, y: 0, width: 10, height: 10, label: 'A' } as const;
    const noted = { ...element, note: 'secret', origin: { source: 'secret.mmd', id: 'a' } };
    const settings = { id: 'tab_1', name: 'T', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] } as const;
    const plain = boardOf({ ...settings, elements: new Map([[element.id, element]]), skipped: [] });
    const secret = boardOf({ ...settings, elements: new Map([[element.id, noted]]), skipped: [] });
    expect(boardMessage(secret)).toEqual(boardMessage(plain));
    expect(changeMessage(plain, secret)).toBeNull();
    const face = { id: 'c', type: 't', key: 1, title: 'Card', color: null, flagged: false, labels: [], due: null, estimate: null };
    const assigned = { ...face, assignee: { name: 'Ada', color: '#112233' }, comments: 4 };
    expect(readerCards(new Map([['todo', [assigned]]]))).toEqual({ todo: [{ ...face, assignee: null, comments: 0 }] });
  }); // prettier-ignore

  test('PB1 a change before the board is ignored', () => {
    expect(afterMessage(null, { type: 'change', name: 'Late' })).toBeNull();
  });
});
