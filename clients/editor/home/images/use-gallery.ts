/** use-gallery: the person's images, as they are listed, uploaded and removed. */
import { useCallback, useState } from 'react';

import type { ImageInfo, ImageUsage } from '#schema/image.ts';

import { call, failureText } from '../../api/call.ts';
import { isSvgFile, pictureOfSvg } from '../../clipboard/svg-file.ts';
import { canvasTexts } from '../../strings/canvas.ts';
import { homeTexts } from '../../strings/home.ts';
import { useTell } from '../../ui/toast.tsx';
import { type Request, useAnswer } from '../../ui/use-answer.ts';
import { usePending } from '../../ui/use-pending.ts';
import { faultOf, nameHeader } from './upload.ts';

type Gallery = { readonly images: readonly ImageInfo[]; readonly usage: ImageUsage };

export type GalleryModel = {
  readonly request: Request<Gallery>;
  readonly uploading: boolean;
  /** One file after the other; a file that cannot be uploaded is reported and skipped. */
  readonly upload: (files: readonly File[]) => void;
  /** The image whose removal the person has to confirm. */
  readonly removing: ImageInfo | null;
  readonly setRemoving: (image: ImageInfo | null) => void;
  readonly remove: (image: ImageInfo) => void;
  readonly busy: boolean;
};

export function useGallery(): GalleryModel {
  const request = useAnswer(fetchGallery);
  const { change } = request;
  const [removing, setRemoving] = useState<ImageInfo | null>(null);
  const uploading = usePending();
  const task = usePending();
  const tell = useTell();
  const { run } = uploading;
  const upload = useCallback(
    (files: readonly File[]) =>
      void run(async () => {
        const report = (file: File, detail: string): void =>
          tell({ text: homeTexts.couldNotUpload(file.name), detail, kind: 'failure' });
        for (const chosen of files) {
          const drawn = isSvgFile(chosen) ? await pictureOfSvg(chosen) : { file: chosen };
          if (typeof drawn === 'string') {
            report(chosen, canvasTexts.svgFaults[drawn]);
            continue;
          }
          const { file } = drawn;
          const fault = faultOf(file);
          if (fault !== null) {
            report(file, fault);
            continue;
          }
          try {
            const headers = { 'X-Image-Original-Name': nameHeader(file.name) };
            const { image, deduped } = await call('POST /images', { body: file, headers });
            change(({ images, usage }) => ({ images: [image, ...images.filter(({ id }) => id !== image.id)], usage }));
            if (deduped) tell({ text: homeTexts.wasAlreadyUploaded(file.name) });
          } catch (error) {
            report(file, failureText(error));
          }
        }
      }),
    [run, tell, change],
  );
  const remove = (image: ImageInfo): void =>
    void task.run(async () => {
      await call('DELETE /images/:image', { params: { image: image.id } });
      change(({ images, usage }) => ({ images: images.filter(({ id }) => id !== image.id), usage }));
      setRemoving(null);
    });
  return { request, uploading: uploading.busy, upload, removing, setRemoving, remove, busy: task.busy };
}

async function fetchGallery(signal: AbortSignal): Promise<Gallery> {
  const [{ images }, { usage }] = await Promise.all([call('GET /images', { signal }), call('GET /images/usage', { signal })]);
  return { images, usage };
}
