/** not-here: shown in place of a document without a copy in this browser while the server cannot be reached. */
import type { Navigate } from '../state/routes.ts';
import { Door } from '../home/door.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { documentTexts } from '../strings/document.ts';

export function NotHere({ isGuest, navigate }: { readonly isGuest: boolean; readonly navigate: Navigate }) {
  return (
    <Door title={documentTexts.cannotOpen} lead={documentTexts.cannotOpenLead}>
      <Spinner label={documentTexts.retrying} />
      {!isGuest && <Button onClick={() => navigate({ screen: 'documents' })}>{documentTexts.yourDocuments}</Button>}
    </Door>
  );
}
