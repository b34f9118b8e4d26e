/** A person's browser at a node, with its cookie and tickets: signed in with a password, or as the guest of a share link. */
import { hashPassword } from '#server/access/secrets.ts';
import { newId } from '#schema/ids.ts';
import type { Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';

const password = 'correct horse battery staple';

export class Browser {
  /** Empty for a guest. */
  readonly userId: string;
  readonly name: string;
  readonly #url: string;
  /** The value of the header Cookie. */
  readonly cookie: string;

  private constructor(url: string, { userId, name, cookie }: { userId: string; name: string; cookie: string }) {
    this.#url = url;
    this.userId = userId;
    this.name = name;
    this.cookie = cookie;
  }

  /** Creates an account and signs it in. */
  static async signIn(url: string, storage: Storage, name: string, color = '#0f766e'): Promise<Browser> {
    const userId = newId('user');
    const email = `${userId}@example.org`;
    const passwordHash = await hashPassword(password);
    await storage.transact((tx) => insertUser(tx, { id: userId, name, color, email, passwordHash, createdAt: Date.now() }));
    return new Browser(url, { userId, name, cookie: await cookieFrom(url, '/session', { email, password }) });
  }

  /** Signs the same person in once more, as another browser. */
  async elsewhere(url = this.#url): Promise<Browser> {
    const cookie = await cookieFrom(url, '/session', { email: `${this.userId}@example.org`, password });
    return new Browser(url, { userId: this.userId, name: this.name, cookie });
  }

  /** Sets another password at the node with this URL. */
  async changePassword(url: string): Promise<void> {
    const body = { password: 'another password', currentPassword: password };
    const { status } = await this.call('PATCH', '/me', body, url);
    if (status !== 200) throw new Error(`not changed: ${status}`);
  }

  /** Opens a share link without an account; the secret is the fragment of its URL. */
  static async openLink(url: string, link: string, name: string): Promise<Browser> {
    const secret = new URL(link).hash.slice(1);
    return new Browser(url, { userId: '', name, cookie: await cookieFrom(url, '/share-links/open', { secret, name }) });
  }

  /** Calls the API like the editor does, by default at its own node; `path` is relative to the API root. */
  async call<T>(
    method: string,
    path: string,
    body?: object,
    url = this.#url,
  ): Promise<{ readonly status: number; readonly body: T }> {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Cookie: this.cookie, Origin: url, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  post<T>(path: string): Promise<{ readonly status: number; readonly body: T }> {
    return this.call('POST', path);
  }

  /** Revokes a token at the node with this URL. */
  async revokeToken(url: string, tokenId: string): Promise<void> {
    const headers = { Cookie: this.cookie, Origin: url };
    const { status } = await fetch(`${url}/api/v1/tokens/${tokenId}`, { method: 'DELETE', headers });
    if (status !== 204) throw new Error(`not revoked: ${status}`);
  }

  /** Signs out at the node with this URL. */
  async signOut(url: string): Promise<void> {
    const { status } = await fetch(`${url}/api/v1/session`, { method: 'DELETE', headers: { Cookie: this.cookie, Origin: url } });
    if (status !== 204) throw new Error(`not signed out: ${status}`);
  }

  async ticket(documentId: string): Promise<string> {
    const response = await fetch(`${this.#url}/api/v1/documents/${documentId}/tickets`, {
      method: 'POST',
      headers: { Cookie: this.cookie, Origin: this.#url },
    });
    if (response.status !== 201) throw new Error(`no ticket: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { ticket: string }).ticket;
  }
}

async function cookieFrom(url: string, path: string, body: object): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: url };
  const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 200) throw new Error(`not admitted: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
