/** empty-canvas-hint: how to begin, on a canvas with nothing on it. Presses beside its button go to the canvas. */
import { LayoutTemplate } from 'lucide-react';

import { useTabChanges } from '../canvas/use-tab-changes.ts';
import { TabTheme } from '../scene/tab-theme.ts';
import { useDarkPage } from '../ui/dark-page.ts';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { templatesTexts } from '../strings/templates.ts';
import { Button } from '../ui/button.tsx';
import css from './empty-canvas-hint.module.css';
import { isEmptyCanvas } from './empty-canvas.ts';

export function EmptyCanvas() {
  const editor = useEditor();
  useTabChanges(editor.tab);
  useValue(editor.tab.settings);
  useDarkPage();
  const mayEdit = useValue(editor.mayEdit);
  const preview = useValue(editor.canvas.preview);
  const tool = useValue(editor.tool);
  const board = useValue(editor.board);
  const sheet = useValue(editor.sheet);
  const isIdle = preview === null && tool.name === 'select' && board === null && sheet === null;
  if (!mayEdit || !isIdle || !isEmptyCanvas(editor.tab)) return null;
  // The canvas has the theme of its tab, whatever the appearance of the page is.
  const { ink } = new TabTheme(editor.session.doc).themeNamed(editor.tab.settings.get().theme);
  return (
    <div className={css['hint']} style={{ color: ink }}>
      <p className={css['title']}>{templatesTexts.startDrawing}</p>
      <p className={css['mouse']}>{templatesTexts.startDrawingAbout}</p>
      <p className={css['touch']}>{templatesTexts.startDrawingByTouch}</p>
      <Button icon={<LayoutTemplate aria-hidden />} onClick={() => editor.dialog.set('templates')}>
        {templatesTexts.startFromTemplate}
      </Button>
    </div>
  );
}
