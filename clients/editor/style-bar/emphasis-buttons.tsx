/** emphasis-buttons: bold, italic and struck labels. */
import { Bold, Italic, Strikethrough } from 'lucide-react';

import { drawsField } from '../changes/drawn-fields.ts';
import { emphases, haveEmphasis } from '../changes/emphasis.ts';
import { emphasisKeys } from '../commands/emphasis-commands.ts';
import type { Editor } from '../state/editor.ts';
import { commandTexts } from '../strings/commands.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { usePopupSide } from './popup-side.ts';
import type { StyleFields } from './style-fields.ts';

const icons = { bold: <Bold />, italic: <Italic />, strike: <Strikethrough /> } as const;

export function EmphasisButtons({ editor, fields }: { readonly editor: Editor; readonly fields: StyleFields }) {
  const side = usePopupSide();
  return emphases
    .filter((name) => fields.has(name))
    .map((name) => {
      const lettered = fields.elements.filter(({ type }) => drawsField(type, name));
      return (
        <IconButton
          key={name}
          size="sm"
          side={side}
          label={commandTexts[name].title}
          keys={emphasisKeys[name]}
          icon={icons[name]}
          pressed={haveEmphasis(lettered, name)}
          onClick={() => editor.run(name)}
        />
      );
    });
}
