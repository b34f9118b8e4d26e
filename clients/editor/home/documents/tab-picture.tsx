/**
 * tab-picture: a picture of a tab by the server, loaded when it comes into view.
 *
 * A small tab is an SVG, sharp at any size; a large one a small PNG, which the browser renders faster. Without a picture (too
 * large, server not reached) an icon is shown.
 */
import { FileText } from 'lucide-react';
import { useState } from 'react';

import type { Tab } from '#schema/tab.ts';

type TabPictureProps = { readonly documentId: string; readonly tab: Pick<Tab, 'id' | 'elements' | 'arrows'> };

const elementsAsSvg = 400;

export function TabPicture({ documentId, tab }: TabPictureProps) {
  const [failed, setFailed] = useState(false);
  const elements = tab.elements + tab.arrows;
  if (failed || elements === 0) return <FileText strokeWidth={1.5} aria-hidden />;
  const at = `/api/v1/documents/${documentId}/tabs/${tab.id}`;
  const address = elements <= elementsAsSvg ? `${at}/render.svg?padding=16` : `${at}/render.png?padding=16&scale=0.25`;
  return <img src={address} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setFailed(true)} />;
}
