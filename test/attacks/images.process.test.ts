/** Attacks by images: files that are larger than they look, truncated, of another type or of two types at once, and many of them together. */
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { cpuMs } from '../bench/process-cost.ts';
import { addPerson } from '../harness/people.ts';
import { chunk, pngFile } from '../harness/png.ts';
import { type Solo, startSolo } from '../harness/solo.ts';

const mebibyte = 1024 * 1024;
let solo: Solo;
beforeAll(async () => {
  solo = await startSolo('hostile-images');
});
afterAll(() => solo.stop());

const sample = (name: string): Buffer => readFileSync(new URL(`../../core/images/samples/${name}`, import.meta.url));

/** A PNG that claims this size, with these bytes of data. */
const png = (width: number, height: number, data: Uint8Array): Buffer => pngFile(width, height, [chunk('IDAT', data)]);

/** Exactly this size: bytes after the compressed data are not read. */
const padded = (size: number, width = 2, height = 2): Buffer => {
  const data = deflateSync(Buffer.alloc(14));
  return png(width, height, Buffer.concat([data, Buffer.alloc(size - png(2, 2, data).length)]));
};
const html = Buffer.from('<html><script>alert(document.cookie)</script></html>');
/** A meaningless marker of two bytes, repeated: the slowest JPEG to scan. */
const markers = (size: number): Buffer =>
  Buffer.concat([sample('baseline.jpg').subarray(0, 2), Buffer.alloc(size - 2).fill(Buffer.from([0xff, 0x01]))]);
const blocks = (size: number): Buffer => {
  const start = sample('plain.gif').subarray(0, 13);
  return Buffer.concat([start, Buffer.alloc(size - start.length).fill(Buffer.from([0x21, 0xfe, 1, 0, 0]))]);
};

const whole = limits.imageBytes;
const files: readonly (readonly [string, number, string, () => Buffer])[] = [
  ['a bomb', 413, 'image_too_many_pixels', () => png(60_000, 60_000, deflateSync(Buffer.alloc(60_000_000)))],
  ['a bomb of ten megabytes', 413, 'image_too_many_pixels', () => padded(whole, 2 ** 31 - 1, 2 ** 31 - 1)],
  ['a pixel too many', 413, 'image_too_many_pixels', () => png(1, limits.imagePixels + 1, deflateSync(Buffer.alloc(9)))],
  ['a GIF that says 65,535 by 65,535', 413, 'image_too_many_pixels', () => gifOf(65_535)],
  ['a WebP that says 16,384 by 16,384', 415, 'unsupported_type', () => webpOf(16_384)],
  ['ten megabytes and a byte', 413, 'file_too_large', () => padded(whole + 1)],
  ['thirty megabytes', 413, 'file_too_large', () => padded(30 * mebibyte)],
  ['ten megabytes of nothing', 415, 'unsupported_type', () => Buffer.alloc(whole)],
  ['ten megabytes of JPEG markers', 415, 'unsupported_type', () => markers(whole)],
  ['ten megabytes of GIF extensions', 415, 'unsupported_type', () => blocks(whole)],
  ['ten megabytes of a PNG that is cut off', 415, 'unsupported_type', () => padded(whole + 9).subarray(0, whole)],
  ['ten megabytes of a PNG with one wrong bit', 415, 'unsupported_type', () => withWrongBit(padded(whole))],
  ['a cut JPEG', 415, 'unsupported_type', () => sample('baseline.jpg').subarray(0, -2)],
  ['a cut GIF', 415, 'unsupported_type', () => sample('plain.gif').subarray(0, -1)],
  ['a cut WebP', 415, 'unsupported_type', () => sample('lossy.webp').subarray(0, -9)],
  ['a page', 415, 'unsupported_type', () => html],
  ['an SVG', 415, 'unsupported_type', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a GIF that is a script', 415, 'unsupported_type', () => Buffer.from('GIF89a=1;alert(1)//')],
];

const gifOf = (side: number): Buffer => {
  const bytes = Buffer.from(sample('plain.gif'));
  bytes.writeUInt16LE(side, 6);
  bytes.writeUInt16LE(side, 8);
  return bytes;
};
/** Only its container claims the size: its bitstream is small. */
const webpOf = (side: number): Buffer => {
  const bytes = Buffer.from(sample('alpha.webp'));
  bytes.writeUIntLE(side - 1, 24, 3);
  bytes.writeUIntLE(side - 1, 27, 3);
  return bytes;
};
function withWrongBit(bytes: Buffer): Buffer {
  const at = bytes.length - 100;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

type Outcome = { readonly status: number; readonly code: string | undefined; readonly cpu: number };

/** `cpu`: milliseconds that the node took in all its threads. */
async function upload(bytes: Buffer, token = solo.ada.token): Promise<Outcome> {
  const before = cpuMs(solo.node.pid);
  const response = await fetch(`${solo.node.url}/api/v1/images`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code, cpu: cpuMs(solo.node.pid) - before };
}

/** Resident memory of the node in bytes: current, and its peak since `forgetPeak`. */
function memory(): { now: number; peak: number } {
  const status = readFileSync(`/proc/${solo.node.pid}/status`, 'utf8');
  const of = (name: string): number => 1_024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { now: of('VmRSS'), peak: of('VmHWM') };
}
const forgetPeak = (): void => writeFileSync(`/proc/${solo.node.pid}/clear_refs`, '5');

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

test('refusing hostile images takes about as much CPU as accepting a valid one of their size, and little memory', async () => {
  for (const name of ['plain.png', 'baseline.jpg', 'plain.gif', 'lossy.webp'])
    expect((await upload(sample(name))).status).toBe(201);
  const before = memory().now;
  forgetPeak();
  const times: Record<string, number> = {};
  for (const [name, status, code, bytes] of files) {
    const body = bytes();
    const rounds: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const answer = await upload(body);
      expect([name, answer.status, answer.code]).toEqual([name, status, code]);
      rounds.push(answer.cpu);
    }
    times[name] = median(rounds);
  }
  const growth = (memory().peak - before) / mebibyte;
  const honest = await honestCpu();
  process.stdout.write(`honest: ${honest.toFixed(0)} ms of CPU, memory: +${growth.toFixed(0)} MiB\n`);
  for (const [name, ms] of Object.entries(times)) process.stdout.write(`${name}: ${ms.toFixed(0)} ms\n`);
  expect(growth).toBeLessThan(150);
  for (const [name, ms] of Object.entries(times)) expect(ms, name).toBeLessThan(3 * honest);
  expect(solo.node.isRunning()).toBe(true);
});

/** CPU time of a new image of ten megabytes. */
async function honestCpu(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const bytes = padded(whole, 2 + round);
    const { status, cpu } = await upload(bytes);
    expect(status).toBe(201);
    times.push(cpu);
  }
  return median(times);
}

test('many uploads of many people at once wait their turn, and other calls are served meanwhile', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, (_, index) => addPerson(solo.storage, `Mallory ${index}`)));
  const hostile = Buffer.alloc(whole);
  const before = memory().now;
  forgetPeak();
  const all = Promise.all(people.flatMap(({ token }) => Array.from({ length: 6 }, () => upload(hostile, token))));
  const served = (await upload(sample('indexed.png'))).status;
  const statuses = (await all).map(({ status }) => status);
  const growth = (memory().peak - before) / mebibyte;
  process.stdout.write(`36 at once: +${growth.toFixed(0)} MiB\n`);
  expect(served).toBe(201);
  expect(new Set(statuses)).toEqual(new Set([415]));
  // Of 360 MiB. Finished bodies are garbage until V8 collects it; without turns 216 MiB and more were in use.
  expect(growth).toBeLessThan(200);
});
