/** use-own-star: the star of the signed-in person on the open document, read when it is about to be shown. */
import { useState } from 'react';

import { call, failureText } from '../api/call.ts';
import { setStar } from '../api/set-star.ts';
import { documentTexts } from '../strings/document.ts';
import type { Tell } from '../ui/toast.tsx';

export type OwnStar = {
  /** Null until it is known. */
  readonly isStarred: boolean | null;
  readonly ask: () => void;
  readonly toggle: () => void;
};

export function useOwnStar(documentId: string, tell: Tell): OwnStar {
  const [isStarred, setIsStarred] = useState<boolean | null>(null);
  const read = async (): Promise<void> => {
    const { starred = false } = await call('GET /documents/:doc', { params: { doc: documentId } });
    setIsStarred(starred);
  };
  const toggle = async (): Promise<void> => {
    try {
      await setStar(documentId, isStarred !== true);
      tell({ text: isStarred === true ? documentTexts.starRemoved : documentTexts.starred, kind: 'success' });
      setIsStarred(isStarred !== true);
    } catch (error) {
      tell({ text: documentTexts.couldNotStar, detail: failureText(error), kind: 'failure' });
    }
  };
  return {
    isStarred,
    // While the server cannot be reached the entry stays disabled.
    ask: () => void read().catch(() => undefined),
    toggle: () => void toggle(),
  };
}
