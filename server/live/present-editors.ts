/** present-editors: who has a document open in the editors of this node, as their states say it. */
import type { StateOf } from './holders.ts';
import type { EditorSession } from './editor-session.ts';

/** An editor that is open. `tab`: what its page shows, of whatever name; null: none. */
export type PresentEditor = {
  readonly user: { readonly id: string; readonly name: string; readonly color: string };
  readonly tab: string | null;
  /** Full ids of elements. */
  readonly selection: readonly string[];
};

/** One for each editor that has said anything of itself. */
export function editorsAmong(sessions: Iterable<EditorSession>, stateOf: StateOf, documentId: string): PresentEditor[] {
  const editors: PresentEditor[] = [];
  for (const session of sessions) {
    const state = session.documentId === documentId ? stateOf(session) : undefined;
    if (state !== undefined) editors.push(presentEditor(session.user, state));
  }
  return editors;
}

/** The state was checked for its form when it came (awareness.ts). */
export function presentEditor({ id, name, color }: PresentEditor['user'], state: Record<string, unknown>): PresentEditor {
  const { tab, selection } = state;
  return {
    user: { id, name, color },
    tab: typeof tab === 'string' ? tab : null,
    selection: Array.isArray(selection) ? (selection as string[]) : [],
  };
}
