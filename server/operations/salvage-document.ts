/**
 * The command `atelier admin document salvage`. It reports what can be read of a document with damaged rows, and with `--keep` replaces the
 * rows by that, after it has copied them all to a file.
 */
import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { insertAudit } from '#storage/audit.ts';
import { type DocumentHistory, readHistory, replaceHistory } from '#storage/history.ts';
import { lockDocument } from '#storage/journal.ts';
import { lockDataDir } from '#storage/sqlite/lock-data-dir.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { AdminRefusal, AdminUsageError } from './admin-command.ts';
import { type Environment, readStorage } from './config.ts';
import { salvage, type SalvageReport } from './salvage.ts';

export type SalvageAnswer = SalvageReport & { readonly document: string; readonly salvaged: boolean };

/** Throws AdminUsageError, AdminRefusal, and what storage throws. */
export async function salvageDocument(env: Environment, words: readonly string[], now: number): Promise<SalvageAnswer> {
  const { documentId, keep } = argumentsOf(words);
  const config = readStorage(env);
  // A server that has the document loaded would go on with what is lost here.
  const lock = keep !== null && 'dataDir' in config ? lockDataDir(config.dataDir) : null;
  const storage = await openStorage(config);
  try {
    return await salvageIn(storage, { documentId, keep, now });
  } finally {
    await storage.close();
    lock?.release();
  }
}

export function salvageIn(
  storage: Storage,
  { documentId, keep, now }: { readonly documentId: string; readonly keep: string | null; readonly now: number },
): Promise<SalvageAnswer> {
  return storage.transact(async (tx) => {
    const locked = await lockDocument(tx, documentId);
    if (locked === null) throw new AdminRefusal(`There is no document ${documentId}.`);
    const history = await readHistory(tx, documentId);
    const { bytes, report } = salvage(history, locked.seq);
    const isDamaged = [report.damagedSnapshots, report.damaged, report.missing].some(({ length }) => length > 0);
    if (keep === null || !isDamaged) return { document: documentId, salvaged: false, ...report };
    await writeRows(keep, documentId, history);
    const writeId = `salvage-${documentId}-${locked.seq + 1}`;
    await replaceHistory(tx, documentId, { seq: locked.seq + 1, writeId, bytes, at: now });
    await insertAudit(tx, {
      at: now,
      action: 'document.salvage',
      actorKind: 'admin',
      userId: null,
      tokenId: null,
      documentId,
      subject: documentId,
      requestId: null,
      data: { damaged: report.damaged.length, missing: report.missing.length, incomplete: report.incomplete.length },
    });
    return { document: documentId, salvaged: true, ...report };
  });
}

/** A line of JSON for each row, on disk before the rows are deleted. An existing file is not overwritten. */
async function writeRows(path: string, documentId: string, { snapshots, rows }: DocumentHistory): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (const [table, stored] of [['snapshots', snapshots] as const, ['journal', rows] as const])
      for (const { seq, at, isIntact, bytes } of stored)
        await file.write(
          `${JSON.stringify({ documentId, table, seq, at, isIntact, bytes: Buffer.from(bytes).toString('base64') })}\n`,
        );
    await file.sync();
  } finally {
    await file.close();
  }
}

function argumentsOf(words: readonly string[]): { readonly documentId: string; readonly keep: string | null } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { keep: { type: 'string' } },
      allowPositionals: true,
    });
    const [noun, verb, documentId, ...more] = positionals;
    if (noun === 'document' && verb === 'salvage' && documentId !== undefined && more.length === 0 && values.keep !== '')
      return { documentId, keep: values.keep ?? null };
  } catch {
    // Refused below.
  }
  throw new AdminUsageError(
    '"document salvage" takes the id of a document, and --keep with the path of a file that does not exist yet.',
  );
}
