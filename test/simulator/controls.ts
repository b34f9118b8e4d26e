/**
 * Breaks one promise of the nodes on purpose, to prove that the simulator notices.
 *
 * Each control replaces a method of one node, or of a class of the write path for the duration of the history.
 */
import * as Y from 'yjs';

import { Writer } from '#server/rooms/writer.ts';
import { PendingEdits } from '#server/rooms/pending-edits.ts';
import type { Room } from '#server/rooms/room.ts';
import type { WaitingWrite } from '#server/rooms/waiting-write.ts';
import { WriteTransaction } from '#server/rooms/write-transaction.ts';
import { checksum } from '#storage/checksum.ts';
import { LogSync } from '#storage/sqlite/log-sync.ts';
import type { Db } from '#storage/storage.ts';
import type { SeededRandom } from '#test/harness/random.ts';

import type { StorageKind } from './chances.ts';
import { RowLocks } from './postgres/row-locks.ts';
import type { SimNode } from './sim-node.ts';

export type Control = {
  readonly breaks: string;
  /** The storage that it applies to; without it, all. */
  readonly kind?: StorageKind;
  /** Breaks one node. */
  readonly tamper?: (node: SimNode, random: SeededRandom) => void;
  /** Breaks all nodes; returns a function that restores them. */
  readonly install?: () => () => void;
};

export const controls: Readonly<Record<string, Control>> = {
  'saved-early': {
    breaks: '"saved" is sent before the edits are in the journal',
    tamper: ({ assembly }) => {
      assembly.rooms.whenDurable = (_documentId, release) => release();
    },
  },
  'answered-early': {
    breaks: 'a call is answered before its COMMIT',
    tamper: ({ storage }) => {
      const transact = storage.transact.bind(storage);
      storage.transact = <T>(work: (tx: Db) => Promise<T>) =>
        new Promise<T>((resolve, reject) => {
          const early = async (tx: Db): Promise<void> => resolve(await work(tx));
          transact(early).catch(reject);
        });
    },
  },
  'row-lost': {
    breaks: 'now and then a journal row is empty, with the right number and checksum',
    tamper: ({ storage }, random) => {
      const transact = storage.transact.bind(storage);
      storage.transact = (work) =>
        transact(async (tx) => {
          const value = await work(tx);
          if (random.chance(0.3)) await emptyLastRow(tx);
          return value;
        });
    },
  },
  'pending-skipped': {
    breaks: 'a changeset is planned on pending edits that are not journaled before it',
    install: () =>
      beforeEachWrite((room, write) => {
        write.journalPending = async () => {
          for (const { update } of room.pending.edits) room.shadow?.apply(update, room.shadow.at);
        };
      }),
  },
  'pending-ignored': {
    breaks: 'a changeset is planned without the pending edits',
    install: () =>
      beforeEachWrite((_room, write) => {
        write.journalPending = () => Promise.resolve();
      }),
  },
  'shown-early': {
    breaks: 'editors see a changeset before its COMMIT',
    install: () =>
      beforeEachWrite((room, write) => {
        const edit = write.edit.bind(write);
        write.edit = (shadow, change) => {
          const show = (update: Uint8Array): void => {
            if (room.live !== null) Y.applyUpdate(room.live.document, update, { source: 'local' });
          };
          shadow.doc.on('update', show);
          edit(shadow, change);
          shadow.doc.off('update', show);
        };
      }),
  },
  'applied-twice': {
    breaks: 'a repeated call is applied again',
    tamper: ({ assembly, name }) => {
      const { changesets } = assembly.app;
      const apply = changesets.apply.bind(changesets);
      let calls = 0;
      changesets.apply = (call, ...rest) => {
        calls += 1;
        const key = call.key === null ? null : { ...call.key, scope: `${call.key.scope} ${name} ${calls}` };
        return apply({ ...call, key }, ...rest);
      };
    },
  },
  'batch-forgotten': {
    breaks: 'edits of editors whose transaction failed are not tried again',
    install: () =>
      replace(
        PendingEdits.prototype,
        'putBack',
        () =>
          function (this: PendingEdits, batch) {
            this.settle(batch);
          },
      ),
  },
  'unknown-acknowledged': {
    kind: 'postgres',
    breaks: 'a COMMIT of unknown outcome counts as committed',
    install: () => replace(WriteTransaction.prototype, 'lookUpOutcome', () => async () => 'committed'),
  },
  'row-not-locked': {
    kind: 'postgres',
    breaks: 'the row of a document is not locked',
    install: () =>
      replace(
        RowLocks.prototype,
        'conflict',
        (real) =>
          function (this: RowLocks, owner, wanted) {
            return real.call(
              this,
              owner,
              wanted.filter(({ key }) => !key.startsWith('documents ')),
            );
          },
      ),
  },
  'not-synced': {
    kind: 'embedded',
    breaks: 'a commit is acknowledged before the log is synced',
    install: () =>
      replace(
        LogSync.prototype,
        'written',
        (real) =>
          async function (this: LogSync) {
            real.call(this).catch(() => undefined);
          },
      ),
  },
  'failed-sync-ignored': {
    kind: 'embedded',
    breaks: 'a failed sync counts as a successful one',
    install: ignoreFailedSyncs,
  },
  'dead-thread-ignored': {
    kind: 'thread',
    breaks: 'a sync whose thread died counts as a successful one',
    install: ignoreFailedSyncs,
  },
};

/** Replaces a method of a class; returns a function that restores it. */
function replace<C extends object, N extends keyof C>(prototype: C, name: N, by: (real: C[N]) => C[N]): () => void {
  const real = prototype[name];
  prototype[name] = by(real);
  return () => {
    prototype[name] = real;
  };
}

/** Calls a function before each write that is not a flush of editors' edits. */
const beforeEachWrite = (happens: (room: Room, write: WriteTransaction) => void): (() => void) =>
  replace(
    Writer.prototype,
    'write',
    (real) =>
      function (this: Writer, room, first, takeNext) {
        const watched = (waiting: WaitingWrite): WaitingWrite => ({
          ...waiting,
          begin() {
            const write = waiting.begin();
            happens(room, write);
            return write;
          },
        });
        return real.call(this, room, watched(first), () => {
          const next = takeNext?.() ?? null;
          return next === null ? null : watched(next);
        });
      } as typeof real,
  );

function ignoreFailedSyncs(): () => void {
  return replace(
    LogSync.prototype,
    'written',
    (real) =>
      function (this: LogSync) {
        return real.call(this).catch(() => undefined);
      },
  );
}

const nothing = Y.encodeStateAsUpdate(new Y.Doc());

async function emptyLastRow(tx: Db): Promise<void> {
  const row = await tx.selectFrom('journal').select(['document_id as id', 'seq']).orderBy('at', 'desc').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  if (row === undefined || row.seq === 1) return;
  await tx
    .updateTable('journal')
    .set({ bytes: nothing, checksum: checksum(row.id, row.seq, nothing) })
    .where('document_id', '=', row.id)
    .where('seq', '=', row.seq)
    .execute();
} // prettier-ignore
