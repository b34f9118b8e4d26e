import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { afterMessage, type BoardMessage, boardMessage, changeMessage, type PublishedMessage } from '#core/published/board.ts';
import { boardOf } from '#core/published/published-board.test-support.ts';
import type { CardFace } from '#core/board/card-face.ts';
import type { SheetFace } from '#core/sheet/face.ts';
import { anyTab } from '#core/tab/arbitrary-tab.test-support.ts';
import type { Element, Text } from '#schema/element.ts';
import type { TabSettings } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { ReaderTab } from './reader-tab.ts';

const sent = <T extends PublishedMessage>(message: T): T => JSON.parse(JSON.stringify(message)) as T;
const settings: TabSettings = { id: 'tab_1', name: 'T', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] }; // prettier-ignore
const text = (id: string, label: string): Text => ({ type: 'text', id, z: 'a0', x: 0, y: 0, width: 10, height: 10, label });
const message = (elements: readonly Element[], frame: Partial<BoardMessage> = {}): BoardMessage => ({
  ...boardMessage({ ...boardOf({ ...settings, elements: new Map(), skipped: [] }) }),
  elements,
  ...frame,
});
const changesOf = (tab: ReaderTab) => {
  const changes: { elements: string[]; settings: boolean }[] = [];
  tab.onChange(({ elements, settings: restyled }) => changes.push({ elements: [...elements], settings: restyled }));
  return changes;
};

describe("a reader's tab", () => {
  test('after each message equals the board of that moment, and so after a whole board', () => {
    fc.assert(
      fc.property(anyTab(), fc.array(fc.tuple(anyTab(), fc.boolean(), fc.boolean()), { maxLength: 4 }), (first, steps) => {
        const whole = boardMessage(boardOf(first));
        let board = afterMessage(null, sent(whole));
        const tab = new ReaderTab(sent(whole));
        for (const [state, keeps, isWhole] of steps) {
          if (board === null) throw new Error('there is a board');
          const next = boardOf(keeps ? { ...state, elements: new Map([...board.elements, ...state.elements]) } : state);
          const step: PublishedMessage | null = isWhole ? boardMessage(next) : changeMessage(board, next);
          if (step === null) continue;
          tab.take(sent(step));
          board = afterMessage(board, sent(step));
          expect(new Map(Array.from(tab.view.elements(), (one) => [one.id, one]))).toEqual(board?.elements);
          expect(tab.view.settings).toEqual(board?.settings);
        }
      }),
      fuzz(60),
    );
  });

  test('changes what differs alone, after a reconnection too', () => {
    const [a, b, c] = [text('a~1', 'A'), text('b~1', 'B'), text('c~1', 'C')];
    const tab = new ReaderTab(message([a, b]));
    const changes = changesOf(tab);
    tab.take({ type: 'change', put: [{ ...a, label: 'A2' }] });
    tab.take(message([{ ...a, label: 'A2' }, c]));
    expect(changes).toEqual([
      { elements: ['a~1'], settings: false },
      { elements: ['b~1', 'c~1'], settings: true },
    ]);
  });

  test('keeps its theme until another one is set', () => {
    const tab = new ReaderTab(
      message([], { settings: { ...settings, theme: 'custom:ours' }, theme: { backgroundColor: '#102030' } }),
    );
    const { theme } = tab;
    expect(theme.background).toBe('#102030');
    tab.take(message([], { settings: { ...settings, theme: 'custom:ours' }, theme: { backgroundColor: '#102030' } }));
    expect(tab.theme).toBe(theme);
    tab.take({ type: 'change', theme: { backgroundColor: '#203040' } });
    expect(tab.theme.background).toBe('#203040');
    tab.take({ type: 'change', settings: { ...settings, theme: 'dark' }, theme: null });
    expect(tab.theme.background).not.toBe('#203040');
  });

  test('has the cards and cells of the moment, and says what they redraw', () => {
    const face: SheetFace = { title: 'Costs', cols: [], rows: [], frozen: { rows: 0, cols: 0 }, cells: [] };
    const card: CardFace = { id: 'item_1', type: 'task', key: 1, title: 'Pay', color: null, flagged: false, labels: [], due: null, estimate: null, assignee: null, comments: 0 }; // prettier-ignore
    const sheet: Element = { ...text('s~1', ''), type: 'shape', shape: 'plan-sheet', planSheet: { sheetId: 'sheet_1' } };
    const tab = new ReaderTab(message([sheet, text('a~1', 'A')], { sheets: { sheet_1: face } }));
    const redrawn: string[] = [];
    tab.onRedraw((shows) =>
      redrawn.push(
        ...Array.from(tab.view.elements())
          .filter(shows)
          .map(({ id }) => id),
      ),
    );
    tab.take({ type: 'change', sheets: { sheet_1: { ...face, title: 'Costs 2' } }, cards: { todo: [card] } });
    expect([redrawn, tab.sheet('sheet_1')?.title, tab.cards.get('todo')]).toEqual([['s~1'], 'Costs 2', [card]]);
    tab.take({ type: 'change', sheets: { sheet_1: null } });
    expect(tab.sheet('sheet_1')).toBeNull();
  });

  test('follows the name of the document and the tabs of the link', () => {
    const tab = new ReaderTab(message([]));
    tab.take({ type: 'change', name: 'Refunds', tabs: [{ id: 'tab_1', name: 'Flow' }, { id: 'tab_2', name: 'Data' }] }); // prettier-ignore
    expect([tab.name, tab.tabs.map(({ name }) => name)]).toEqual(['Refunds', ['Flow', 'Data']]);
  });
});
