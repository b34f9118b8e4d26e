/** not-here: stands in the place of a document of which this browser has no copy while the server cannot be reached. */
import type { Navigate } from '../state/routes.ts';
import { Door } from '../home/door.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

export function NotHere({ isGuest, navigate }: { readonly isGuest: boolean; readonly navigate: Navigate }) {
  return (
    <Door
      title="The document cannot be reached"
      lead="There is no network, or the server does not answer, and this browser has no copy of the document. It opens by itself as soon as it can be reached."
    >
      <Spinner label="Trying again" />
      {!isGuest && <Button onClick={() => navigate({ screen: 'documents' })}>Your documents</Button>}
    </Door>
  );
}
