/**
 * sign-out: signs out, which deletes everything that this browser stores. If that includes work that the server does not have
 * yet, the person is shown which work, and decides.
 */
import { type ReactNode, useState } from 'react';

import type { KeptDocument } from '../../offline/local-store.ts';
import type { WhoStore } from '../../api/who.ts';
import type { Navigate } from '../../state/routes.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { usePending } from '../../ui/use-pending.ts';
import { homeTexts } from '../../strings/home.ts';

type SignOut = {
  readonly busy: boolean;
  readonly signOut: () => void;
  /** The question, to be rendered somewhere. */
  readonly question: ReactNode;
};

export function useSignOut(who: WhoStore, navigate: Navigate): SignOut {
  const [unsent, setUnsent] = useState<readonly KeptDocument[]>([]);
  const { busy, run } = usePending();
  const leave = (): void => void run(() => who.signOut()).then(() => setUnsent([]));
  const signOut = (): void => void who.device.unsentDocuments().then((found) => (found.length > 0 ? setUnsent(found) : leave()));
  const question = (
    <AlertDialog
      open={unsent.length > 0}
      onOpenChange={() => setUnsent([])}
      title={homeTexts.discardUnsavedChangesQuestion}
      description={homeTexts.signOutAbout}
      confirm={homeTexts.signOutAndDiscard}
      busy={busy}
      onConfirm={leave}
    >
      <ul aria-label={homeTexts.documentsWithUnsavedChanges}>
        {unsent.map(({ document, name }) => (
          <li key={document}>
            <RouteLink to={{ screen: 'document', document, tab: null }} navigate={navigate}>
              {name}
            </RouteLink>
          </li>
        ))}
      </ul>
    </AlertDialog>
  );
  return { busy, signOut, question };
}
