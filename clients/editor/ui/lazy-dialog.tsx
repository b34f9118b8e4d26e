/** lazy-dialog: the placeholder of a dialog that is being loaded. It has the focus meanwhile, so that no key reaches the canvas. */
import type { ReactNode } from 'react';

import { Dialog } from './dialog.tsx';
import { uiTexts } from '../strings/ui.ts';

export function LaterDialog({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  return (
    <Dialog open onOpenChange={onClose} title={uiTexts.loading}>
      {children}
    </Dialog>
  );
}
