/**
 * Calls to addresses that people or programs name (SPEC.md). The guard against calls into the operator's own network is here, and all
 * such calls pass it.
 */
import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';

import { AllowList } from './allow-list.ts';
import { readAddress } from './ip-address.ts';

export type OutboundRequest = {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the whole call. */
  readonly timeoutMs: number;
  /** The longest body that the answer may have. */
  readonly bytesMax: number;
};
export type OutboundAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** All addresses of a host. Throws if it has none. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export class Outbound {
  readonly #allowed: AllowList;
  readonly #resolve: Resolve;

  /** `allow`: entries that `isAllowEntry` accepts. `resolve`: the resolver of the system by default. */
  constructor(allow: readonly string[], resolve: Resolve = resolveBySystem) {
    this.#allowed = new AllowList(allow);
    this.#resolve = resolve;
  }

  /** Null if the server would call this address [OUT6]. Problems: outbound_refused, outbound_failed (the name does not resolve). */
  async judge(address: string): Promise<Problem | null> {
    const target = await this.#target(address, AbortSignal.timeout(limits.outboundJudgeMs));
    return isProblem(target) ? target : null;
  }

  /** Calls an address, if the guard allows it. Any status is an answer. Problems: outbound_refused, outbound_failed. */
  async fetch(address: string, request: OutboundRequest): Promise<OutboundAnswer | Problem> {
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const target = await this.#target(address, deadline);
    if (isProblem(target)) return target;
    try {
      return await call(target, request, deadline);
    } catch {
      return failed(target.url, deadline.aborted ? 'timeout' : 'unreachable');
    }
  }

  /** The addresses that a URL may be called at. */
  async #target(address: string, deadline: AbortSignal): Promise<Target | Problem> {
    const url = readUrl(address);
    if (isProblem(url)) return url;
    const host = hostOf(url);
    let addresses: readonly LookupAddress[];
    try {
      addresses = await beforeDeadline(this.#addressesOf(host), deadline);
    } catch {
      return failed(url, deadline.aborted ? 'timeout' : 'unreachable');
    }
    if (this.#allowed.includesHost(host)) return { url, addresses };
    const judged = addresses.map((one) => readAddress(one.address));
    if (!judged.every((one) => one !== null && this.#allowed.admits(one)))
      return refused('it is in a private network, on this machine or not an address of the internet');
    if (url.protocol === 'http:' && !judged.every((one) => one !== null && this.#allowed.includes(one)))
      return refused('it is not https');
    return { url, addresses };
  }

  async #addressesOf(host: string): Promise<readonly LookupAddress[]> {
    const literal = readAddress(host);
    if (literal !== null) return [{ address: host, family: host.includes(':') ? 6 : 4 }];
    const addresses = await this.#resolve(host);
    if (addresses.length === 0) throw new Error('the name has no address');
    return addresses;
  }
}

type Target = { readonly url: URL; readonly addresses: readonly LookupAddress[] };

function readUrl(address: string): URL | Problem {
  if (address.length > limits.linkCharacters || !URL.canParse(address)) return refused('it is not a URL');
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('it is not https');
  if (url.username !== '' || url.password !== '') return refused('it contains a user name or a password');
  if (address.includes('#')) return refused('it has a fragment');
  return url;
}

/** Without brackets and the final dot of a full name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

function call({ url, addresses }: Target, request: OutboundRequest, deadline: AbortSignal): Promise<OutboundAnswer | Problem> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { method = 'GET', body } = request;
  const options: RequestOptions = {
    method,
    agent: false,
    signal: deadline,
    headers: {
      'User-Agent': 'Atelier',
      ...request.headers,
      ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
    },
    // The addresses that were judged: the name is not resolved a second time [OUT3].
    lookup: (_host, { all }, callback) => {
      const [first] = addresses;
      if (all === true) callback(null, [...addresses]);
      else callback(null, first?.address ?? '', first?.family);
    },
  };
  return new Promise((resolve, reject) => {
    const outgoing = send(url, options, (incoming) => {
      bodyOf(incoming, request.bytesMax).then((bytes) => {
        outgoing.destroy();
        const { statusCode: status = 0, headers } = incoming;
        resolve(bytes === null ? failed(url, 'too_large') : { status, headers, body: bytes });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Null if it is too long. */
async function bodyOf(incoming: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  if (Number(incoming.headers['content-length'] ?? 0) > bytesMax) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

const resolveBySystem: Resolve = (host) =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true, verbatim: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
  });

/** Look-ups of the system cannot be aborted: this stops waiting for one. */
function beforeDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new Error('timeout'));
    if (deadline.aborted) onAbort();
    deadline.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', onAbort));
  });
}

const refused = (reason: string): Problem => problem('outbound_refused', { reason });
const failed = (url: URL, reason: 'timeout' | 'unreachable' | 'too_large'): Problem =>
  problem('outbound_failed', { host: url.host, reason });
