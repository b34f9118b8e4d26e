/** video-dialog: asks for the address of a video, and adds it in the middle of the view. */
import { useState } from 'react';

import { limits } from '#schema/limits.ts';

import { fitSize } from '#core/text/fit-size.ts';

import { addWhole } from '../changes/draw.ts';
import { addressFrom } from '../changes/set-fields.ts';
import { onCanvas } from '../changes/set-label.ts';
import { storable } from '../changes/text.ts';
import type { DialogProps } from '../document/dialogs.ts';
import { useEditor } from '../state/editor.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { writeChange } from '../changes/write-change.ts';
import { canvasTexts } from '../strings/canvas.ts';

export function VideoDialog({ onClose }: DialogProps) {
  const editor = useEditor();
  const [address, setAddress] = useState('');
  const [title, setTitle] = useState('');
  const url = addressFrom(address);
  const isWrong = url !== null && !/^https?:\/\/[^\s"<>\\]+$/.test(url);
  const place = (): void => {
    if (url === null || isWrong) return;
    const { x, y, width, height } = editor.viewport.visible();
    const size = fitSize('video', 'video', '');
    const at = (from: number, room: number): number => onCanvas(Math.round(from + room / 2));
    const words = storable(title, limits.labelCharacters).trim();
    const video = { type: 'video', url, ...(words !== '' && { title: words }), ...size } as const;
    const [left, top] = [at(x, width - size.width), at(y, height - size.height)];
    let newId = '';
    const change = addWhole({ ...video, x: left, y: top }, (id) => {
      newId = id;
    });
    if (!writeChange(editor, change)) return;
    editor.selection.set([newId]);
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
