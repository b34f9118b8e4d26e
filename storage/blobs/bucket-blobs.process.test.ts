/** What a store that is away, slow, broken or not ours does to who asks. The rest is in the contract of all blobs. */
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
const bytes = new TextEncoder().encode('an image, as it were');
const hash = createHash('sha256').update(bytes).digest('hex');

/** A store that answers as it is told, and the methods that it was asked. */
async function answering(answer: RequestListener): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method ?? '');
    request.resume();
    request.on('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/a/b`, asked, close: () => server.close().closeAllConnections() };
}

describe('bucket-blobs', () => {
  test('[K2] what fails once or twice is asked again, and done', async () => {
    let faults = 2;
    const store = await answering((_request, response) => {
      faults -= 1;
      if (faults >= 0) response.writeHead(faults === 1 ? 503 : 500).end();
      else response.writeHead(200).end(bytes);
    });
    expect(Buffer.from((await at(store.url).get(hash))!).equals(bytes)).toBe(true);
    expect(store.asked).toEqual(['GET', 'GET', 'GET']);
    store.close();
  });

  test('[K2] a connection that breaks while the bytes come is no answer', async () => {
    let times = 0;
    const store = await answering((_request, response) => {
      times += 1;
      response.writeHead(200, { 'Content-Length': bytes.length }).write(bytes.subarray(0, 5));
      if (times < 2) response.destroy();
      else response.end(bytes.subarray(5));
    });
    expect(Buffer.from((await at(store.url).get(hash))!).equals(bytes)).toBe(true);
    store.close();
  });

  test('[K3] a store that goes on failing, or is not there, is StorageUnavailable', async () => {
    const store = await answering((_request, response) =>
      response.writeHead(500).end('<Error><Code>InternalError</Code></Error>'),
    );
    const blobs = at(store.url);
    for (const work of [() => blobs.get(hash), () => blobs.put(hash, bytes), () => blobs.remove(hash), () => blobs.has(hash)])
      await expect(work()).rejects.toThrow(StorageUnavailable);
    await expect(blobs.get(hash)).rejects.toThrow('The bucket answers GET with 500 InternalError.');
    store.close();
    await expect(blobs.get(hash)).rejects.toThrow('The bucket does not answer GET.');
  });

  test('[K3] one that says nothing is given up after its time', { timeout: 60_000 }, async () => {
    const store = await answering(() => undefined);
    const startedAt = performance.now();
    await expect(at(store.url).has(hash)).rejects.toThrow(StorageUnavailable);
    expect(store.asked).toEqual(['HEAD', 'HEAD', 'HEAD']);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    store.close();
  });

  test('[K3] another key and a bucket that there is not are no lost image', async () => {
    const blobs = at(bucket.url);
    await blobs.put(hash, bytes);
    expect(await blobs.get(createHash('sha256').digest('hex'))).toBeNull();
    const foreign = at(bucket.url, { accessKeyId: 'SOMEBODY' });
    await expect(foreign.get(hash)).rejects.toThrow('The bucket answers GET with 403 InvalidAccessKeyId.');
    const elsewhere = at(bucket.url.replace('/atelier/', '/nowhere/'));
    await expect(elsewhere.get(hash)).rejects.toThrow('The bucket answers GET with 404 NoSuchBucket.');
    await expect(elsewhere.put(hash, bytes)).rejects.toThrow(StorageUnavailable);
  });
});
