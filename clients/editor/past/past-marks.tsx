/** past-marks: outlines of what the shown moment changed, in the color of its author. They receive no pointer events. */
import { reachOnTab } from '../people/reach-on-tab.ts';
import { useTabVersion } from '../people/use-tab-version.ts';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import css from './past-pane.module.css';
import type { PastPlayer } from './past-player.ts';

/** More outlines than these would be useless. */
const outlinedMax = 300;

export function PastMarks({ player }: { readonly player: PastPlayer }) {
  const { tab, viewport } = useEditor();
  const marks = useValue(player.marks);
  const { zoom } = useValue(viewport);
  useTabVersion(tab);
  return (
    <div className={css['marks']} aria-hidden>
      {marks.slice(0, outlinedMax).map(({ id, name, color }) => {
        const rect = reachOnTab(id, tab.view);
        if (rect === null) return null;
        const { x, y } = viewport.toScreen(rect);
        const place = {
          transform: `translate(${x - 4}px, ${y - 4}px)`,
          width: rect.width * zoom + 8,
          height: rect.height * zoom + 8,
          borderColor: color,
        };
        return <div key={id} className={css['mark']} style={place} title={name} />;
      })}
    </div>
  );
}
