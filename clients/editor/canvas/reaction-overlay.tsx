/**
 * reaction-overlay: the reactions that rise over the drawing, with the names of others.
 *
 * One that is out of view rises at the nearest edge of it. For those who prefer reduced motion it appears and fades at its place.
 */
import { type CSSProperties, useEffect } from 'react';

import { bottom, holdsPoint, right } from '#core/tab/rect.ts';
import { inkOn } from '#core/render/colour.ts';

import { takeReactions } from '../people/send-reaction.ts';
import { useEditor } from '../state/editor.ts';
import type { RisingReaction } from '../state/reactions.ts';
import { useValue } from '../state/signal.ts';
import type { Viewport } from '../state/viewport.ts';
import css from './reaction-overlay.module.css';

/** Window pixels from the edges of the view, for the bars, and for the way up. */
const inset = { side: 88, top: 180, bottom: 40 } as const;
/** How far to the side they drift, in turns, so that several can be told apart. */
const drifts = ['-18px', '14px', '-6px', '22px', '4px'] as const;

export function ReactionOverlay() {
  const editor = useEditor();
  const { canvas, viewport } = editor;
  const rising = useValue(canvas.reactions);
  useValue(viewport);
  useEffect(() => takeReactions(editor), [editor]);
  return (
    <div className={css['overlay']} aria-hidden="true">
      {rising.map(({ key, emoji, at, by }) => (
        <div key={key} className={css['place']} style={placeOf(at, viewport)}>
          <div
            className={css['reaction']}
            style={{ '--drift': driftOf(key) } as CSSProperties}
            data-reaction={emoji}
            onAnimationEnd={() => canvas.reactions.end(key)}
          >
            <span className={css['emoji']}>{emoji}</span>
            {by !== null && (
              <span className={css['name']} style={{ background: by.color, color: inkOn(by.color) }}>
                {by.name}
              </span>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

function placeOf({ x, y }: RisingReaction['at'], viewport: Viewport): CSSProperties {
  const seen = viewport.clear();
  if (holdsPoint(seen, x, y)) return translated(viewport.toScreen({ x, y }));
  const { zoom } = viewport.get();
  return translated(
    viewport.toScreen({
      x: between(seen.x + inset.side / zoom, x, right(seen) - inset.side / zoom),
      y: between(seen.y + inset.top / zoom, y, bottom(seen) - inset.bottom / zoom),
    }),
  );
}

const translated = ({ x, y }: RisingReaction['at']): CSSProperties => ({ transform: `translate(${x}px, ${y}px)` });

const between = (least: number, at: number, most: number): number => Math.max(least, Math.min(most, at));

const driftOf = (key: string): string => drifts[Number(key.slice(-3)) % drifts.length] ?? '0px';
