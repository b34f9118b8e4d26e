/**
 * holders: who has which elements selected on a tab, in the editors of this node.
 * H1  Only selections of people who may edit hold anything; a connection opened with an API token, and that of
 *     somebody who may not write on the tab, hold nothing.
 * H2  A selection holds until it is changed, its socket is gone, or its editor has said nothing for a minute: one that is only
 *     idle says every few seconds that it is there.
 */
import { limits } from '#schema/limits.ts';

import type { EditorSession } from './editor-session.ts';

/** One editor's selection. `elements` are full ids, on the tab or not. */
export type Holder = {
  readonly userId: string;
  readonly name: string;
  readonly color: string;
  readonly elements: readonly string[];
};

/** What a session's editor says of itself to the others; undefined before it has said anything. */
export type StateOf = (session: EditorSession) => Record<string, unknown> | undefined;

/** [H2] The sessions that have been heard of in the last minute; `now` in ms. */
export const awake = (sessions: Iterable<EditorSession>, now: number): EditorSession[] =>
  [...sessions].filter(({ heardAt }) => now - heardAt < limits.selectionSilentMs);

/** One entry per editor with a selection on the tab. */
export function holdersAmong(sessions: Iterable<EditorSession>, stateOf: StateOf, documentId: string, tabId: string): Holder[] {
  const holders: Holder[] = [];
  for (const session of sessions) {
    if (session.documentId !== documentId || session.actor.kind === 'agent' || !session.mayWrite) continue;
    if (session.access.tabs !== null && !session.access.tabs.includes(tabId)) continue;
    const state = stateOf(session);
    if (state?.['tab'] !== tabId || !Array.isArray(state['selection'])) continue;
    // The stamp has left only element ids in it (awareness.ts).
    const elements = state['selection'] as string[];
    if (elements.length > 0)
      holders.push({ userId: session.user.id, name: session.user.name, color: session.user.color, elements });
  }
  return holders;
}
