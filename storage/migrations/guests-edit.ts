/** Adds share links whose guests edit. Nodes of the previous release admit no guests through them, and let those who are in only comment. */
import type { Migration } from './migration.ts';

export const guestsEdit: Migration = {
  name: 'guests-edit',
  isAddition: true,
  statements: ({ integer }) => [`alter table share_links add column guests ${integer} not null default 0`],
};
