/**
 * bucket-blobs: blobs as objects of a bucket of S3, or of a store that speaks its language, by the first two digits of their hash.
 *
 * K1  An object is sent with the hash of its bytes, which the store holds against what it got: what lies under a hash is whole.
 * K2  Every request has a deadline. One that is not answered, or answered that the store is busy or broken (429, 5xx), is sent
 *     again, twice: none of them does anything that twice would be too much.
 * K3  What the store does not do then is StorageUnavailable, and so is what it refuses (another key, no such bucket): nobody
 *     who is served can mend that, and nothing of the call was applied. No message repeats a key.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { AwsV4Signer } from 'aws4fetch';

import { StorageUnavailable } from '../failures.ts';
import type { Blobs } from './blobs.ts';

export type Bucket = {
  /** Where its objects lie, without a slash at the end: `https://s3.example.org/atelier/images`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

type BucketMethod = 'GET' | 'HEAD' | 'PUT' | 'DELETE';
type Reply = { readonly status: number; readonly bytes: Uint8Array };

/** Milliseconds that a request may take, from its first byte to the last of its answer: ten megabytes take their time. */
const patience: Readonly<Record<BucketMethod, number>> = { HEAD: 3_000, DELETE: 3_000, GET: 15_000, PUT: 20_000 };
/** Milliseconds before it is sent again. */
const pauses = [200, 800];

export function bucketBlobs({ url, ...credentials }: Bucket): Blobs {
  const addressOf = (hash: string): string => `${url}/${hash.slice(0, 2)}/${hash}`;

  async function send(method: BucketMethod, hash: string, body?: Uint8Array<ArrayBuffer>): Promise<Reply> {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/octet-stream', 'X-Amz-Content-Sha256': hash };
    const signed = await new AwsV4Signer({ ...credentials, service: 's3', method, url: addressOf(hash), headers }).sign();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), patience[method]);
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

  /** [K2] [K3] */
  async function ask(method: BucketMethod, hash: string, body?: Uint8Array<ArrayBuffer>): Promise<Reply> {
    for (let attempt = 0; ; attempt += 1) {
      const pause = pauses[attempt];
      try {
        const reply = await send(method, hash, body);
        if (isTaken(reply)) return reply;
        const isFault = reply.status >= 500 || reply.status === 429;
        if (!isFault || pause === undefined) throw new StorageUnavailable(`The bucket answers ${method} with ${told(reply)}.`);
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
      const reply = await ask('PUT', hash, new Uint8Array(bytes));
      if (reply.status === 404) throw new StorageUnavailable(`The bucket answers PUT with ${told(reply)}.`);
    },
    has: async (hash) => (await ask('HEAD', hash)).status === 200,
    async get(hash) {
      const { status, bytes } = await ask('GET', hash);
      return status === 200 ? bytes : null;
    },
    async remove(hash) {
      await ask('DELETE', hash);
    },
  };
}

/** Done, or there is no such object; that there is no such bucket is another matter. */
function isTaken({ status, bytes }: Reply): boolean {
  if (status === 404) return bytes.length === 0 || codeIn(bytes) === 'NoSuchKey';
  return status >= 200 && status < 300;
}

const told = ({ status, bytes }: Reply): string => [String(status), codeIn(bytes)].filter((part) => part !== null).join(' ');

/** The code of an error as S3 tells it, in XML. */
function codeIn(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes.subarray(0, 2_000));
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? null;
}
