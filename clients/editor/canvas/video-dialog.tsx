/** video-dialog: asks for the address of a video, and adds it in a free place in the middle of the view. */
import { useState } from 'react';

import { limits } from '#schema/limits.ts';

import { centreX, centreY } from '#core/tab/rect.ts';
import { fitSize } from '#core/text/fit-size.ts';

import { addWhole } from '../changes/draw.ts';
import { placeFor } from '../changes/free-place.ts';
import { addressFrom } from '../changes/set-fields.ts';
import { onCanvas } from '../changes/set-label.ts';
import { storable } from '../changes/text.ts';
import { putNew } from '../state/put-new.ts';
import type { DialogProps } from '../document/dialogs.ts';
import { useEditor } from '../state/editor.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { canvasTexts } from '../strings/canvas.ts';

export function VideoDialog({ onClose }: DialogProps) {
  const editor = useEditor();
  const [address, setAddress] = useState('');
  const [title, setTitle] = useState('');
  const url = addressFrom(address);
  const isWrong = url !== null && !/^https?:\/\/[^\s"<>\\]+$/.test(url);
  const place = (): void => {
    if (url === null || isWrong) return;
    const size = fitSize('video', 'video', '');
    const words = storable(title, limits.labelCharacters).trim();
    const seen = editor.viewport.visible();
    const added = putNew(editor, (made) => (planning) => {
      const { x, y } = placeFor(planning.draft, { at: [centreX(seen), centreY(seen)], from: 'view' }, size);
      const place = { ...size, x: onCanvas(x), y: onCanvas(y) };
      return addWhole({ type: 'video', url, ...(words !== '' && { title: words }), ...place }, made)(planning);
    });
    if (added === null) return;
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={canvasTexts.video}
      description={canvasTexts.videoAbout}
      onSubmit={place}
      footer={
        <>
          <Button onClick={onClose}>{canvasTexts.cancel}</Button>
          <Button type="submit" kind="primary" disabled={url === null || isWrong}>
            {canvasTexts.insert}
          </Button>
        </>
      }
    >
      <TextField
        label={canvasTexts.url}
        value={address}
        onChange={setAddress}
        placeholder={canvasTexts.videoUrlPlaceholder}
        inputMode="url"
        autoComplete="off"
        maxLength={limits.linkCharacters}
        error={isWrong ? canvasTexts.enterValidVideoUrl : null}
      />
      <TextField label={canvasTexts.title} value={title} onChange={setTitle} maxLength={limits.labelCharacters} />
    </Dialog>
  );
}
