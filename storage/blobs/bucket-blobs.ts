/**
 * Blobs as objects of a bucket of S3 or a compatible store (SPEC.md). The key begins with the first two digits of the hash.
 *
 * A request carries the hash of its bytes, which the store verifies, so stored objects are whole. No message repeats a key.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { AwsV4Signer } from 'aws4fetch';

import { StorageUnavailable } from '../failures.ts';
import type { Blobs } from './blobs.ts';

export type Bucket = {
  /** The address of the objects, without a slash at the end: `https://s3.example.org/atelier/images`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

type BucketMethod = 'GET' | 'HEAD' | 'PUT' | 'DELETE';
type Reply = { readonly status: number; readonly bytes: Uint8Array };

/** The time limit of a request, from its first byte to the last of its answer, in milliseconds. Ten megabytes take a while. */
const timeLimitMs: Readonly<Record<BucketMethod, number>> = { HEAD: 3_000, DELETE: 3_000, GET: 15_000, PUT: 20_000 };
/** Pauses before a request is repeated, in milliseconds. */
const pausesMs = [200, 800];

export function bucketBlobs({ url, ...credentials }: Bucket): Blobs {
  const addressOf = (hash: string): string => `${url}/${hash.slice(0, 2)}/${hash}`;

  async function send(method: BucketMethod, hash: string, body?: Uint8Array<ArrayBuffer>): Promise<Reply> {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/octet-stream', 'X-Amz-Content-Sha256': hash };
    const signed = await new AwsV4Signer({ ...credentials, service: 's3', method, url: addressOf(hash), headers }).sign();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeLimitMs[method]);
    try {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: late.signal,
        redirect: 'manual',
        ...(body !== undefined && { body }),
      });
      return { status: response.status, bytes: await response.bytes() };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Repeats a request that fails. All requests are idempotent. */
  async function request(method: BucketMethod, hash: string, body?: Uint8Array<ArrayBuffer>): Promise<Reply> {
    for (let attempt = 0; ; attempt += 1) {
      const pause = pausesMs[attempt];
      try {
        const reply = await send(method, hash, body);
        if (isAnswer(reply)) return reply;
        const isTransient = reply.status >= 500 || reply.status === 429;
        if (!isTransient || pause === undefined)
          throw new StorageUnavailable(`The bucket answers ${method} with ${describe(reply)}.`);
      } catch (error) {
        if (error instanceof StorageUnavailable) throw error;
        if (pause === undefined) throw new StorageUnavailable(`The bucket does not answer ${method}.`, { cause: error });
      }
      await delay(pause);
    }
  }

  return {
    async put(hash, bytes) {
      if (await this.has(hash)) return;
      const reply = await request('PUT', hash, new Uint8Array(bytes));
      if (reply.status === 404) throw new StorageUnavailable(`The bucket answers PUT with ${describe(reply)}.`);
    },
    has: async (hash) => (await request('HEAD', hash)).status === 200,
    async get(hash) {
      const { status, bytes } = await request('GET', hash);
      return status === 200 ? bytes : null;
    },
    async remove(hash) {
      await request('DELETE', hash);
    },
  };
}

/** True if the request succeeded or there is no such object. A missing bucket is a failure. */
function isAnswer({ status, bytes }: Reply): boolean {
  if (status === 404) return bytes.length === 0 || codeIn(bytes) === 'NoSuchKey';
  return status >= 200 && status < 300;
}

const describe = ({ status, bytes }: Reply): string => [String(status), codeIn(bytes)].filter((part) => part !== null).join(' ');

/** The error code in S3's XML. */
function codeIn(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes.subarray(0, 2_000));
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? null;
}
