/** Faults of a bucket: unreachable, slow, broken or refusing. storage/contract/blobs.ts tests the rest. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startBucket, type TestBucket } from '#test/harness/bucket.ts';

import { StorageUnavailable } from '../failures.ts';
import { type Bucket, bucketBlobs } from './bucket-blobs.ts';

let bucket: TestBucket;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.stop());

const at = (url: string, more: Partial<Bucket> = {}) =>
  bucketBlobs({ url, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', ...more });
const bytes = new TextEncoder().encode('not really an image');
const hash = createHash('sha256').update(bytes).digest('hex');

/** A store that answers with the given listener, and the methods of the requests that it received. */
async function startStore(answer: RequestListener): Promise<{ url: string; methods: string[]; close(): void }> {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method ?? '');
    request.resume();
    request.on('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/a/b`, methods, close: () => server.close().closeAllConnections() };
}

describe('bucket-blobs', () => {
  test('BB3 a request that fails once or twice is repeated', async () => {
    let faults = 2;
    const store = await startStore((_request, response) => {
      faults -= 1;
      if (faults >= 0) response.writeHead(faults === 1 ? 503 : 500).end();
      else response.writeHead(200).end(bytes);
    });
    expect(Buffer.from((await at(store.url).get(hash))!).equals(bytes)).toBe(true);
    expect(store.methods).toEqual(['GET', 'GET', 'GET']);
    store.close();
  });

  test('BB3 a request whose answer breaks off is repeated', async () => {
    let times = 0;
    const store = await startStore((_request, response) => {
      times += 1;
      response.writeHead(200, { 'Content-Length': bytes.length }).write(bytes.subarray(0, 5));
      if (times < 2) response.destroy();
      else response.end(bytes.subarray(5));
    });
    expect(Buffer.from((await at(store.url).get(hash))!).equals(bytes)).toBe(true);
    store.close();
  });

  test('BB4 a bucket that keeps failing, or is unreachable, is StorageUnavailable', async () => {
    const store = await startStore((_request, response) =>
      response.writeHead(500).end('<Error><Code>InternalError</Code></Error>'),
    );
    const blobs = at(store.url);
    for (const work of [() => blobs.get(hash), () => blobs.put(hash, bytes), () => blobs.remove(hash), () => blobs.has(hash)])
      await expect(work()).rejects.toThrow(StorageUnavailable);
    await expect(blobs.get(hash)).rejects.toThrow('The bucket answers GET with 500 InternalError.');
    store.close();
    await expect(blobs.get(hash)).rejects.toThrow('The bucket does not answer GET.');
  });

  test('BB4 a request without an answer is given up after its limit', { timeout: 60_000 }, async () => {
    const store = await startStore(() => undefined);
    const startedAt = performance.now();
    await expect(at(store.url).has(hash)).rejects.toThrow(StorageUnavailable);
    expect(store.methods).toEqual(['HEAD', 'HEAD', 'HEAD']);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    store.close();
  });

  test('BB4 a wrong key and a missing bucket are not taken for a missing image', async () => {
    const blobs = at(bucket.url);
    await blobs.put(hash, bytes);
    expect(await blobs.get(createHash('sha256').digest('hex'))).toBeNull();
    const foreign = at(bucket.url, { accessKeyId: 'UNKNOWN' });
    await expect(foreign.get(hash)).rejects.toThrow('The bucket answers GET with 403 InvalidAccessKeyId.');
    const elsewhere = at(bucket.url.replace('/atelier/', '/nowhere/'));
    await expect(elsewhere.get(hash)).rejects.toThrow('The bucket answers GET with 404 NoSuchBucket.');
    await expect(elsewhere.put(hash, bytes)).rejects.toThrow(StorageUnavailable);
  });
});
