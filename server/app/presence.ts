/** Presence: agents announce where they are and what they do, and readers of a document see who is in it (SPEC.md). */
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

/** The open editors of a document, on all nodes. */
export type EditorsOf = (documentId: string) => readonly PresentEditor[];

export type Presences = {
  /** Errors: presence_requires_token, token_read_only, tab_not_found, invalid_focus, focus_not_found, focus_ambiguous, agent_presence_full. */
  set(call: Call, documentId: string, tabId: string, body: NewPresence): Promise<{ readonly presence: Presence } | Problem>;
  /** Returns null whether or not there was a presence. Errors: presence_requires_token, token_read_only, tab_not_found. */
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
        const access = await authorize(room.tx, actor, documentId, 'viewer', {
          write: true,
          action: 'presence.set',
          fencedTab: tabId,
          now: at,
        });
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
        const shown = { ...(status !== null && { status }), focus: [...focus], expiresAt };
        room.event('presence', { change: 'set', ...shown, actor: eventActor(actor) }, tabId);
        room.afterCommit(() => context.agentsChanged(documentId));
        return { presence: { tabId, ...shown } };
      });
    },

    async clear(call, documentId, tabId) {
      const { actor } = call;
      if (actor.kind !== 'agent') return problem('presence_requires_token');
      const { tokenId } = actor;
      return rooms.write<null>(call, documentId, async (room) => {
        const at = now();
        const access = await authorize(room.tx, actor, documentId, 'viewer', {
          write: true,
          action: 'presence.clear',
          fencedTab: tabId,
          now: at,
        });
        if (isProblem(access)) return access;
        if (room.tab(tabId) === undefined) return problem('tab_not_found');
        if (!(await deleteAgentPresence(room.tx, { documentId, tokenId, tabId }, at))) return null;
        room.event('presence', { change: 'cleared', actor: eventActor(actor) }, tabId);
        room.afterCommit(() => context.agentsChanged(documentId));
        return null;
      });
    },

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

async function isFull(room: RoomWrite, documentId: string, tokenId: string, at: number): Promise<boolean> {
  const agents = await agentsAmong(room.tx, [documentId], at);
  const tabs = new Set(room.tabs().map(({ id }) => id));
  const others = new Set(
    agents.filter((agent) => agent.tokenId !== tokenId && tabs.has(agent.tabId)).map(({ tokenId: id }) => id),
  );
  return others.size >= limits.agentsPerDocument;
}

/** Extends the presence of a token on a tab, within the write of its changeset. */
export function extendPresence(
  context: Pick<AppContext, 'agentsChanged'>,
  room: Pick<RoomWrite, 'tx' | 'alongside' | 'afterCommit'>,
  { at, ...key }: { readonly documentId: string; readonly tabId: string; readonly tokenId: string; readonly at: number },
): void {
  const extension = extendAgentPresence(room.tx, { ...key, now: at, until: at + limits.presenceKeptMs }).then((isPresent) => {
    if (isPresent) room.afterCommit(() => context.agentsChanged(key.documentId));
  });
  room.alongside(extension);
}

function byTab(tabs: readonly string[], editors: readonly PresentEditor[], agents: readonly ShownAgent[]): DocumentPresence {
  const groups = new Map<string | null, TabPresence>([...tabs, null].map((tabId) => [tabId, { tabId, people: [], agents: [] }]));
  for (const { user, tab, selection } of editors) {
    const group = groups.get(tab) ?? groups.get(null);
    group?.people.push({ user: { ...user }, selection: [...selection] });
  }
  // Agents on a tab that editors removed are not shown.
  const present = agents.filter(({ tabId }) => groups.has(tabId));
  for (const agent of present) groups.get(agent.tabId)?.agents.push(presentAgent(agent));
  return {
    tabs: [...groups.values()].filter((group) => group.people.length + group.agents.length > 0),
    people: new Set(editors.map(({ user }) => user.id)).size,
    agents: new Set(present.map(({ tokenId }) => tokenId)).size,
  };
}

/** What readers of the document see of an agent. */
function presentAgent({ user, status, focus, expiresAt, setAt }: ShownAgent): PresentAgent {
  return { user: { ...user }, ...(status !== null && { status }), focus: [...focus], expiresAt, setAt };
}
