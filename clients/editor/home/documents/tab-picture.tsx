/**
 * tab-picture: a picture of a tab by the server, loaded when it comes into view.
 *
 * A small tab is an SVG, sharp at any size; a large one a small PNG, which the browser renders faster. Without a picture (too
 * large, server busy or not reached) an icon is shown, until a busy server has drawn it.
 */
import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Tab } from '#schema/tab.ts';

import { latePicture } from './late-picture.ts';

type TabPictureProps = { readonly documentId: string; readonly tab: Pick<Tab, 'id' | 'elements' | 'arrows'> };

const elementsAsSvg = 400;

export function TabPicture({ documentId, tab }: TabPictureProps) {
  const elements = tab.elements + tab.arrows;
  const at = `/api/v1/documents/${documentId}/tabs/${tab.id}`;
  const address = elements <= elementsAsSvg ? `${at}/render.svg?padding=16` : `${at}/render.png?padding=16&scale=0.25`;
  const [failed, setFailed] = useState<string | null>(null);
  const late = useLatePicture(failed === address ? address : null);
  const shown = failed === address ? late : address;
  if (shown === null || elements === 0) return <FileText strokeWidth={1.5} aria-hidden />;
  return <img src={shown} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setFailed(address)} />;
}

/** The address of the picture in the browser's memory, once the server has drawn it. */
function useLatePicture(address: string | null): string | null {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    if (address === null) return;
    const leaving = new AbortController();
    let own: string | null = null;
    void latePicture(address, leaving.signal).then((blob) => {
      if (blob === null || leaving.signal.aborted) return;
      own = URL.createObjectURL(blob);
      setPicture(own);
    });
    return () => {
      leaving.abort();
      if (own !== null) URL.revokeObjectURL(own);
      setPicture(null);
    };
  }, [address]);
  return picture;
}
