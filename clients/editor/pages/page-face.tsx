/** page-face: a small picture of a page. It follows changes once there have been none for a moment. */
import { useEffect, useRef } from 'react';

import type { Page } from '#schema/tab.ts';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { parseMarkup } from '../scene/parse-markup.ts';
import css from './page-strip.module.css';

const quietMs = 200;
/** Text that cannot be read at this width is drawn as bars. */
const widthPx = 128;

export function PageFace({ page }: { readonly page: Page }) {
  const { tab, session, scene: scenes } = useEditor();
  const scene = useValue(scenes);
  const picture = useRef<SVGSVGElement>(null);
  const { x, y, width, height } = page.rect;
  useEffect(() => {
    if (scene === null) return undefined;
    let shown = '';
    const draw = (): void => {
      const markups = scene.pictureOf(page, widthPx);
      const source = markups.map((markup) => markup.source).join('');
      if (source !== shown) picture.current?.replaceChildren(...parseMarkup(markups));
      shown = source;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(draw, quietMs);
    };
    draw();
    const endings = [tab.onChange(later), session.cards.subscribe(later), session.sheets.subscribe(later)];
    return () => {
      clearTimeout(timer);
      for (const end of endings) end();
    };
  }, [scene, tab, session, page]);
  return <svg ref={picture} className={css['picture']} viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true" />;
}
