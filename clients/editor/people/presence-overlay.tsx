/**
 * presence-overlay: what others do on the shown tab, over the drawing: their cursors and selections, the focus of agents, and for
 * two seconds the changes of a changeset. It receives no pointer events.
 */
import { useMemo } from 'react';

import type { Rect } from '#schema/tab.ts';

import { inkOn } from '#core/render/colour.ts';

import { useEditor } from '../state/editor.ts';
import type { Participation } from '../live/people-store.ts';
import { useValue } from '../state/signal.ts';
import type { TabInView } from '../live/tab-store.ts';
import css from './presence-overlay.module.css';
import { lineOnTab, reachOnTab } from './reach-on-tab.ts';
import { useFlashes } from './use-flashes.ts';
import { useFollowing } from './use-following.ts';
import { useLiveTyping } from './use-live-typing.ts';
import { useSpotlight } from './use-spotlight.ts';
import { useTabVersion } from './use-tab-version.ts';
import { peopleTexts } from '../strings/people.ts';

type Outline = {
  readonly key: string;
  readonly rect: Rect;
  /** The line of an arrow, which is outlined along it: path data of the canvas. */
  readonly line: string | null;
  readonly color: string;
  readonly kind: 'selection' | 'focus' | 'flash';
  readonly name: string | null;
};

export function PresenceOverlay() {
  useFollowing();
  useSpotlight();
  const { session, tab, viewport } = useEditor();
  const people = useValue(session.people);
  const view = useValue(viewport);
  const flashes = useFlashes();
  const here = useMemo(() => people.filter((person) => person.tab === tab.id), [people, tab]);
  const version = useTabVersion(tab);
  useLiveTyping(here, version);
  const outlines = useMemo(
    () => [...flashOutlines(flashes, tab), ...here.flatMap((person) => outlinesOf(person, tab))],
    // The version covers the elements of the tab.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [here, flashes, tab, version],
  );
  return (
    <div className={css['overlay']} style={{ pointerEvents: 'none' }} aria-hidden>
      <svg className={css['lines']}>
        <g transform={`scale(${view.zoom}) translate(${-view.x} ${-view.y})`}>
          {outlines.map(
            ({ key, line, color, kind }) =>
              line !== null && (
                <path
                  key={key}
                  className={css['line']}
                  data-kind={kind}
                  d={line}
                  stroke={color}
                  vectorEffect="non-scaling-stroke"
                />
              ),
          )}
        </g>
      </svg>
      {outlines.map((outline) => (
        <BoxOutline key={outline.key} outline={outline} />
      ))}
      {here.map(({ key, cursor, user }) => cursor !== null && <Cursor key={key} at={viewport.toScreen(cursor)} user={user} />)}
    </div>
  );
}

/** Around a box; of an arrow, whose line is outlined, only the name of the person. */
function BoxOutline({ outline: { rect, line, color, kind, name } }: { readonly outline: Outline }) {
  const { viewport } = useEditor();
  const view = useValue(viewport);
  const { x, y } = viewport.toScreen(rect);
  const [width, height] = [rect.width * view.zoom, rect.height * view.zoom];
  if (x > view.width || y > view.height || x + width < 0 || y + height < 0) return null;
  if (line !== null && name === null) return null;
  const place = { transform: `translate(${x - 3}px, ${y - 3}px)`, width: width + 6, height: height + 6 };
  return (
    <div className={css['outline']} data-kind={kind} style={{ ...place, borderColor: line === null ? color : 'transparent' }}>
      {name !== null && (
        <span className={css['name']} style={{ background: color, color: inkOn(color) }}>
          {name}
        </span>
      )}
    </div>
  );
}

function Cursor({ at, user }: { readonly at: { readonly x: number; readonly y: number }; readonly user: Participation['user'] }) {
  return (
    <div className={css['cursor']} style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
      <svg width="18" height="20" viewBox="0 0 18 20">
        <path
          d="M1 1 L1 16 L5.2 12.4 L8 19 L11 17.7 L8.2 11.4 L14 11 Z"
          fill={user.color}
          stroke="white"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
      <span className={css['name']} style={{ background: user.color, color: inkOn(user.color) }}>
        {user.name}
      </span>
    </div>
  );
}

/** Only the first outline of a person has the name. */
function outlinesOf({ key, kind, user, selection, focus }: Participation, tab: TabInView): Outline[] {
  const ids = kind === 'agent' ? focus : selection;
  const outlines: Outline[] = [];
  for (const id of ids) {
    const rect = reachOnTab(id, tab.view);
    if (rect === null) continue;
    const name = outlines.length > 0 ? null : kind === 'agent' ? peopleTexts.agentOf(user.name) : user.name;
    outlines.push({
      key: `${key} ${id}`,
      rect,
      line: lineOnTab(id, tab.view),
      color: user.color,
      kind: kind === 'agent' ? 'focus' : 'selection',
      name,
    });
  }
  return outlines;
}

function flashOutlines(flashes: ReturnType<typeof useFlashes>, tab: TabInView): Outline[] {
  return flashes.flatMap(({ key, color, elements }) =>
    elements.flatMap((id): Outline[] => {
      const rect = reachOnTab(id, tab.view);
      return rect === null
        ? []
        : [{ key: `${key} ${id}`, rect, line: lineOnTab(id, tab.view), color, kind: 'flash', name: null }];
    }),
  );
}
