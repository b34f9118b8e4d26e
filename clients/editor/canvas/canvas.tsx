/** canvas: the drawing itself, and the pointer on it. */
import { useEffect, useRef } from 'react';

import { useEditor } from '../document/editor.ts';
import { SceneHost } from '../scene/scene-host.tsx';
import { useStore } from '../live/store.ts';

export function Canvas() {
  const { viewport, tab, session } = useEditor();
  const host = useRef<HTMLDivElement>(null);
  const settings = useStore(tab.settings);

  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const measure = (): void => viewport.resize(element.clientWidth, element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport]);

  useEffect(() => {
    const show = (): void => session.show({ viewport: viewport.visible() });
    show();
    return viewport.subscribe(show);
  }, [session, viewport]);

  return (
    <div ref={host} className="canvas" role="application" aria-label={`Canvas of ${settings.name}`} tabIndex={0}>
      <SceneHost />
    </div>
  );
}
