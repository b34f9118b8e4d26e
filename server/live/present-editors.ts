/** The editors of this node that have a document open, from their awareness states. */
import type { StateOf } from './holders.ts';
import type { EditorSession } from './editor-session.ts';

/** `tab`: the tab that the editor shows, which may not exist; null: none. */
export type PresentEditor = {
  readonly user: { readonly id: string; readonly name: string; readonly color: string };
  readonly tab: string | null;
  /** Full ids of elements. */
  readonly selection: readonly string[];
};

/** One entry per editor that has sent a state. */
export function editorsAmong(sessions: Iterable<EditorSession>, stateOf: StateOf, documentId: string): PresentEditor[] {
  const editors: PresentEditor[] = [];
  for (const session of sessions) {
    const state = session.documentId === documentId ? stateOf(session) : undefined;
    if (state !== undefined) editors.push(presentEditor(session.user, state));
  }
  return editors;
}

/** The state was validated when it arrived (awareness.ts). */
export function presentEditor({ id, name, color }: PresentEditor['user'], state: Record<string, unknown>): PresentEditor {
  const { tab, selection } = state;
  return {
    user: { id, name, color },
    tab: typeof tab === 'string' ? tab : null,
    selection: Array.isArray(selection) ? (selection as string[]) : [],
  };
}
