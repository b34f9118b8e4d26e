/** Calls a node's REST API with a token. */
import type { ChangesetAnswer } from '#schema/changeset.ts';
import type { Document } from '#schema/document.ts';

export type ApiAnswer<T = Record<string, never>> = { readonly status: number; readonly body: T };

export class Api {
  readonly #root: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#root = `${url}/api/v1`;
    this.#token = token;
  }

  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiAnswer<T>> {
    const response = await fetch(`${this.#root}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T };
  }

  async createDocument(name = 'Test'): Promise<{ id: string; tab: string }> {
    const { status, body } = await this.call<Document>('POST', '/documents', { name });
    if (status !== 201) throw new Error(`no document: ${JSON.stringify(body)}`);
    return { id: body.id, tab: body.tabs[0]!.id };
  }

  changeset(
    place: { id: string; tab: string },
    operations: string,
    more: object = {},
    query = '',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiAnswer<ChangesetAnswer>> {
    return this.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets${query}`, { operations, ...more }, headers);
  }
}
