/** crop-commands: cropping the selected image, and showing whole images again. */
import type { Image } from '#schema/element.ts';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { resetCrops } from '../changes/crop.ts';
import { writeChange } from '../changes/write-change.ts';
import { beginCropOf } from '../state/begin-crop.ts';
import type { Command } from '../state/command.ts';
import type { Editor } from '../state/editor.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { onCanvas } from './when.ts';

export const cropCommands: readonly Command[] = [
  {
    id: 'crop',
    ...texts.crop,
    group: groups.arrange,
    keys: ['Enter'],
    when: (editor) => onCanvas(editor) && onlyImage(editor) !== undefined,
    needs: needs.image,
    run: (editor) => {
      const image = onlyImage(editor);
      if (image !== undefined) beginCropOf(editor, image);
    },
  },
  {
    id: 'reset-crop',
    ...texts['reset-crop'],
    group: groups.arrange,
    when: (editor) => images(editor).some(({ crop }) => crop !== undefined),
    needs: needs.cropped,
    run: (editor) => void writeChange(editor, resetCrops(editor.selection.get())),
  },
];

/** The selected images that may be changed. */
function images({ mayEdit, selection, tab }: Editor): Image[] {
  if (!mayEdit.get()) return [];
  const locked = lockedLayersOf(tab.view.settings);
  return [...selection.get()].flatMap((id) => {
    const element = tab.view.get(id);
    return element?.type === 'image' && !isLocked(element, locked) ? [element] : [];
  });
}

function onlyImage(editor: Editor): Image | undefined {
  return editor.selection.get().size === 1 ? images(editor)[0] : undefined;
}
