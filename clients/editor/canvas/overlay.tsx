/**
 * overlay: what is drawn over the scene: outlines and handles of the selection, guides, the selection rectangle, dots, the pen's
 * line.
 *
 * It is drawn in window pixels, so that lines stay thin at every zoom. It receives no pointer events: what a press hits is found by
 * geometry (gestures/handles.ts), from the same list of handles.
 */
import { Lock, RotateCw } from 'lucide-react';
import { memo, useId, useMemo } from 'react';

import { type Arrow, type Element, isArrow, isBox } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { drawnRoute, labelRect } from '#core/drawing/drawn-routes.ts';
import { linePath } from '#core/render/arrow-line.ts';
import { strokeOf } from '#core/render/paint.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import { hullOf } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

import { cornersOf, outerRect, turnOf } from '../changes/turned.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { dotGrips, dotOutsidePx, frameOf, type Grip, gripsOf } from '../gestures/handles.ts';
import type { GesturePreview } from '../gestures/gesture.ts';
import type { Guide } from '../gestures/snap.ts';
import { TabTheme } from '../scene/tab-theme.ts';
import { usualInkWidth } from '../state/ink.ts';
import { selectedGroup } from '../state/groups.ts';
import { useValue } from '../state/signal.ts';
import { GroupOutlines } from './group-outlines.tsx';
import css from './overlay.module.css';
import { useTabChanges } from './use-tab-changes.ts';
import { inWindow, type View, windowPoint } from './window-place.ts';

/** Above this number of selected elements, one rectangle outlines all of them. */
const outlinesMax = 400;

export function Overlay() {
  const editor = useEditor();
  const changes = useTabChanges(editor.tab);
  const view = useValue(editor.viewport);
  const selected = useValue(editor.selection);
  const entered = useValue(editor.canvas.entered);
  const shown = useValue(editor.canvas.preview);
  const hover = useValue(editor.canvas.hover);
  const editing = useValue(editor.canvas.editing);
  const edited = useValue(editor.canvas.edited);
  const layout = useValue(editor.canvas.layout);
  const found = useValue(editor.canvas.found);
  const mayEdit = useValue(editor.mayEdit);
  const crop = useValue(editor.canvas.crop);
  const tool = useValue(editor.tool);
  const { view: tab } = editor.tab;
  const ids = layout === null ? (shown?.selection ?? selected) : boxesIn(layout);
  const preview = shown?.preview ?? layout ?? (edited === null ? noPreview : new Map([[edited.id, edited]]));
  const isResting = shown === null && editing === null && layout === null;
  const group = ids.size > outlinesMax ? null : selectedGroup(ids, entered, tab);
  const target = tab.get(shown?.target ?? '');
  // The crop has an outline and handles of its own.
  if (crop !== null) return null;
  const dotted = isResting ? tab.get(hover?.dotted ?? '') : target;
  return (
    <svg className={css['overlay']} data-previews={layout === null ? undefined : ''} aria-hidden="true">
      {[...found].map((id) => {
        const element = tab.get(id);
        return element === undefined ? null : <Outline key={id} element={element} tab={tab} view={view} kind="found" />;
      })}
      <Outlines ids={ids} tab={tab} changes={changes} preview={preview} view={view} />
      {shown?.preview === undefined && layout === null && ids.size > 1 && group === null && (
        <Frame tab={tab} ids={ids} view={view} />
      )}
      {ids.size <= outlinesMax && <GroupOutlines {...{ ids, entered, tab, preview, view }} />}
      {target !== undefined && <Outline element={target} tab={tab} view={view} kind="target" />}
      {isResting &&
        mayEdit &&
        gripsOf(tab, ids, view.zoom).map((grip, index) => (
          <GripMark key={index} grip={grip} view={view} isChosen={isSameGrip(grip, hover?.grip ?? null)} />
        ))}
      {mayEdit &&
        dotted !== undefined &&
        isBox(dotted) &&
        (isResting || shown?.side !== undefined) &&
        dotGrips(dotted, isResting && tool.name === 'select' ? dotOutsidePx.hovered / view.zoom : 0).map((grip) => (
          <GripMark
            key={grip.kind === 'dot' ? grip.side : ''}
            grip={grip}
            view={view}
            isChosen={
              grip.kind === 'dot' &&
              (shown?.side === grip.side || (isResting && hover?.grip?.kind === 'dot' && hover.grip.side === grip.side))
            }
          />
        ))}
      {shown?.guides?.map((guide, index) => (
        <GuideLine key={index} guide={guide} view={view} />
      ))}
      {shown?.ink !== undefined && <Ink {...shown.ink} view={view} />}
      {shown?.marquee !== undefined && <rect className={css['marquee']} {...inWindow(shown.marquee, view)} />}
      {shown?.words !== undefined && <Words editor={editor} words={shown.words} preview={preview} view={view} />}
    </svg>
  );
}

const boxesIn = (layout: ReadonlyMap<string, Element>): ReadonlySet<string> =>
  new Set(Iterator.from(layout.values()).flatMap((element) => (isBox(element) ? [element.id] : [])));

const noPreview: ReadonlyMap<string, Element> = new Map();

type OutlinesProps = {
  readonly ids: ReadonlySet<string>;
  readonly tab: TabView;
  /** Of the tab, whose elements are read. */
  readonly changes: number;
  readonly preview: ReadonlyMap<string, Element>;
  readonly view: View;
};

const Outlines = memo(function Outlines({ ids, tab, preview, view }: OutlinesProps) {
  if (ids.size > outlinesMax) return null;
  const locked = lockedLayersOf(tab.settings);
  return [...ids].map((id) => {
    const element = preview.get(id) ?? tab.get(id);
    if (element === undefined) return null;
    return (
      <Outline
        key={id}
        element={element}
        tab={tab}
        view={view}
        kind={tab.settings.locked || isLocked(element, locked) ? 'locked' : 'selected'}
      />
    );
  });
});

type OutlineProps = {
  readonly element: Element;
  readonly tab: TabView;
  readonly view: View;
  readonly kind: 'selected' | 'locked' | 'target' | 'found';
};

function Outline({ element, tab, view, kind }: OutlineProps) {
  if (isArrow(element)) {
    return <ArrowOutline arrow={element} tab={tab} view={view} kind={kind} />;
  }
  const corners = cornersOf(element, turnOf(element)).map((corner) => windowPoint(corner, view));
  const [, right] = corners;
  return (
    <>
      <polygon className={css[kind]} points={corners.map((corner) => corner.join(',')).join(' ')} />
      {kind === 'locked' && right !== undefined && <Lock className={css['lock']} x={right[0] - 7} y={right[1] - 7} size={14} />}
    </>
  );
}

/** Along the line as it is drawn, beside its label. */
function ArrowOutline({ arrow, tab, view, kind }: Omit<OutlineProps, 'element'> & { readonly arrow: Arrow }) {
  const id = useId();
  const label = labelRect(arrow, tab);
  return (
    <g transform={`scale(${view.zoom}) translate(${-view.x} ${-view.y})`}>
      {label !== null && (
        <clipPath id={id}>
          <path clipRule="evenodd" d={around(label)} />
        </clipPath>
      )}
      <path
        className={css[kind]}
        d={linePath(arrow, drawnRoute(arrow, tab))}
        vectorEffect="non-scaling-stroke"
        clipPath={label === null ? undefined : `url(#${id})`}
      />
    </g>
  );
}

/** A rectangle without what it is around. Browsers clip by no paths that are much larger. */
function around({ x, y, width, height }: Rect): string {
  const far = 200_000;
  const outer = `M${x - far} ${y - far}h${2 * far + width}v${2 * far + height}h${-2 * far - width}z`;
  return `${outer}M${x} ${y}h${width}v${height}h${-width}z`;
}

function Frame({ tab, ids, view }: { readonly tab: TabView; readonly ids: ReadonlySet<string>; readonly view: View }) {
  const frame = frameOf(tab, ids);
  return frame === null ? null : <rect className={css['frame']} {...inWindow(frame.rect, view)} />;
}

type GripMarkProps = { readonly grip: Grip; readonly view: View; readonly isChosen?: boolean };

function isSameGrip(grip: Grip, hovered: Grip | null): boolean {
  if (grip.kind === 'dot') return hovered?.kind === 'dot' && grip.side === hovered.side && grip.box.id === hovered.box.id;
  return grip.kind === 'turn' && hovered?.kind === 'turn' && grip.at[0] === hovered.at[0] && grip.at[1] === hovered.at[1];
}

function GripMark({ grip, view, isChosen = false }: GripMarkProps) {
  const [x, y] = windowPoint(grip.at, view);
  if (grip.kind === 'size') {
    return (
      <rect
        className={css['handle']}
        x={x - 4}
        y={y - 4}
        width={8}
        height={8}
        rx={2}
        transform={`rotate(${grip.turnDeg} ${x} ${y})`}
      />
    );
  }
  if (grip.kind === 'dot')
    return <circle className={isChosen ? css['chosenDot'] : css['dot']} cx={x} cy={y} r={isChosen ? 7 : 4.5} />;
  if (grip.kind === 'part') {
    const [width, height] = grip.isLevel ? [14, 6] : [6, 14];
    return <rect className={css['handle']} x={x - width / 2} y={y - height / 2} width={width} height={height} rx={3} />;
  }
  if (grip.kind === 'turn') {
    return grip.isHidden && !isChosen ? null : (
      <>
        <circle className={css['handle']} cx={x} cy={y} r={8} />
        <RotateCw className={css['turn']} x={x - 5} y={y - 5} size={10} />
      </>
    );
  }
  if (grip.kind === 'bend' && grip.isNew) return <circle className={css['newBend']} cx={x} cy={y} r={4} />;
  return <circle className={css['handle']} cx={x} cy={y} r={4.5} />;
}

function GuideLine({ guide, view }: { readonly guide: Guide; readonly view: View }) {
  const point = (along: number, across: number): readonly [number, number] =>
    windowPoint(guide.axis === 'x' ? [across, along] : [along, across], view);
  if (guide.kind === 'line') {
    const [[x1, y1], [x2, y2]] = [point(guide.from, guide.at), point(guide.to, guide.at)];
    return <line className={css['guide']} x1={x1} y1={y1} x2={x2} y2={y2} />;
  }
  // The gap runs along the axis on which the rectangle snaps.
  const ends = guide.axis === 'x' ? ([[guide.from, guide.at], [guide.to, guide.at]] as const) : ([[guide.at, guide.from], [guide.at, guide.to]] as const); // prettier-ignore
  const [[x1, y1], [x2, y2]] = [windowPoint([...ends[0]], view), windowPoint([...ends[1]], view)];
  const [tickX, tickY] = guide.axis === 'x' ? [0, 4] : [4, 0];
  return (
    <path
      className={css['guide']}
      d={`M${x1} ${y1}L${x2} ${y2}M${x1 - tickX} ${y1 - tickY}L${x1 + tickX} ${y1 + tickY}M${x2 - tickX} ${y2 - tickY}L${x2 + tickX} ${y2 + tickY}`}
    />
  );
}

type InkProps = NonNullable<GesturePreview['ink']> & { readonly view: View };

/** As the line will be drawn. */
function Ink({ points, looks: { stroke, thickness, opacity }, view }: InkProps) {
  const { session, tab } = useEditor();
  const { theme: name } = useValue(tab.settings);
  const theme = useMemo(() => new TabTheme(session.doc).themeNamed(name), [session, name]);
  const line = points.map((point) => windowPoint(point, view).join(',')).join(' ');
  const width = typeof thickness === 'number' ? thickness : usualInkWidth;
  return (
    <polyline
      className={css['ink']}
      points={line}
      stroke={(typeof stroke === 'string' ? strokeOf(stroke, theme) : null) ?? theme.ink}
      strokeWidth={Math.max(1, width * view.zoom)}
      opacity={typeof opacity === 'number' ? opacity : undefined}
    />
  );
}

type WordsProps = {
  readonly editor: Editor;
  readonly words: string;
  readonly preview: ReadonlyMap<string, Element>;
  readonly view: View;
};

/** A short text below what is being moved, drawn, resized or rotated. */
function Words({ words, preview, view }: WordsProps) {
  const around = hullOf(Iterator.from(preview.values()).filter(isBox).map(outerRect));
  if (around === null) return null;
  const { x: left, y: top, width, height } = inWindow(around, view);
  const [x, y] = [left + width / 2, top + height + 22];
  return (
    <>
      <rect
        className={css['wordsGround']}
        x={x - words.length * 3.6 - 7}
        y={y - 13}
        width={words.length * 7.2 + 14}
        height={19}
        rx={5}
      />
      <text className={css['words']} x={x} y={y}>
        {words}
      </text>
    </>
  );
}
