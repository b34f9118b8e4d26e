/** shell: what stays while tabs of a document are changed: the open panel, what is said to screen readers, and toasts. */
import type { DocumentSession } from '../live/document-session.ts';
import { Cell } from '../live/store.ts';
import type { Navigate } from '../routes.ts';
import type { EditorShell, ToastInput } from './editor.ts';

export type ShownToast = { readonly key: number; readonly toast: ToastInput };

export type Shell = EditorShell & { readonly said: Cell<string>; readonly toasts: Cell<readonly ShownToast[]> };

const toastMs = 6_000;

export function createShell(session: DocumentSession, navigate: Navigate): Shell {
  const said = new Cell('');
  const toasts = new Cell<readonly ShownToast[]>([]);
  let count = 0;
  return {
    said,
    toasts,
    panel: new Cell<string | null>(null),
    announce: (text) => said.set(text),
    tell(toast) {
      count += 1;
      const shown = { key: count, toast };
      toasts.set([...toasts.get(), shown]);
      setTimeout(() => toasts.set(toasts.get().filter((other) => other !== shown)), toastMs);
    },
    showTab: (tab) => navigate({ screen: 'document', document: session.documentId, tab }),
  };
}
