/** Adds the revisions of cards and card types, and the highest card number. */
import type { Migration } from './migration.ts';

export const plan: Migration = {
  name: 'plan',
  statements: ({ integer }) =>
    ['items_rev', 'item_types_rev', 'last_key'].map(
      (column) => `alter table documents add column ${column} ${integer} not null default 0`,
    ),
};
