/** The storage contract, run against each storage with real databases. What only one of them has is tested beside it. */
import { afterAll, beforeAll } from 'vitest';

import { accessContract } from './access.ts';
import { accountsContract } from './accounts.ts';
import { blobsContract } from './blobs.ts';
import { changesetsContract } from './changesets.ts';
import { documentsContract } from './documents.ts';
import { eventsContract } from './events.ts';
import { identitiesContract } from './identities.ts';
import { imagesContract } from './images.ts';
import { grantsContract } from './grants.ts';
import { journalContract } from './journal.ts';
import { mentionsContract } from './mentions.ts';
import { migrationsContract } from './migrations.ts';
import { peopleContract } from './people.ts';
import { pastContract } from './past.ts';
import { presenceContract } from './presence.ts';
import { searchContract } from './search.ts';
import { secondFactorsContract } from './second-factors.ts';
import { proposalsContract } from './proposals.ts';
import { snapshotsContract } from './snapshots.ts';
import { sweepContract } from './sweep.ts';
import { tabsContract } from './tabs.ts';
import { tasksContract } from './tasks.ts';
import { votesContract } from './votes.ts';
import { transactionsContract } from './transactions.ts';
import { webhooksContract } from './webhooks.ts';
import { ContractDatabase } from './contract-database.ts';
import type { StorageConfig } from '../storage.ts';

/** `createEmpty` creates an empty database and returns its configuration. */
export function storageContract(createEmpty: () => Promise<StorageConfig>): void {
  const database = new ContractDatabase(createEmpty);
  beforeAll(() => database.open());
  afterAll(() => database.close());
  transactionsContract(database);
  migrationsContract(database);
  journalContract(database);
  snapshotsContract(database);
  pastContract(database);
  tabsContract(database);
  changesetsContract(database);
  documentsContract(database);
  accessContract(database);
  accountsContract(database);
  secondFactorsContract(database);
  peopleContract(database);
  identitiesContract(database);
  grantsContract(database);
  eventsContract(database);
  presenceContract(database);
  imagesContract(database);
  blobsContract(database);
  webhooksContract(database);
  tasksContract(database);
  votesContract(database);
  mentionsContract(database);
  searchContract(database);
  proposalsContract(database);
  sweepContract(database);
}
