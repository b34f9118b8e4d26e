/** taken-marks: for a moment after undo and redo, where the view moved, and outlines of removed elements. It receives no pointer events. */
import { useEffect } from 'react';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import css from './taken-marks.module.css';

const shownMs = 2_400;

export function TakenMarks() {
  const { canvas, viewport } = useEditor();
  const taken = useValue(canvas.taken);
  const { zoom } = useValue(viewport);
  useEffect(() => {
    if (taken === null) return undefined;
    const timer = setTimeout(() => canvas.taken.set(null), shownMs);
    return () => clearTimeout(timer);
  }, [canvas, taken]);
  if (taken === null) return null;
  return (
    <div className={css['marks']} style={{ pointerEvents: 'none' }} aria-hidden>
      {taken.areas.map((area, index) => {
        const { x, y } = viewport.toScreen(area);
        const place = {
          transform: `translate(${x - 3}px, ${y - 3}px)`,
          width: area.width * zoom + 6,
          height: area.height * zoom + 6,
        };
        return <div key={index} className={css['area']} style={place} />;
      })}
      {taken.words !== null && <p className={css['words']}>{taken.words}</p>}
    </div>
  );
}
