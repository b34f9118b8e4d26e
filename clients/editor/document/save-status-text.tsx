/** save-status-text: the save status in a word. */
import { Check, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import type { SaveStatus } from '../live/save-status.ts';
import { useValue } from '../state/signal.ts';
import { classNames } from '../ui/class-names.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useEditor } from '../state/editor.ts';
import css from './save-status-text.module.css';
import { documentTexts } from '../strings/document.ts';

const signs: Readonly<Record<SaveStatus['kind'], ReactNode>> = {
  connecting: <Spinner />,
  saved: <Check aria-hidden />,
  saving: <CloudUpload aria-hidden />,
  syncing: <CloudUpload aria-hidden />,
  offline: <CloudOff aria-hidden />,
  refused: <TriangleAlert aria-hidden />,
  gone: <TriangleAlert aria-hidden />,
};

export function SaveStatusText() {
  const { session } = useEditor();
  const status = useValue(session.status);
  return (
    <span className={classNames(css['status'], css[status.kind])} role="status" data-kind={status.kind}>
      {signs[status.kind]}
      {status.kind === 'syncing' ? (
        <>
          <span aria-hidden>{statusText(status)}</span>
          <span className="unseen">{spokenProgress(status.percent)}</span>
        </>
      ) : (
        <span>{statusText(status)}</span>
      )}
    </span>
  );
}

/** Changes only once per quarter: a screen reader would never finish reading out every percent. */
const spokenProgress = (percent: number): string => documentTexts.syncingProgress(percent - (percent % 25));

export function statusText(status: SaveStatus): string {
  switch (status.kind) {
    case 'connecting':
      return documentTexts.connecting;
    case 'saved':
      return documentTexts.saved;
    case 'saving':
      return documentTexts.saving;
    case 'syncing':
      return documentTexts.syncing(status.percent);
    case 'offline':
      return status.unsent ? documentTexts.offlineUnsent : documentTexts.offline;
    case 'refused':
      return documentTexts.couldNotSave;
    case 'gone':
      return status.reason === 'signed-out' ? documentTexts.signedOut : documentTexts.noAccess;
  }
}
