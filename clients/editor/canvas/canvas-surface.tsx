/**
 * canvas-surface: the drawing, with the pointer, the wheel and the keyboard on it.
 *
 * It is one stop in the tab order: Tab walks its elements (commands/walk-commands.ts), and leaves it after the last one. Changes
 * of the selection are announced. What is around it differs: in a document's screen it has a menu and takes what is dropped on it
 * (canvas.tsx); on a chat board it leaves the focus and the wheel to the chat until it is pressed.
 */
import { type ReactElement, useEffect, useMemo, useRef } from 'react';

import { arrive } from '../state/arrival.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import type { LoadedImages } from '../scene/loaded-images.ts';
import { SceneHost } from '../scene/scene-host.tsx';
import { EyedropperLayer } from '../eyedropper/eyedropper-layer.tsx';
import css from './canvas.module.css';
import { CropLayer } from './crop-layer.tsx';
import { CellEditor } from './cell-editor.tsx';
import { describeSelection } from '../state/describe-selection.ts';
import { watchFocusRing } from './focus-ring.ts';
import { LaserOverlay } from './laser-overlay.tsx';
import { LabelEditor } from './label-editor.tsx';
import { showFirst } from './first-view.ts';
import { ReactionOverlay } from './reaction-overlay.tsx';
import { Overlay } from './overlay.tsx';
import { PointerInput } from './pointer-input.ts';
import { wheelStep } from './wheel.ts';
import { canvasTexts } from '../strings/canvas.ts';

type Props = {
  /** Wraps the canvas, for its menu. */
  readonly framed?: (canvas: ReactElement) => ReactElement;
  /** Listens on the canvas until the returned function is called. */
  readonly listen?: (host: HTMLElement, editor: Editor) => () => void;
  /** The images of a page without a cookie. */
  readonly images?: LoadedImages;
  /** On a chat board. */
  readonly inChat?: boolean;
};

export function CanvasSurface({ framed, listen, images, inChat = false }: Props) {
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
      // The chat scrolls past a board that is not in use.
      if (inChat && !canvas.hasFocus()) return;
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
      ...(listen === undefined ? [] : [listen(element, editor)]),
      watchFocusRing(element),
    ];
    if (!inChat) canvas.focus();
    arrive(editor);
    return () => endings.forEach((end) => end());
  }, [canvas, editor, input, viewport, inChat, listen]);

  useEffect(() => {
    const show = (): void => session.show({ viewport: viewport.visible() });
    show();
    return viewport.subscribe(show);
  }, [session, viewport]);

  useEffect(
    () => editor.selection.subscribe(() => editor.announce(describeSelection(tab.view, editor.selection.get()))),
    [editor, tab],
  );

  const surface = (
    <div
      ref={host}
      className={`canvas ${css['canvas'] ?? ''}`}
      role="application"
      aria-label={canvasTexts.canvasOf(settings.name)}
      aria-describedby="canvas-keys"
      tabIndex={0}
      style={{ cursor: shown?.cursor ?? hover?.cursor ?? 'default' }}
    >
      <SceneHost {...(images !== undefined && { images })} />
      <Overlay />
      <LaserOverlay />
      <ReactionOverlay />
      <LabelEditor />
      <CellEditor />
      <CropLayer images={images} />
      <EyedropperLayer />
      <p id="canvas-keys" className="unseen">
        {canvasTexts.keyboardHelp}
      </p>
    </div>
  );
  return framed === undefined ? surface : framed(surface);
}
