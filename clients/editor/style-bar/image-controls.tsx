/** image-controls: the alternative text of the selected images, and another file for a single one. */
import { Accessibility, Crop, ImageUp } from 'lucide-react';
import { useRef } from 'react';

import { acceptedPictures } from '../clipboard/svg-file.ts';
import { replaceImage } from '../clipboard/replace-image.ts';
import { beginCropOf } from '../state/begin-crop.ts';
import type { Editor } from '../state/editor.ts';
import { cropTexts } from '../strings/crop.ts';
import { styleBarTexts } from '../strings/style-bar.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { StyleFields } from './style-fields.ts';
import { TextButton } from './text-button.tsx';
import { usePopupSide } from './popup-side.ts';

type Props = { readonly editor: Editor; readonly fields: StyleFields };

export function ImageControls({ editor, fields }: Props) {
  const [only, ...others] = fields.elements;
  return (
    <>
      {fields.has('alt') && (
        <TextButton
          label={styleBarTexts.altText}
          hint={styleBarTexts.altTextAbout}
          lines={3}
          maxLength={2_000}
          value={fields.value('alt')}
          icon={<Accessibility />}
          onChange={(alt) => fields.set({ alt })}
        />
      )}
      {only?.type === 'image' && others.length === 0 && <CropButton onPress={() => beginCropOf(editor, only)} />}
      {only?.type === 'image' && others.length === 0 && (
        <ReplaceButton onChoose={(file) => void replaceImage(editor, only.id, file)} />
      )}
    </>
  );
}

function CropButton({ onPress }: { readonly onPress: () => void }) {
  const side = usePopupSide();
  return <IconButton size="sm" side={side} label={cropTexts.crop} icon={<Crop />} onClick={onPress} />;
}

function ReplaceButton({ onChoose }: { readonly onChoose: (file: File) => void }) {
  const side = usePopupSide();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        size="sm"
        side={side}
        label={styleBarTexts.replaceImage}
        icon={<ImageUp />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedPictures}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
    </>
  );
}
