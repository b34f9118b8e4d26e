/**
 * contract: what every storage does, run against each of them with real databases.
 *
 * A storage passes when `storageContract` does; what only one of them has is tested beside it.
 */
import { afterAll, beforeAll } from 'vitest';

import { accessContract } from './access.ts';
import { accountsContract } from './accounts.ts';
import { blobsContract } from './blobs.ts';
import { changesetsContract } from './changesets.ts';
import { documentsContract } from './documents.ts';
import { eventsContract } from './events.ts';
import { identitiesContract } from './identities.ts';
import { imagesContract } from './images.ts';
import { journalContract } from './journal.ts';
import { migrationsContract } from './migrations.ts';
import { presenceContract } from './presence.ts';
import { snapshotsContract } from './snapshots.ts';
import { sweepContract } from './sweep.ts';
import { tabsContract } from './tabs.ts';
import { transactionsContract } from './transactions.ts';
import { ContractDatabase } from './contract-database.ts';
import type { StorageConfig } from '../storage.ts';

/** `fresh` answers the configuration of a new, empty database. */
export function storageContract(fresh: () => Promise<StorageConfig>): void {
  const ground = new ContractDatabase(fresh);
  beforeAll(() => ground.open());
  afterAll(() => ground.close());
  transactionsContract(ground);
  migrationsContract(ground);
  journalContract(ground);
  snapshotsContract(ground);
  tabsContract(ground);
  changesetsContract(ground);
  documentsContract(ground);
  accessContract(ground);
  accountsContract(ground);
  identitiesContract(ground);
  eventsContract(ground);
  presenceContract(ground);
  imagesContract(ground);
  blobsContract(ground);
  sweepContract(ground);
}
