/**
 * Adds hashes of the secrets of share links: nodes find links by them, and seal the secrets. Nodes of the previous release find links by
 * their secrets, so on PostgreSQL these stay readable for a while (server/access/link-seals.ts).
 */
import type { Migration } from './migration.ts';

export const sealedLinks: Migration = {
  name: 'sealed-links',
  isAddition: true,
  statements: ({ text }) => [
    `alter table share_links add column secret_hash ${text}`,
    'create unique index share_links_by_hash on share_links (secret_hash)',
  ],
};
