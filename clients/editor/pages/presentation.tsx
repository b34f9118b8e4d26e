/**
 * presentation: the pages of the shown tab, one after the other, in full screen.
 *
 * It is the canvas itself, zoomed to a page, so changes by others are seen. Arrow keys, Space, Page Up and Page Down, and a press
 * at the right or the left turn pages; Escape ends it and restores the view. K takes the laser pointer and puts it away.
 */
import { useEffect, useMemo, useRef, useState } from 'react';

import type { Point } from '#schema/element.ts';

import { toolCursor } from '../gestures/tool-cursor.ts';
import { keyName } from '../state/command.ts';
import { useEditor } from '../state/editor.ts';
import { OwnLaser } from '../state/own-laser.ts';
import { useValue } from '../state/signal.ts';
import css from './presentation.module.css';
import { pagesTexts } from '../strings/pages.ts';

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['PageDown', 1],
  [' ', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
  ['PageUp', -1],
]);

/** Where the laser pointer draws, over what a press turns pages with. */
function LaserGround() {
  const editor = useEditor();
  const laser = useMemo(() => new OwnLaser(editor), [editor]);
  const at = ({ clientX, clientY, currentTarget }: React.PointerEvent): Point => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const { x, y } = editor.viewport.toCanvas({ x: clientX - left, y: clientY - top });
    return [x, y];
  };
  return (
    <div
      className={css['laser']}
      style={{ cursor: toolCursor('laser') }}
      onPointerDown={(event) => {
        // The keys stay with the presentation.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        laser.begin(at(event));
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) laser.move(at(event));
      }}
    />
  );
}

export function Presentation({ onClose }: { readonly onClose: () => void }) {
  const { tab, tool, viewport, selection, announce } = useEditor();
  const hasLaser = useValue(tool).name === 'laser';
  const { pages } = useValue(tab.settings);
  const view = useValue(viewport);
  const [at, setAt] = useState(0);
  const host = useRef<HTMLDivElement>(null);
  const index = Math.min(at, pages.length - 1);
  const page = pages[index];
  const rect = page?.rect;
  const turn = (step: number): void => setAt(Math.max(0, Math.min(pages.length - 1, index + step)));

  useEffect(() => {
    const { current } = host;
    const screen = current?.closest<HTMLElement>('.document-screen');
    const before = viewport.get();
    screen?.setAttribute('data-presenting', '');
    selection.clear();
    current?.focus();
    // If the browser refuses full screen, it uses the window.
    current?.ownerDocument.documentElement.requestFullscreen().catch(() => undefined);
    return () => {
      screen?.removeAttribute('data-presenting');
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
      viewport.show(before);
    };
  }, [viewport, selection]);
  useEffect(() => {
    if (rect !== undefined && view.width > 0) viewport.fill(rect);
  }, [viewport, rect, view.width, view.height]);
  // A button that is pressed until it is disabled would take the keys along.
  useEffect(() => {
    if (document.activeElement?.matches('body, :disabled') === true) host.current?.focus();
  }, [index]);
  const spoken = page === undefined ? '' : pagesTexts.pageOf(index + 1, pages.length, page.name);
  useEffect(() => announce(spoken), [announce, spoken]);
  if (rect === undefined) return null;
  const { x, y } = viewport.toScreen(rect);
  return (
    // The dialog handles the keys of everything in it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={host}
      className={css['screen']}
      role="dialog"
      aria-modal
      aria-label={spoken}
      tabIndex={-1}
      onKeyDown={(event) => {
        const step = steps.get(event.key);
        if (event.key === 'Escape') onClose();
        else if (keyName(event.nativeEvent) === 'K') tool.choose(hasLaser ? 'select' : 'laser', true);
        else if (step !== undefined) turn(step);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div
        className={css['page']}
        style={{ transform: `translate(${x}px, ${y}px)`, width: rect.width * view.zoom, height: rect.height * view.zoom }}
      />
      <button
        type="button"
        className={css['back']}
        aria-label={pagesTexts.previousPage}
        disabled={index === 0}
        onClick={() => turn(-1)}
      />
      <button
        type="button"
        className={css['on']}
        aria-label={pagesTexts.nextPage}
        disabled={index === pages.length - 1}
        onClick={() => turn(1)}
      />
      {hasLaser && <LaserGround />}
    </div>
  );
}
