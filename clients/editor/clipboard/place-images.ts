/**
 * place-images: images that are dropped, pasted or chosen: uploaded, then put on the tab.
 *
 * An unsupported file and a failed upload are reported; the others are placed. An image has its natural size, scaled down to fit
 * the view; several are placed side by side.
 */
import type { Point } from '#schema/element.ts';
import { type ImageInfo, isImageType } from '#schema/image.ts';
import { isProblem } from '#schema/problem.ts';

import { addElement } from '../changes/draw.ts';
import { onCanvas } from '../changes/set-label.ts';
import { storable } from '../changes/text.ts';
import type { Editor } from '../state/editor.ts';
import { call, failureText } from '../api/call.ts';
import { writeChange } from '../changes/write-change.ts';
import { canvasTexts } from '../strings/canvas.ts';

/** At most this part of the view. */
const shareOfView = 0.7;
const gap = 20;

/** Uploads the images among the files and centers them on the point. */
export async function placeImages(editor: Editor, files: readonly File[], middle: Point): Promise<void> {
  const pictures = files.filter(({ type }) => isImageType(type));
  if (pictures.length < files.length) editor.tell({ text: canvasTexts.unsupportedFile, kind: 'failure' });
  const uploaded: { readonly image: ImageInfo; readonly file: File }[] = [];
  for (const file of pictures) {
    try {
      const headers = { 'X-Image-Original-Name': encodeURIComponent(storable(file.name, 255)) };
      const { image } = await call('POST /images', { body: file, headers });
      uploaded.push({ image, file });
    } catch (error) {
      editor.tell({ text: `${file.name}: ${failureText(error)}`, kind: 'failure' });
    }
  }
  if (uploaded.length > 0) putImages(editor, uploaded, middle);
}

function putImages(editor: Editor, uploaded: readonly { readonly image: ImageInfo; readonly file: File }[], [x, y]: Point): void {
  const seen = editor.viewport.visible();
  const sizes = uploaded.map(({ image: { width, height } }) => {
    const scale = Math.min(1, (seen.width * shareOfView) / width, (seen.height * shareOfView) / height);
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  });
  const wide = sizes.reduce((sum, { width }) => sum + width + gap, -gap);
  const newIds: string[] = [];
  const isWritten = writeChange(editor, (planning) => {
    let at = Math.round(x - wide / 2);
    for (const [index, { image, file }] of uploaded.entries()) {
      const { width, height } = sizes[index] ?? image;
      const alt = storable(file.name.replace(/\.[a-z]+$/i, ''), 2_000);
      const natural = { naturalWidth: image.width, naturalHeight: image.height };
      const place = { x: onCanvas(at), y: onCanvas(Math.round(y - height / 2)), width, height };
      const id = addElement({ type: 'image', imageId: image.id, ...place, ...natural, alt }, planning);
      if (isProblem(id)) return id;
      newIds.push(id);
      at += width + gap;
    }
    return null;
  });
  if (isWritten) editor.selection.set(newIds);
}
