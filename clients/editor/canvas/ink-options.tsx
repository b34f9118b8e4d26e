/** ink-options: the color and the width of new freehand lines, beside the tool bar while their tool is chosen. */
import { colorSlots } from '#schema/element.ts';

import { strokeOf } from '#core/render/paint.ts';

import { TabTheme } from '../scene/tab-theme.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { type InkTool, inkWidths, isInkTool, setInk, usualInkWidth } from '../state/ink.ts';
import { useValue } from '../state/signal.ts';
import { titleOf } from '../state/tools.ts';
import { canvasTexts } from '../strings/canvas.ts';
import { useDarkPage } from '../ui/dark-page.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toolbarProps } from '../ui/toolbar-keys.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import css from './ink-options.module.css';

export function InkOptions() {
  const editor = useEditor();
  const { name } = useValue(editor.tool);
  const mayEdit = useValue(editor.mayEdit);
  if (!isInkTool(name) || !mayEdit) return null;
  return (
    <div className={css['options']} {...toolbarProps(canvasTexts.styleOfTool(titleOf(name)))} data-ink-options>
      <Colors editor={editor} tool={name} />
      <Widths editor={editor} tool={name} />
    </div>
  );
}

type PartProps = { readonly editor: Editor; readonly tool: InkTool };

function Colors({ editor, tool }: PartProps) {
  const { stroke } = useValue(editor.canvas.ink)[tool];
  const settings = useValue(editor.tab.settings);
  useDarkPage();
  const theme = new TabTheme(editor.session.doc).themeNamed(settings.theme);
  return (
    <div className={css['colors']}>
      {colorSlots
        .filter((slot) => slot !== 'none')
        .map((slot) => (
          <Tooltip key={slot} label={titleOf(slot)} side="top">
            <button
              type="button"
              className={css['color']}
              aria-label={titleOf(slot)}
              aria-pressed={(stroke ?? 'neutral') === slot}
              onClick={() => setInk(editor.canvas, tool, { stroke: slot === 'neutral' ? null : slot })}
            >
              <span
                className={css['swatch']}
                style={{ background: slot === 'neutral' ? theme.ink : (strokeOf(slot, theme) ?? theme.ink) }}
              />
            </button>
          </Tooltip>
        ))}
    </div>
  );
}

const widthTitles = [canvasTexts.thin, canvasTexts.medium, canvasTexts.thick, canvasTexts.extraThick] as const;
/** Window pixels, as the widths of both tools are shown. */
const shownWidths = [1.5, 3, 6, 10] as const;

function Widths({ editor, tool }: PartProps) {
  const { thickness } = useValue(editor.canvas.ink)[tool];
  return (
    <div className={css['widths']}>
      {inkWidths[tool].map((width, index) => (
        <IconButton
          key={width}
          label={widthTitles[index] ?? ''}
          icon={
            <svg viewBox="0 0 20 16" aria-hidden="true">
              <path d="M3 8H17" stroke="currentColor" strokeLinecap="round" strokeWidth={shownWidths[index]} />
            </svg>
          }
          side="top"
          pressed={(thickness ?? usualInkWidth) === width}
          onClick={() => setInk(editor.canvas, tool, { thickness: width === usualInkWidth ? null : width })}
        />
      ))}
    </div>
  );
}
