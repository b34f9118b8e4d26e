/** lazy-dialog: stands in the place of a dialog that is being fetched, and has the keyboard meanwhile: nothing typed reaches the canvas. */
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
