/** Adds what a person sees of their sessions. Nodes of the previous release leave both empty. */
import type { Migration } from './migration.ts';

export const sessionUses: Migration = {
  name: 'session-uses',
  isAddition: true,
  statements: ({ text, integer }) => [
    `alter table sessions add column user_agent ${text}`,
    `alter table sessions add column last_used_at ${integer}`,
  ],
};
