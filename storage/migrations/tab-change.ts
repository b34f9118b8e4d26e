/** Adds what a changeset changed in a tab besides its elements: its mode and its pages, before and after. */
import type { Migration } from './migration.ts';

export const tabChange: Migration = {
  name: 'tab-change',
  statements: ({ text }) => [`alter table changesets add column tab_change ${text}`],
};
