/**
 * canvas: the drawing, with the pointer, the wheel and the keyboard on it.
 *
 * It is one stop in the tab order: Tab walks its elements (commands/walk-commands.ts), and leaves it after the last one. Changes
 * of the selection are announced.
 */
import { useEffect, useMemo, useRef } from 'react';

import { arrive } from '../state/arrival.ts';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { SceneHost } from '../scene/scene-host.tsx';
import css from './canvas.module.css';
import { CanvasMenu } from './canvas-menu.tsx';
import { CellEditor } from './cell-editor.tsx';
import { describeSelection } from '../state/describe-selection.ts';
import { watchFocusRing } from './focus-ring.ts';
import { LabelEditor } from './label-editor.tsx';
import { showFirst } from './first-view.ts';
import { Overlay } from './overlay.tsx';
import { PointerInput } from './pointer-input.ts';
import { takeDrops } from '../clipboard/take-drops.ts';
import { wheelStep } from './wheel.ts';
import { canvasTexts } from '../strings/canvas.ts';

export function Canvas() {
  const editor = useEditor();
  const { viewport, tab, session, canvas } = editor;
  const host = useRef<HTMLDivElement>(null);
  const settings = useValue(tab.settings);
  const hover = useValue(canvas.hover);
  const shown = useValue(canvas.preview);
  const input = useMemo(() => new PointerInput(editor), [editor]);

  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const measure = (): void => viewport.resize(element.clientWidth, element.clientHeight);
    measure();
    showFirst(editor);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const step = wheelStep(event);
      const { left, top } = element.getBoundingClientRect();
      if ('zoom' in step) viewport.zoomAt({ x: event.clientX - left, y: event.clientY - top }, step.zoom);
      else viewport.panBy(step.dx, step.dy);
    };
    // React's own wheel listeners are passive: the page would zoom together with the canvas.
    element.addEventListener('wheel', onWheel, { passive: false });
    canvas.attach(element);
    const endings = [
      () => observer.disconnect(),
      () => canvas.attach(null),
      () => element.removeEventListener('wheel', onWheel),
      input.watch(element),
      takeDrops(element, editor),
      watchFocusRing(element),
    ];
    canvas.focus();
    arrive(editor);
    return () => endings.forEach((end) => end());
  }, [canvas, editor, input, viewport]);

  useEffect(() => {
    const show = (): void => session.show({ viewport: viewport.visible() });
    show();
    return viewport.subscribe(show);
  }, [session, viewport]);

  useEffect(
    () => editor.selection.subscribe(() => editor.announce(describeSelection(tab.view, editor.selection.get()))),
    [editor, tab],
  );

  return (
    <CanvasMenu>
      <div
        ref={host}
        className={`canvas ${css['canvas'] ?? ''}`}
        role="application"
        aria-label={canvasTexts.canvasOf(settings.name)}
        aria-describedby="canvas-keys"
        tabIndex={0}
        style={{ cursor: shown?.cursor ?? hover?.cursor ?? 'default' }}
      >
        <SceneHost />
        <Overlay />
        <LabelEditor />
        <CellEditor />
        <p id="canvas-keys" className="unseen">
          {canvasTexts.keyboardHelp}
        </p>
      </div>
    </CanvasMenu>
  );
}
