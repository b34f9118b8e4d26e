/**
 * minimap: the whole tab, small, with the visible part; a press or a drag moves the view.
 *
 * It is a canvas element: boxes are blocks of their colors, drawn again once the tab has not changed for a moment.
 */
import { useEffect, useRef, useState } from 'react';

import { isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { papers } from '#core/render/boxes/sticky.ts';
import { paintOf } from '#core/render/paint.ts';
import { union } from '#core/tab/rect.ts';

import { extentOfTab } from '../state/extent.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { hiddenLayersOf, isHidden } from '../state/neighbors.ts';
import { useValue } from '../state/signal.ts';
import { TabTheme } from '../scene/tab-theme.ts';
import { onDarkPage } from '../ui/dark-page.ts';
import css from './minimap.module.css';
import { canvasTexts } from '../strings/canvas.ts';

const size = { width: 200, height: 132 } as const;
const marginPx = 8;
const quietMs = 120;

export function Minimap() {
  const editor = useEditor();
  const picture = useRef<HTMLCanvasElement>(null);
  useValue(editor.viewport);
  const [extent, setExtent] = useState<Rect | null>(() => extentOfTab(editor));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = (): void => {
      const now = extentOfTab(editor);
      setExtent(now);
      if (picture.current !== null) paint(picture.current, editor, frameOf(now, editor.viewport.visible()));
    };
    draw();
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(draw, quietMs);
    };
    const endings = [editor.tab.onChange(later), editor.viewport.subscribe(later), onDarkPage(later)];
    return () => {
      clearTimeout(timer);
      for (const end of endings) end();
    };
  }, [editor]);

  const visible = editor.viewport.visible();
  const frame = frameOf(extent, visible);
  const scale = scaleOf(frame);
  const go = (event: React.PointerEvent<HTMLElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const x = frame.x + (event.clientX - left - marginPx) / scale;
    const y = frame.y + (event.clientY - top - marginPx) / scale;
    const { zoom } = editor.viewport.get();
    editor.viewport.panBy((x - visible.x - visible.width / 2) * zoom, (y - visible.y - visible.height / 2) * zoom);
  };
  return (
    <div
      className={css['map']}
      role="img"
      aria-label={canvasTexts.minimap}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event);
      }}
    >
      <canvas ref={picture} className={css['picture']} width={size.width * 2} height={size.height * 2} />
      <div
        className={css['seen']}
        style={{
          left: marginPx + (visible.x - frame.x) * scale,
          top: marginPx + (visible.y - frame.y) * scale,
          width: visible.width * scale,
          height: visible.height * scale,
        }}
      />
    </div>
  );
}

const frameOf = (extent: Rect | null, visible: Rect): Rect => (extent === null ? visible : union(extent, visible));

const scaleOf = ({ width, height }: Rect): number =>
  Math.min((size.width - 2 * marginPx) / Math.max(1, width), (size.height - 2 * marginPx) / Math.max(1, height));

function paint(picture: HTMLCanvasElement, editor: Editor, frame: Rect): void {
  const context = picture.getContext('2d');
  if (context === null) return;
  const { view } = editor.tab;
  const theme = new TabTheme(editor.session.doc).themeNamed(view.settings.theme);
  const hidden = hiddenLayersOf(view.settings);
  const scale = scaleOf(frame);
  context.setTransform(2, 0, 0, 2, 0, 0);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, size.width, size.height);
  const boxes = [...view.boxes()]
    .filter((box) => !isHidden(box, hidden))
    .toSorted((a, b) => Number(isContainer(b)) - Number(isContainer(a)) || (a.z < b.z ? -1 : 1));
  for (const box of boxes) {
    const fill =
      box.type === 'sticky' ? papers[box.color ?? 'yellow'] : isContainer(box) ? theme.frame.fill : paintOf(box, theme).stroke;
    if (fill === 'none') continue;
    context.fillStyle = fill;
    context.globalAlpha = isContainer(box) ? 0.7 : 0.85;
    context.fillRect(
      marginPx + (box.x - frame.x) * scale,
      marginPx + (box.y - frame.y) * scale,
      Math.max(1, box.width * scale),
      Math.max(1, box.height * scale),
    );
  }
  context.globalAlpha = 1;
}
