/** use-grid-view: the scroll position and the size of the visible part of the grid. */
import { type RefObject, useEffect, useState } from 'react';

export type GridView = { readonly top: number; readonly left: number; readonly width: number; readonly height: number };

export function useGridView(host: RefObject<HTMLElement | null>): GridView {
  const [view, setView] = useState<GridView>({ top: 0, left: 0, width: 0, height: 0 });
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const measure = (): void =>
      setView({ top: element.scrollTop, left: element.scrollLeft, width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [host]);
  return view;
}
