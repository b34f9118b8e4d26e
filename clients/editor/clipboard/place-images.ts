/**
 * place-images: images that are dropped, pasted or chosen: uploaded, then put on the tab.
 *
 * An unsupported file and a failed upload are reported; the others are placed. The page draws SVG files as pictures first (svg-file.ts). An image has its natural size, scaled down to fit
 * the view; several are placed side by side.
 */
import { type ImageInfo, isImageType } from '#schema/image.ts';
import type { Size } from '#schema/tab.ts';
import { isProblem } from '#schema/problem.ts';

import { centreY } from '#core/tab/rect.ts';

import { addElement } from '../changes/draw.ts';
import { type NewPlace, placeFor } from '../changes/free-place.ts';
import { onCanvas } from '../changes/set-label.ts';
import { storable } from '../changes/text.ts';
import type { Editor } from '../state/editor.ts';
import { call, failureText } from '../api/call.ts';
import { isGuest } from '../api/guest.ts';
import { putNew } from '../state/put-new.ts';
import { isSvgFile, pictureOfSvg } from './svg-file.ts';
import { canvasTexts } from '../strings/canvas.ts';

/** At most this part of the view. */
const shareOfView = 0.7;
const gap = 20;

/** `shown`: the size of the image on the canvas, unless the view has no room for it. */
type Uploaded = { readonly image: ImageInfo; readonly file: File; readonly shown: Size };

/** Uploads the images among the files and puts them in the place. */
export async function placeImages(editor: Editor, files: readonly File[], place: NewPlace): Promise<void> {
  const uploaded = await uploadImages(editor, files);
  if (uploaded.length > 0) putImages(editor, uploaded, place);
}

/** The images among the files that were uploaded; the others are reported. */
export async function uploadImages(editor: Editor, files: readonly File[]): Promise<readonly Uploaded[]> {
  if (isGuest(editor)) {
    editor.tell({ text: canvasTexts.guestsHaveNoImages, kind: 'failure' });
    return [];
  }
  const pictures = files.filter((file) => isImageType(file.type) || isSvgFile(file));
  if (pictures.length < files.length) editor.tell({ text: canvasTexts.unsupportedFile, kind: 'failure' });
  const uploaded: Uploaded[] = [];
  for (const chosen of pictures) {
    const drawn = isSvgFile(chosen) ? await pictureOfSvg(chosen) : { file: chosen, shown: null };
    if (typeof drawn === 'string') {
      editor.tell({ text: `${chosen.name}: ${canvasTexts.svgFaults[drawn]}`, kind: 'failure' });
      continue;
    }
    const { file, shown } = drawn;
    try {
      const headers = { 'X-Image-Original-Name': encodeURIComponent(storable(file.name, 255)) };
      const { image } = await call('POST /images', { body: file, headers });
      uploaded.push({ image, file, shown: shown ?? image });
    } catch (error) {
      editor.tell({ text: `${file.name}: ${failureText(error)}`, kind: 'failure' });
    }
  }
  return uploaded;
}

/** What the image is called, until a person describes it. */
export const altOf = ({ name }: File): string => storable(name.replace(/\.[a-z]+$/i, ''), 2_000);

function putImages(editor: Editor, uploaded: readonly Uploaded[], wanted: NewPlace): void {
  const seen = editor.viewport.visible();
  const images = uploaded.map(({ image, file, shown }) => {
    const scale = Math.min(1, (seen.width * shareOfView) / shown.width, (seen.height * shareOfView) / shown.height);
    const [width, height] = [shown.width, shown.height].map((length) => Math.max(1, Math.round(length * scale)));
    return { image, file, width: width ?? 1, height: height ?? 1 };
  });
  const row = {
    width: images.reduce((sum, { width }) => sum + width + gap, -gap),
    height: Math.max(...images.map(({ height }) => height)),
  };
  putNew(editor, (made) => (planning) => {
    const place = placeFor(planning.draft, wanted, row);
    let x = place.x;
    for (const { image, file, width, height } of images) {
      const natural = { naturalWidth: image.width, naturalHeight: image.height };
      const at = { x: onCanvas(x), y: onCanvas(Math.round(centreY(place) - height / 2)), width, height };
      const id = addElement({ type: 'image', imageId: image.id, ...at, ...natural, alt: altOf(file) }, planning);
      if (isProblem(id)) return id;
      made(id);
      x += width + gap;
    }
    return null;
  });
}
