import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import type { Card } from '#schema/board.ts';
import { addSheet, editSheet, removeSheet } from '#schema/ydoc/sheets.ts';
import { writeCards } from '#schema/ydoc/cards.ts';
import { applyEdits, initDocument, insertTab, removeTab, setTab } from '#schema/ydoc/write.ts';

import { axisOf, colId, rowId, sheetId } from '#core/sheet/sheet.test-support.ts';

import type { Editor } from '../state/editor.ts';
import { Desk, Office } from '../live/desk.test-support.ts';
import { Signal } from '../state/signal.ts';
import { stepPlace } from './step-place.ts';
import { stepWords } from './step-words.ts';

const [first, second] = ['tab_00000000000000000001', 'tab_00000000000000000002'] as const;
const settings = (id: string, name: string, order: string) => ({ id, name, mode: 'canvas', theme: 'light', locked: false, order, layers: [], pages: [] }) as const; // prettier-ignore
const box = (slug: string, more: object = {}) => ({ id: `${slug}~00000000`, type: 'shape', shape: 'square', z: 'a0', x: 0, y: 0, width: 100, height: 50, ...more }) as Element; // prettier-ignore
const board = box('board', { shape: 'plan-board', x: 500, width: 400, height: 300, planBoard: { types: null, columns: [{ status: 'todo~00000000', name: 'Item' }] } }); // prettier-ignore
const card: Card = { id: 'item_00000000000000000001', type: 'task', title: 'Write', rank: 'a1', status: 'todo~00000000' };
const lines = (kind: typeof rowId) => [...axisOf([0, 1, 2].map((at) => kind(at, 0))).orders];
const sheet = { tabId: second, title: 'Budget', rows: lines(rowId), cols: lines(colId) };

/** A person who looks at one tab of a document with two. */
function atDesk() {
  const office = new Office();
  initDocument(office.doc, { name: 'Plan' });
  insertTab(office.doc, settings(first, 'Tab 1', 'a0'));
  insertTab(office.doc, settings(second, 'Tab 2', 'a1'));
  const desk = new Desk(office, 7);
  const add = (tab: string, ...elements: Element[]): boolean => desk.edit(tab, elements.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
  const remove = (tab: string, ...elements: Element[]): boolean => desk.edit(tab, elements.map((before) => ({ id: before.id, before, after: null }))); // prettier-ignore
  const at = (tab: string, open: { readonly board?: string; readonly sheet?: string } = {}): Editor =>
    ({
      ...desk.editor(tab),
      board: { get: () => open.board ?? null },
      sheet: new Signal(open.sheet ?? null),
    }) as unknown as Editor;
  /** What is shown and announced after a step. */
  const take = (way: 'undo' | 'redo', editor: Editor) => {
    const record = desk[way]();
    return record === null ? null : { place: stepPlace(record, editor), words: stepWords(way, record, editor) };
  };
  return { office, desk, add, remove, at, take };
}

describe('an undone or redone step', () => {
  test('is shown on the tab of its elements: those that exist, and the places of others', () => {
    const { add, remove, at, take } = atDesk();
    add(second, box('a', { label: 'A' }), box('b', { x: 300 }));
    remove(second, box('a', { label: 'A' }));
    expect(take('undo', at(first))).toEqual({
      words: 'Undone on Tab 2: Rectangle A restored',
      place: { kind: 'canvas', tab: second, elements: ['a~00000000'], areas: [area(0)], marked: [], panel: null },
    });
    expect(take('undo', at(second))).toEqual({
      words: 'Undone: 2 elements removed',
      place: {
        kind: 'canvas',
        tab: second,
        elements: [],
        areas: [area(300), area(0)],
        marked: [area(300), area(0)],
        panel: null,
      },
    });
    expect(take('redo', at(first))?.words).toBe('Redone on Tab 2: 2 elements added');
    expect([take('redo', at(second))?.words, take('redo', at(second))]).toEqual(['Redone: Rectangle A removed', null]);
  });

  test('on several tabs is shown on the current one, and names them all', () => {
    const { desk, at, take } = atDesk();
    const both = (): void => {
      desk.transact((doc) => {
        for (const tab of [first, second]) applyEdits(doc, tab, [{ id: box('a').id, before: null, after: box('a') }]);
      });
    };
    both();
    expect(take('undo', at(second))).toMatchObject({
      place: { tab: second },
      words: 'Undone on Tab 1 and Tab 2: 2 elements removed',
    });
    both();
    expect(take('undo', at(first))).toMatchObject({ place: { tab: first } });
  });

  test('on a deleted tab is skipped, by undo and redo', () => {
    const { office, add, desk, at, take } = atDesk();
    add(first, box('a'));
    add(second, box('b'));
    desk.flush();
    removeTab(office.doc, second);
    expect(take('undo', at(first))).toMatchObject({ place: { tab: first }, words: 'Undone: Rectangle removed' });
    expect(take('undo', at(first))).toBeNull();
    expect(take('redo', at(first))).toMatchObject({ place: { tab: first }, words: 'Redone: Rectangle added' });
    expect(take('redo', at(first))).toBeNull();
  });

  test('of cells is shown in their sheet, on its tab unless it is open', () => {
    const { desk, at, take } = atDesk();
    const cell = `${rowId(1, 0)}:${colId(2, 0)}`;
    const write = (n: number): boolean => desk.transact((doc) => editSheet(doc, sheetId(0), { maps: { cells: new Map([[cell, { i: { n } }]]) } })); // prettier-ignore
    desk.transact((doc) => addSheet(doc, sheetId(0), sheet));
    write(1);
    write(2);
    const wanted = { sheet: sheetId(0), cells: [cell], lines: [] };
    expect(take('undo', at(first))).toEqual({
      words: 'Undone: 1 cell of Budget changed',
      place: { kind: 'sheet', tab: second, wanted },
    });
    expect(take('undo', at(first, { sheet: sheetId(0) }))?.place).toEqual({ kind: 'sheet', tab: null, wanted });
    expect(take('undo', at(first))).toEqual({ words: 'Undone: sheet removed', place: { kind: 'nowhere' } });
    expect(take('redo', at(first))).toMatchObject({ words: 'Redone: Budget added', place: { kind: 'sheet', tab: second } });
    desk.transact((doc) => removeSheet(doc, sheetId(0)));
    expect(take('undo', at(first))).toMatchObject({ words: 'Undone: Budget restored', place: { kind: 'sheet', tab: second } });
  });

  test('of a sheet and its shape is shown on the canvas, or in that sheet if it is open', () => {
    const { desk, at, take } = atDesk();
    for (const open of [{}, { sheet: sheetId(1) }]) {
      desk.transact((doc) => addSheet(doc, sheetId(0), sheet), { joins: 'new' });
      desk.edit(second, [{ id: box('a').id, before: null, after: box('a') }], { joins: 'new' });
      expect(take('undo', at(second, open))).toMatchObject({
        place: { kind: 'canvas' },
        words: 'Undone: Rectangle removed, sheet removed',
      });
      expect(take('redo', at(second, open))?.place).toMatchObject('sheet' in open ? { kind: 'sheet', wanted: { sheet: sheetId(0) } } : { kind: 'canvas', elements: [box('a').id] }); // prettier-ignore
      take('undo', at(second));
    }
  });

  test('of cards is shown on a board that has them, the open one first', () => {
    const { desk, add, at, take } = atDesk();
    add(second, board);
    const put = (before: Card | null, after: Card): boolean => desk.transact((doc) => writeCards(doc, [{ id: card.id, before, after }])); // prettier-ignore
    put(null, card);
    void desk.cards.items;
    put(card, { ...card, title: 'Read' });
    void desk.cards.items;
    const shown = take('undo', at(first));
    expect(shown).toMatchObject({ words: 'Undone: card Write changed', place: { kind: 'canvas', tab: second, elements: null } });
    expect(shown?.place).toMatchObject({ marked: [{ x: expect.any(Number), height: expect.any(Number) }] });
    expect(take('redo', at(second, { board: board.id }))).toEqual({ words: 'Redone: card Read changed', place: { kind: 'board', card: card.id } }); // prettier-ignore
    take('undo', at(first));
    // Its previous place.
    expect(take('undo', at(first))).toMatchObject({ words: 'Undone: card Write removed', place: { kind: 'canvas', tab: second, marked: [{ x: 500, width: 400 }] } }); // prettier-ignore
    take('undo', at(first));
    take('redo', at(first));
    expect(take('redo', at(first))).toMatchObject({ words: 'Redone: card Write added', place: { tab: second } });
  });

  test('of the open board alone stays there; with other elements it is shown on the canvas', () => {
    const { desk, add, at, take } = atDesk();
    add(first, board);
    const named = { ...board, label: 'Sprint' } as Element;
    desk.edit(first, [{ id: board.id, before: board, after: named }]);
    expect(take('undo', at(first, { board: board.id }))?.place).toEqual({ kind: 'board', card: null });
    expect(take('undo', at(first, { board: board.id }))?.place).toMatchObject({ kind: 'canvas', tab: first, elements: [] });
  });

  test('of layers opens their panel', () => {
    const { desk, at, take } = atDesk();
    desk.tab(second);
    desk.transact((doc) => setTab(doc, second, { layers: [{ id: 'back', name: 'Back', locked: false, hidden: false }] }));
    expect(take('undo', at(first))).toEqual({
      words: 'Undone on Tab 2: layers changed',
      place: { kind: 'canvas', tab: second, elements: null, areas: [], marked: [], panel: 'layers' },
    });
  });
});

const area = (x: number) => expect.objectContaining({ x, y: 0, width: 100, height: 50 }) as unknown;
