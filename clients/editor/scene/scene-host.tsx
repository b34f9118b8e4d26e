/** scene-host: the part of the page in which the shown tab is drawn. It sets the scene of the editor. */
import { useEffect, useRef } from 'react';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import type { LoadedImages } from './loaded-images.ts';
import { openScene } from './open-scene.ts';
import './scene.css';

export function SceneHost({ images }: { readonly images?: LoadedImages }) {
  const editor = useEditor();
  const { mode } = useValue(editor.tab.settings);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const { scene, end } = openScene(host.current, editor, images);
    editor.scene.set(scene);
    return () => {
      editor.scene.set(null);
      end();
    };
  }, [editor, images]);
  return <div ref={host} className="scene-host" data-mode={mode} aria-hidden="true" />;
}
