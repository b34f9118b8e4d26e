/** Plays many interleavings over the tasks of an installation, and prints the seed of the first that breaks a promise. */
import process from 'node:process';

import { hashSecret } from '#server/access/secrets.ts';
import { setHandle } from '#storage/handles.ts';
import type { Storage } from '#storage/storage.ts';
import { tokenByHash } from '#storage/tokens.ts';
import { addPerson } from '#test/harness/people.ts';

import { playTasks, type TaskGround } from './task-play.ts';

export type TaskPlays = { readonly objections: readonly string[]; readonly counts: Readonly<Record<string, number>> };

export async function playManyTasks(storages: readonly Storage[], seed: number, plays: number): Promise<TaskPlays> {
  const ground = await newTaskGround(storages);
  const counts: Record<string, number> = {};
  for (let next = seed; next < seed + plays; next += 1) {
    const played = await playTasks(next, ground);
    for (const [what, count] of Object.entries(played.counts)) counts[what] = (counts[what] ?? 0) + count;
    if (played.objections.length > 0)
      return { objections: [`SEED=${next}`, ...played.objections, ...played.trace.slice(-80)], counts };
  }
  process.stdout.write(`tasks: ${plays} interleavings from SEED=${seed}: ${JSON.stringify(counts)}\n`);
  return { objections: [], counts };
}

async function newTaskGround(storages: readonly Storage[]): Promise<TaskGround> {
  const [storage] = storages;
  if (storage === undefined) throw new Error('there is no node');
  const { id: userId, name, color, token } = await addPerson(storage, 'Ada');
  const stored = await tokenByHash(storage.db, hashSecret(token));
  if (stored === null) throw new Error('there is no token');
  await storage.transact((tx) => setHandle(tx, { tokenId: stored.id, userId, handle: 'planner', handFrom: 'owner' }, Date.now()));
  return {
    storages,
    person: { kind: 'person', userId, name, color, sessionHash: 'session' },
    agent: { kind: 'agent', userId, name, color, tokenId: stored.id, access: 'full', documents: null },
  };
}
