/** Which elements are held on a tab: the selections of people who may edit, in the editors of this node (SPEC.md, LV32 and LV33). */
import { limits } from '#schema/limits.ts';
import { isProgram } from '#server/access/actor.ts';

import type { EditorSession } from './editor-session.ts';

/** One editor's selection. `elements` are full ids, on the tab or not. */
export type Holder = {
  readonly userId: string;
  readonly name: string;
  readonly color: string;
  readonly elements: readonly string[];
};

/** The awareness state of a session's editor; undefined before the first one. */
export type StateOf = (session: EditorSession) => Record<string, unknown> | undefined;

/** The sessions that have sent a message in the last minute; `now` in ms. An idle editor sends one every few seconds. */
export const awake = (sessions: Iterable<EditorSession>, now: number): EditorSession[] =>
  [...sessions].filter(({ lastMessageAt }) => now - lastMessageAt < limits.selectionSilentMs);

/** One entry per editor with a selection on the tab. */
export function holdersAmong(sessions: Iterable<EditorSession>, stateOf: StateOf, documentId: string, tabId: string): Holder[] {
  const holders: Holder[] = [];
  for (const session of sessions) {
    if (session.documentId !== documentId || isProgram(session.actor) || !session.mayWrite) continue;
    if (session.access.tabs !== null && !session.access.tabs.includes(tabId)) continue;
    const state = stateOf(session);
    if (state?.['tab'] !== tabId || !Array.isArray(state['selection'])) continue;
    // stampAwareness has left only element ids in it.
    const elements = state['selection'] as string[];
    if (elements.length > 0)
      holders.push({ userId: session.user.id, name: session.user.name, color: session.user.color, elements });
  }
  return holders;
}
