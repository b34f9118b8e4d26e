/** side-panel: the open panel at the right, or from below on a phone. The viewport knows what it covers. */
import { X } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';

import { useValue } from '../state/signal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useEditor } from '../state/editor.ts';
import type { Viewport } from '../state/viewport.ts';
import type { Panel } from './panels.ts';
import { documentTexts } from '../strings/document.ts';

export function SidePanel({ panels }: { readonly panels: readonly Panel[] }) {
  const { panel, viewport } = useEditor();
  const name = useValue(panel);
  const shown = panels.find((candidate) => candidate.name === name);
  const host = useRef<HTMLElement>(null);
  useCover(host, viewport, shown !== undefined);
  if (shown === undefined) return null;
  return (
    <aside ref={host} className="side-panel" aria-label={shown.title}>
      <header>
        <h2>{shown.title}</h2>
        <IconButton size="sm" label={documentTexts.closePanel(shown.title)} icon={<X />} onClick={() => panel.set(null)} />
      </header>
      <div className="side-panel-body">
        <shown.body />
      </div>
    </aside>
  );
}

const nothing = { right: 0, bottom: 0 };

function useCover(host: RefObject<HTMLElement | null>, viewport: Viewport, isShown: boolean): void {
  useLayoutEffect(() => {
    const [panel, stage] = [host.current, host.current?.closest('.stage')];
    if (!isShown || panel === null || stage === null || stage === undefined) return undefined;
    const measure = (): void => {
      const [side, whole] = [panel.getBoundingClientRect(), stage.getBoundingClientRect()];
      const isBeside = side.left > whole.left + 1;
      viewport.cover(isBeside ? { right: whole.right - side.left, bottom: 0 } : { right: 0, bottom: whole.bottom - side.top });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(panel);
    observer.observe(stage);
    return () => {
      observer.disconnect();
      viewport.cover(nothing);
    };
  }, [host, viewport, isShown]);
}
