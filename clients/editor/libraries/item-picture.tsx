/** item-picture: the drawing of an item of a shape library. */
import { useEffect, useMemo, useState } from 'react';

import { renderSvg } from '#core/render/render-svg.ts';
import { dark } from '#core/render/themes/dark.ts';
import { light } from '#core/render/themes/light.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { LibraryItem } from '#schema/library.ts';

import { pageIcons } from '../icons/loaded-icons.ts';
import { useDarkPage } from '../ui/dark-page.ts';
import { Drawing } from '../ui/drawing.tsx';
import { looseTab } from './loose-tab.ts';

/** `className`: with `position: relative` and a size. */
export function ItemPicture({ item, className }: { readonly item: LibraryItem; readonly className: string | undefined }) {
  const theme = useDarkPage() ? dark : light;
  const [loads, setLoads] = useState(0);
  useEffect(() => pageIcons.onLoad(() => setLoads((count) => count + 1)), []);
  const source = useMemo(
    () =>
      renderSvg(TabIndex.of(looseTab(item.elements, 'light')), {
        theme: { ...theme, background: 'transparent' },
        padding: 4,
        icons: pageIcons,
      }),
    // The number of loads covers the icons.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [item, theme, loads],
  );
  return <Drawing className={className} source={source} />;
}
