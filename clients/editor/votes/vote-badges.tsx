/** vote-badges: the votes on each element, on its lower edge. The person's own can be taken back there. */
import { Minus } from 'lucide-react';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { elementName } from '../people/element-name.ts';
import { reachOnTab } from '../people/reach-on-tab.ts';
import { useTabVersion } from '../people/use-tab-version.ts';
import { voteTexts } from '../strings/votes.ts';
import { addVotes, mayVote } from './vote-calls.ts';
import css from './vote-badges.module.css';
import { onTab, votesOn } from './vote-store.ts';

/** Window pixels from the left edge: the corner has a handle, and the upper edge the names of others and the comments. */
const asidePx = 10;

export function VoteBadges() {
  const editor = useEditor();
  const { session, tab, viewport } = editor;
  const vote = useValue(editor.vote);
  const view = useValue(viewport);
  useValue(session.level);
  useTabVersion(tab);
  if (vote === null) return null;
  const votes = mayVote(editor);
  return (
    <div className={css['badges']}>
      {onTab(vote.totals ?? vote.mine, tab.view).map(({ element: id, votes: count }) => {
        const rect = reachOnTab(id, tab.view);
        if (rect === null) return null;
        const { x, y } = viewport.toScreen({ x: rect.x, y: rect.y + rect.height });
        if (x < 0 || y < 0 || x > view.width || y > view.height) return null;
        const own = votesOn(vote.mine, id);
        const name = elementName(tab.view.get(id), tab.view);
        const text = voteTexts.votesOn(count, name);
        return (
          <div
            key={id}
            className={css['badge']}
            role="group"
            aria-label={own > 0 ? voteTexts.withYours(text, own) : text}
            data-own={own > 0}
            style={{ transform: `translate(${x + asidePx}px, ${y}px) translate(0, -50%)` }}
          >
            <span className={css['count']} aria-hidden>
              {count}
            </span>
            {votes && own > 0 && (
              <button
                type="button"
                className={css['less']}
                aria-label={voteTexts.takeBackFrom(name)}
                onClick={() => addVotes(editor, id, -1)}
              >
                <Minus aria-hidden />
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}
