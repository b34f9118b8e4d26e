/**
 * undo-buttons: the buttons for undo and redo: in the bar at the top, and at the bottom of a narrow window.
 *
 * A button is disabled, but keeps the focus, while there is nothing to undo or redo, or the tab cannot be edited. A press does
 * not move the focus.
 */
import { Redo2, Undo2 } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';

import { reaches } from '#schema/access.ts';

import { toolbarProps } from '../ui/toolbar-keys.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { TooltipSide } from '../ui/tooltip.tsx';
import type { Way } from './step-words.ts';
import css from './undo-buttons.module.css';
import { undoTexts } from '../strings/undo.ts';

export const TopUndoButtons = () => <UndoButtons className={css['top']} side="bottom" />;
export const FootUndoButtons = () => <UndoButtons className={css['foot']} side="top" />;

type Props = { readonly className: string | undefined; readonly side: TooltipSide };

export function UndoButtons({ className, side }: Props) {
  const editor = useEditor();
  const isEditor = reaches(useValue(editor.session.level), 'editor');
  const mayEdit = useValue(editor.mayEdit);
  const canUndo = useSteps(editor, 'undo');
  const canRedo = useSteps(editor, 'redo');
  if (!isEditor) return null;
  return (
    <div className={classNames(css['buttons'], className)} {...toolbarProps(undoTexts.undoAndRedo)}>
      <IconButton
        label={undoTexts.undo}
        keys="Mod+Z"
        side={side}
        icon={<Undo2 />}
        aria-disabled={!mayEdit || !canUndo}
        onClick={() => editor.run('undo')}
      />
      <IconButton
        label={undoTexts.redo}
        keys="Mod+Shift+Z"
        side={side}
        icon={<Redo2 />}
        aria-disabled={!mayEdit || !canRedo}
        onClick={() => editor.run('redo')}
      />
    </div>
  );
}

/** Whether there is a step to undo or redo. */
function useSteps({ session: { steps } }: Editor, way: Way): boolean {
  const subscribe = useCallback((listener: () => void) => steps.subscribe(listener), [steps]);
  return useSyncExternalStore(subscribe, () => (way === 'undo' ? steps.canUndo : steps.canRedo));
}
