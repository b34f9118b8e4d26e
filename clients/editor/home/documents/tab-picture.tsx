/**
 * tab-picture: a picture of a tab by the server, loaded when it comes into view.
 *
 * A small tab is an SVG, sharp at any size; a large one a PNG of the card's size, which the browser renders faster. Without a picture
 * (too much to draw, server busy or not reached) an icon is shown, until a busy server has drawn it. The browser keeps a picture until
 * its document changes. The automatic theme is dark on a dark page, as it is on the canvas. Pictures wait for all that the person
 * asks for, and none is loaded for a screen that was left.
 */
import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Tab } from '#schema/tab.ts';

import { useDarkPage } from '../../ui/dark-page.ts';
import { latePicture } from './late-picture.ts';

type TabPictureProps = {
  readonly documentId: string;
  /** When the document was last changed. */
  readonly asOf: number;
  readonly tab: Pick<Tab, 'id' | 'elements' | 'arrows' | 'theme'>;
};

const elementsAsSvg = 400;
/** Of a card on a screen with two pixels for one. */
const cardPixels = 320_000;

export function TabPicture({ documentId, asOf, tab }: TabPictureProps) {
  const elements = tab.elements + tab.arrows;
  const at = `/api/v1/documents/${documentId}/tabs/${tab.id}`;
  const isDark = useDarkPage() && tab.theme === 'auto';
  const query = `padding=16&asOf=${asOf}${isDark ? '&theme=dark' : ''}`;
  const address = elements <= elementsAsSvg ? `${at}/render.svg?${query}` : `${at}/render.png?${query}&maxPixels=${cardPixels}`;
  const [failed, setFailed] = useState<string | null>(null);
  const late = useLatePicture(failed === address ? address : null);
  const shown = failed === address ? late : address;
  if (shown === null || elements === 0) return <FileText strokeWidth={1.5} aria-hidden />;
  return (
    <img
      ref={stopsWhenLeft}
      src={shown}
      alt=""
      loading="lazy"
      fetchPriority="low"
      decoding="async"
      draggable={false}
      onError={() => setFailed(address)}
    />
  );
}

/** A browser finishes loading an image that is no longer on the page, and a busy server draws it first. */
function stopsWhenLeft(image: HTMLImageElement | null): (() => void) | undefined {
  return image === null ? undefined : () => image.removeAttribute('src');
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
