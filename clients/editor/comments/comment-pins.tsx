/** comment-pins: a bubble at the corner of each box with an open thread, with the number of comments; a press opens the thread. */
import { useMemo } from 'react';

import { markOf } from '#core/render/boxes/annotation.ts';
import { hasStatus } from '#core/views/threads.ts';
import { isArrow } from '#schema/element.ts';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { elementName } from '../people/element-name.ts';
import { reachOnTab } from '../people/reach-on-tab.ts';
import { useTabVersion } from '../people/use-tab-version.ts';
import css from './comments.module.css';
import { threadsOf } from './thread-store.ts';
import { commentsTexts } from '../strings/comments.ts';

export function CommentPins() {
  const { session, tab, viewport, selection, panel } = useEditor();
  const threads = useValue(useMemo(() => threadsOf(session.doc), [session]));
  const view = useValue(viewport);
  useTabVersion(tab);
  const pins = Array.from(threads).flatMap(([id, thread]) => {
    const element = tab.view.get(id);
    if (element === undefined || isArrow(element) || !hasStatus(thread, 'open')) return [];
    // The number of comments is beside that of a badge, not beside its text.
    const rect = element.type === 'annotation' ? markOf(element) : reachOnTab(id, tab.view);
    return rect === null ? [] : [{ id, element, rect, thread }];
  });
  return (
    <div className={css['pins']} style={{ pointerEvents: 'none' }}>
      {pins.map(({ id, element, rect, thread: { comments } }) => {
        const { x, y } = viewport.toScreen({ x: rect.x + rect.width, y: rect.y });
        if (x < 0 || y < 0 || x > view.width || y > view.height) return null;
        return (
          <button
            key={id}
            type="button"
            className={css['pin']}
            style={{ transform: `translate(${x - 8}px, ${y - 18}px)`, pointerEvents: 'auto' }}
            aria-label={commentsTexts.commentsOn(comments.length, elementName(element, tab.view))}
            onClick={() => {
              selection.set([id]);
              panel.set('comments');
            }}
          >
            {comments.length}
          </button>
        );
      })}
    </div>
  );
}
