/**
 * presence: agents say where they are and what they do; anybody who may read a document sees who is in it.
 *
 * S1  Setting replaces status, focus and end; it needs a token that may write, of somebody who may read the document.
 * S2  At most `limits.agentsPerDocument` tokens are in a document at a time, decided under its lock; one that is there
 *     already may always set again, on any tab.
 * S3  An applied changeset of a token keeps its presence on that tab, when it has one; nothing else does.
 * S4  Presence is no change of the document: no journal row, no revision, and no audit row, which every heartbeat would leave.
 * S5  People are the editors' own states on every node that is known of; agents are what the database holds.
 */
import { readFocus } from '#core/selectors/focus.ts';
import type { NewPresence } from '#schema/calls.ts';
import { limits } from '#schema/limits.ts';
import type { DocumentPresence, Presence, PresentAgent, TabPresence } from '#schema/presence.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { PresentEditor } from '#server/live/present-editors.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import {
  agentsAmong,
  deleteAgentPresence,
  deleteExpiredPresence,
  extendAgentPresence,
  putAgentPresence,
  type ShownAgent,
} from '#storage/agent-presence.ts';

import { eventActor } from './audit.ts';
import type { AppContext } from './context.ts';

/** The editors of a document that are open on nodes that are known of. */
export type EditorsOf = (documentId: string) => readonly PresentEditor[];

export type Presences = {
  /** Errors: presence_requires_token, token_read_only, tab_not_found, invalid_focus, focus_not_found, focus_ambiguous, agent_presence_full. */
  set(call: Call, documentId: string, tabId: string, body: NewPresence): Promise<{ readonly presence: Presence } | Problem>;
  /** Null when it is gone, or was not there. Errors: presence_requires_token, token_read_only, tab_not_found. */
  clear(call: Call, documentId: string, tabId: string): Promise<null | Problem>;
  list(call: Call, documentId: string): Promise<DocumentPresence | Problem>;
};

export function createPresence(context: AppContext, editorsOf: EditorsOf): Presences {
  const { storage, rooms, now } = context;
  return {
    async set(call, documentId, tabId, body) {
      const { actor } = call;
      if (actor.kind !== 'agent') return problem('presence_requires_token');
      const { tokenId, userId } = actor;
      return rooms.write(call, documentId, async (room) => {
        const at = now();
        const access = await authorize(room.tx, actor, documentId, 'viewer', { write: true, now: at });
        if (isProblem(access)) return access;
        const tab = room.tab(tabId);
        if (tab === undefined) return problem('tab_not_found');
        const focus = readFocus(body.focus ?? [], tab);
        if (isProblem(focus)) return focus;
        if (await isFull(room, documentId, tokenId, at))
          return problem('agent_presence_full', { limit: limits.agentsPerDocument });
        const status = body.status === undefined || body.status.trim() === '' ? null : body.status;
        const expiresAt = at + (body.ttl ?? limits.presenceTtlMs);
        await deleteExpiredPresence(room.tx, documentId, at);
        await putAgentPresence(room.tx, { documentId, tokenId, tabId, userId, status, focus, expiresAt, setAt: at });
        const said = { ...(status !== null && { status }), focus: [...focus], expiresAt };
        room.event('presence', { change: 'set', ...said, actor: eventActor(actor) }, tabId);
        room.afterCommit(() => context.agentsChanged(documentId));
        return { presence: { tabId, ...said } };
      });
    },

    async clear(call, documentId, tabId) {
      const { actor } = call;
      if (actor.kind !== 'agent') return problem('presence_requires_token');
      const { tokenId } = actor;
      return rooms.write<null>(call, documentId, async (room) => {
        const at = now();
        const access = await authorize(room.tx, actor, documentId, 'viewer', { write: true, now: at });
        if (isProblem(access)) return access;
        if (room.tab(tabId) === undefined) return problem('tab_not_found');
        if (!(await deleteAgentPresence(room.tx, { documentId, tokenId, tabId }, at))) return null;
        room.event('presence', { change: 'cleared', actor: eventActor(actor) }, tabId);
        room.afterCommit(() => context.agentsChanged(documentId));
        return null;
      });
    },

    /** [S5] */
    async list({ actor }, documentId) {
      const at = now();
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: at });
      if (isProblem(access)) return access;
      const tabs = await rooms.read(documentId, (reading) => reading.tabs.map(({ id }) => id));
      if (isProblem(tabs)) return tabs;
      return byTab(tabs, editorsOf(documentId), await agentsAmong(storage.db, [documentId], at));
    },
  };
}

/** [S2] */
async function isFull(room: RoomWrite, documentId: string, tokenId: string, at: number): Promise<boolean> {
  const agents = await agentsAmong(room.tx, [documentId], at);
  const tabs = new Set(room.tabs().map(({ id }) => id));
  const others = new Set(
    agents.filter((agent) => agent.tokenId !== tokenId && tabs.has(agent.tabId)).map(({ tokenId: id }) => id),
  );
  return others.size >= limits.agentsPerDocument;
}

/** [S3] Within the write of the token's changeset. */
export function keepPresent(
  context: Pick<AppContext, 'agentsChanged'>,
  room: RoomWrite,
  { at, ...who }: { readonly documentId: string; readonly tabId: string; readonly tokenId: string; readonly at: number },
): void {
  const kept = extendAgentPresence(room.tx, { ...who, now: at, until: at + limits.presenceKeptMs }).then((isPresent) => {
    if (isPresent) room.afterCommit(() => context.agentsChanged(who.documentId));
  });
  room.alongside(kept);
}

function byTab(tabs: readonly string[], editors: readonly PresentEditor[], agents: readonly ShownAgent[]): DocumentPresence {
  const groups = new Map<string | null, TabPresence>([...tabs, null].map((tabId) => [tabId, { tabId, people: [], agents: [] }]));
  for (const { user, tab, selection } of editors) {
    const group = groups.get(tab) ?? groups.get(null);
    group?.people.push({ user: { ...user }, selection: [...selection] });
  }
  // A tab that editors removed takes its agents with it.
  const present = agents.filter(({ tabId }) => groups.has(tabId));
  for (const agent of present) groups.get(agent.tabId)?.agents.push(presentAgent(agent));
  return {
    tabs: [...groups.values()].filter((group) => group.people.length + group.agents.length > 0),
    people: new Set(editors.map(({ user }) => user.id)).size,
    agents: new Set(present.map(({ tokenId }) => tokenId)).size,
  };
}

/** What everybody sees of an agent. */
function presentAgent({ user, status, focus, expiresAt, setAt }: ShownAgent): PresentAgent {
  return { user: { ...user }, ...(status !== null && { status }), focus: [...focus], expiresAt, setAt };
}
