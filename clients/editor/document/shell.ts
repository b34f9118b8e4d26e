/** shell: what stays while tabs of a document are changed: the open panel, what is said to screen readers, and toasts. */
import type { DocumentSession } from '../live/document-session.ts';
import { Cell } from '../live/store.ts';
import type { Navigate } from '../routes.ts';
import type { Tell } from '../ui/toast.tsx';
import type { EditorShell } from './editor.ts';

export type Shell = EditorShell & { readonly said: Cell<string> };

export function createShell(session: DocumentSession, navigate: Navigate, tell: Tell): Shell {
  const said = new Cell('');
  return {
    said,
    panel: new Cell<string | null>(null),
    announce: (text) => said.set(text),
    tell,
    showTab: (tab) => navigate({ screen: 'document', document: session.documentId, tab }),
  };
}
