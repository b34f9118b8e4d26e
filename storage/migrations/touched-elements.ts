/** Adds what a changeset touched to its record. An earlier version would not find it there (touches.ts). */
import type { Migration } from './migration.ts';

export const touchedElements: Migration = {
  name: 'touched-elements',
  // On PostgreSQL changesets keep their touches in a table that earlier nodes read as well.
  isAddition: 'postgres',
  statements: ({ text }) => [`alter table changesets add column touched ${text}`],
};
