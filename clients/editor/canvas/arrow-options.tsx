/** arrow-options: the line of new arrows on the tab, beside the tool bar while the arrow tool is chosen. */
import { lineStyles } from '#schema/element.ts';

import { arrowLineOf } from '../state/new-looks.ts';
import { useEditor } from '../state/editor.ts';
import { lineTitles } from '../state/line-titles.ts';
import { LineGlyph } from '../ui/line-glyph.tsx';
import { useValue } from '../state/signal.ts';
import { canvasTexts } from '../strings/canvas.ts';
import { setArrowLine } from '../tabs/arrow-line.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toolbarProps } from '../ui/toolbar-keys.ts';
import css from './arrow-options.module.css';

export function ArrowOptions() {
  const editor = useEditor();
  const current = arrowLineOf(useValue(editor.tab.settings));
  const tool = useValue(editor.tool);
  const mayEdit = useValue(editor.mayEdit);
  if (tool.name !== 'arrow' || !mayEdit) return null;
  return (
    <div className={css['options']} {...toolbarProps(canvasTexts.newArrows)}>
      <span className={css['title']} aria-hidden="true">
        {canvasTexts.newArrows}
      </span>
      <div className={css['lines']}>
        {lineStyles.map((line) => (
          <IconButton
            key={line}
            label={lineTitles[line]}
            icon={<LineGlyph line={line} />}
            side="top"
            pressed={line === current}
            onClick={() => void setArrowLine(editor, line)}
          />
        ))}
      </div>
    </div>
  );
}
