import { expect, test } from 'vitest';

import type { Level } from '#schema/access.ts';

import type { SaveStatus } from '../live/save-status.ts';
import { mayEditTab } from './may-edit.ts';
import { Signal } from './signal.ts';

const session = (level: Level, writableTabs: readonly string[] | null, status: SaveStatus = { kind: 'saved' }) => ({
  level: new Signal(level),
  writableTabs: new Signal(writableTabs),
  status: new Signal(status),
});
const tab = (id: string, locked = false) => ({ id, locked });

test('a person edits the tabs that they are not kept from, by level, lock or limit', () => {
  expect(mayEditTab(session('editor', null), tab('tab_1'))).toBe(true);
  expect(mayEditTab(session('editor', ['tab_1']), tab('tab_1'))).toBe(true);
  expect(mayEditTab(session('editor', ['tab_1']), tab('tab_2'))).toBe(false);
  expect(mayEditTab(session('editor', []), tab('tab_1'))).toBe(false);
  expect(mayEditTab(session('participant', null), tab('tab_1'))).toBe(false);
  expect(mayEditTab(session('owner', null), tab('tab_1', true))).toBe(false);
  expect(mayEditTab(session('owner', null), undefined)).toBe(false);
  expect(mayEditTab(session('owner', null, { kind: 'connecting' }), tab('tab_1'))).toBe(false);
});
