/**
 * taken-marks: for a moment after undo and redo, where the view moved, and outlines of removed elements. It receives no pointer
 * events.
 */
import { useEffect } from 'react';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import css from './taken-marks.module.css';

const shownMs = 2_400;

export function TakenMarks() {
  const { canvas, viewport } = useEditor();
  const step = useValue(canvas.taken);
  const { zoom } = useValue(viewport);
  useEffect(() => {
    if (step === null) return undefined;
    const timer = setTimeout(() => canvas.taken.set(null), shownMs);
    return () => clearTimeout(timer);
  }, [canvas, step]);
  if (step === null) return null;
  return (
    <div className={css['marks']} style={{ pointerEvents: 'none' }} aria-hidden>
      {step.areas.map((area, index) => {
        const { x, y } = viewport.toScreen(area);
        const place = {
          transform: `translate(${x - 3}px, ${y - 3}px)`,
          width: area.width * zoom + 6,
          height: area.height * zoom + 6,
        };
        return <div key={index} className={css['area']} style={place} />;
      })}
      {step.words !== null && <p className={css['words']}>{step.words}</p>}
    </div>
  );
}
