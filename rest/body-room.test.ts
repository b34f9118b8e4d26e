import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { BodyRoom } from './body-room.ts';

/** Calls that end on request, and the order in which they began. */
function stage(size: ConstructorParameters<typeof BodyRoom>[0]) {
  const room = new BodyRoom(size);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    start: (name: string, caller: string, bytes: number) =>
      room.run(caller, bytes, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }),
    end: async (name: string): Promise<void> => {
      ends.get(name)!();
      await delay(0);
    },
    room,
  };
}
const size = { bytes: 3_000_000, bytesPerCaller: 1_000_000, waitMs: 60_000 };

describe('body-room', () => {
  test('HT16 large bodies share the room, and small ones take none', async () => {
    const { start, end, begun } = stage({ ...size, bytesPerCaller: 3_000_000 });
    for (const name of ['a', 'b', 'c']) void start(name, name, 1_400_000);
    void start('small', 'd', 1_000);
    await delay(0);
    expect(begun).toEqual(['small', 'a', 'b']);
    await end('a');
    expect(begun).toEqual(['small', 'a', 'b', 'c']);
  });

  test('HT16 a body that is larger than the room is admitted alone', async () => {
    const { start, end, begun } = stage(size);
    void start('before', 'a', 100_000);
    void start('huge', 'b', 5_000_000);
    void start('after', 'c', 100_000);
    await delay(0);
    expect(begun).toEqual(['before']);
    await end('before');
    expect(begun).toEqual(['before', 'huge']);
    await end('huge');
    expect(begun).toEqual(['before', 'huge', 'after']);
  });

  test('HT17 bodies are admitted in order of arrival, except those of a caller that has its share', async () => {
    const { start, end, begun } = stage(size);
    void start('a1', 'a', 900_000);
    void start('a2', 'a', 900_000);
    void start('b1', 'b', 900_000);
    void start('c1', 'c', 900_000);
    void start('d1', 'd', 900_000);
    await delay(0);
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1', 'c1', 'd1']);
    await end('a1');
    expect(begun.at(-1)).toBe('a2');
  });

  test('HT18 a body that has waited too long is room_unavailable, and delays no others', async () => {
    const { start, end, begun } = stage({ ...size, waitMs: 30 });
    void start('a', 'a', 2_500_000);
    const late = start('b', 'b', 2_500_000);
    await delay(15);
    void start('c', 'c', 400_000);
    expect(await late).toMatchObject({ code: 'room_unavailable', status: 503 });
    expect(begun).toEqual(['a', 'c']);
    await end('a');
    await end('c');
    void start('d', 'd', 3_000_000);
    await delay(0);
    expect(begun).toEqual(['a', 'c', 'd']);
  });

  test('a call that fails releases its room', async () => {
    const { room, start, begun } = stage(size);
    await expect(room.run('a', 3_000_000, () => Promise.reject(new Error('it breaks')))).rejects.toThrow('it breaks');
    void start('next', 'b', 3_000_000);
    await delay(0);
    expect(begun).toEqual(['next']);
  });
});
