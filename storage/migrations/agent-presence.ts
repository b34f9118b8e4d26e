/** Adds the presence of agents on tabs. */
import type { Migration } from './migration.ts';

export const agentPresence: Migration = {
  name: 'agent-presence',
  statements: ({ text, integer, updated, clustered }) => [
    `create table agent_presence (
      document_id ${text} not null, token_id ${text} not null, tab_id ${text} not null, user_id ${text} not null,
      status ${text}, focus ${text} not null, expires_at ${integer} not null, set_at ${integer} not null,
      primary key (document_id, token_id, tab_id)
    ) ${updated(clustered)}`,
    'create index agent_presence_by_end on agent_presence (expires_at)',
  ],
};
