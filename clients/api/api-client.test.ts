import { describe, expect, expectTypeOf, test } from 'vitest';

import type { Document } from '#schema/document.ts';
import type { TabDiff } from '#schema/history.ts';
import type { TabReading } from '#schema/tab.ts';

import { type ApiClient, requestOf } from './api-client.ts';
import type { CallReply } from './calls.ts';

describe('a call of the interface', () => {
  test('fills in its parameters, percent-encoded', () => {
    expect(requestOf('PUT /custom-themes/:theme', { params: { theme: 'custom:a/b' }, body: {} }).path).toBe(
      '/custom-themes/custom%3Aa%2Fb',
    );
    expect(requestOf('GET /documents/:doc/sheets/:sheet.csv', { params: { doc: 'doc_1', sheet: 'sheet_2' } }).path).toBe(
      '/documents/doc_1/sheets/sheet_2.csv',
    );
  });

  test('leaves undefined members of its query out, and keeps the part that is in its name', () => {
    const params = { doc: 'doc_1', tab: 'tab_2' };
    expect(requestOf('GET /documents', { query: { q: undefined, limit: 5 } }).path).toBe('/documents?limit=5');
    expect(requestOf('GET /documents', { query: { q: undefined } }).path).toBe('/documents');
    expect(requestOf('GET /documents/:doc/tabs/:tab?view=diff', { params, query: { since: 3 } }).path).toBe(
      '/documents/doc_1/tabs/tab_2?view=diff&since=3',
    );
  });

  test('sends a body as JSON, and bytes and files as they are', () => {
    expect(requestOf('POST /documents', { body: { name: 'A' }, idempotencyKey: 'k' })).toEqual({
      method: 'POST',
      path: '/documents',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
      body: '{"name":"A"}',
    });
    const bytes = Uint8Array.of(1, 2);
    expect(requestOf('POST /images', { body: bytes })).toEqual({ method: 'POST', path: '/images', headers: {}, body: bytes });
  });

  test('has the types of its operation', () => {
    expectTypeOf<CallReply<'GET /documents/:doc'>>().toEqualTypeOf<Document>();
    expectTypeOf<CallReply<'GET /documents/:doc/tabs/:tab'>>().toEqualTypeOf<TabReading>();
    expectTypeOf<CallReply<'GET /documents/:doc/tabs/:tab?view=diff'>>().toEqualTypeOf<TabDiff>();
    expectTypeOf<CallReply<'DELETE /documents/:doc'>>().toEqualTypeOf<null>();
    expectTypeOf<null>().toExtend<CallReply<'POST /documents/:doc/items/:item/comments/resolve'>>();
    const misused = (client: ApiClient) => [
      // @ts-expect-error There is no such path.
      client.json('GET /document'),
      // @ts-expect-error The document is missing.
      client.json('GET /documents/:doc'),
      // @ts-expect-error A name is a text.
      client.json('POST /documents', { body: { name: 1 } }),
      // @ts-expect-error The query has no such member.
      client.json('GET /documents', { query: { page: 2 } }),
    ];
    expect(misused).toBeTypeOf('function');
  });
});
