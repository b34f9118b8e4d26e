/** not-here: stands in the place of a document of which this browser has no copy while the server cannot be reached. */
import type { Navigate } from '../state/routes.ts';
import { Door } from '../home/door.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

export function NotHere({ isGuest, navigate }: { readonly isGuest: boolean; readonly navigate: Navigate }) {
  return (
    <Door
      title="Can’t open document"
      lead="You’re offline or the server isn’t responding, and this browser has no copy of the document. It will open when you’re back online."
    >
      <Spinner label="Retrying…" />
      {!isGuest && <Button onClick={() => navigate({ screen: 'documents' })}>Your documents</Button>}
    </Door>
  );
}
