/** images: the person's gallery: uploaded by choosing, dropping or pasting files; where each is used; taken out again. */
import { ImageUp, Images as ImagesIcon, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';

import type { ImageInfo, ImageUsage } from '#schema/image.ts';

import { call, failureText } from '../../api/call.ts';
import type { Navigate } from '../../state/routes.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useTell } from '../../ui/toast.tsx';
import css from './images.module.css';
import { RouteLink } from '../../ui/route-link.tsx';
import { Loaded, Screen } from '../../ui/screen.tsx';
import { sizeText } from './size-text.ts';
import { acceptedImages, faultOf, nameHeader } from './upload.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { useTask } from '../../ui/use-task.ts';
import { homeTexts } from '../../strings/home.ts';

type Gallery = { readonly images: readonly ImageInfo[]; readonly usage: ImageUsage };

async function askGallery(signal: AbortSignal): Promise<Gallery> {
  const [{ images }, { usage }] = await Promise.all([call('GET /images', { signal }), call('GET /images/usage', { signal })]);
  return { images, usage };
}

export function Images({ navigate }: { readonly navigate: Navigate }) {
  const asked = useAnswer(askGallery);
  const { change } = asked;
  const [removing, setRemoving] = useState<ImageInfo | null>(null);
  const uploading = useTask();
  const task = useTask();
  const tell = useTell();
  const chooser = useRef<HTMLInputElement>(null);

  const { run } = uploading;
  const upload = useCallback(
    (files: readonly File[]) =>
      void run(async () => {
        for (const file of files) {
          const fault = faultOf(file);
          if (fault !== null) {
            tell({ text: homeTexts.couldNotUpload(file.name), detail: fault, kind: 'failure' });
            continue;
          }
          try {
            const headers = { 'X-Image-Original-Name': nameHeader(file.name) };
            const { image, deduped } = await call('POST /images', { body: file, headers });
            change(({ images, usage }) => ({ images: [image, ...images.filter(({ id }) => id !== image.id)], usage }));
            if (deduped) tell({ text: homeTexts.wasAlreadyUploaded(file.name) });
          } catch (error) {
            tell({ text: homeTexts.couldNotUpload(file.name), detail: failureText(error), kind: 'failure' });
          }
        }
      }),
    [run, tell, change],
  );
  const dropping = useFiles(upload);
  const choose = (
    <Button kind="primary" icon={<ImageUp aria-hidden />} busy={uploading.busy} onClick={() => chooser.current?.click()}>
      {homeTexts.upload}
    </Button>
  );
  const remove = (image: ImageInfo): void =>
    void task.run(async () => {
      await call('DELETE /images/:image', { params: { image: image.id } });
      change(({ images, usage }) => ({ images: images.filter(({ id }) => id !== image.id), usage }));
      setRemoving(null);
    });

  return (
    <Screen title={homeTexts.images} lead={homeTexts.imagesAbout} actions={choose}>
      <input
        ref={chooser}
        type="file"
        accept={acceptedImages}
        multiple
        hidden
        aria-label={homeTexts.imagesToUpload}
        onChange={({ target }) => {
          upload([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {dropping && <div className={css['drop']}>{homeTexts.dropToUpload}</div>}
      <Loaded request={asked}>
        {({ images, usage }) =>
          images.length === 0 ? (
            <EmptyState icon={<ImagesIcon />} title={homeTexts.noImagesYet} action={choose}>
              {homeTexts.imageKinds}
            </EmptyState>
          ) : (
            <>
              <p className={css['usage']}>{total(images)}</p>
              <ul className={css['grid']}>
                {images.map((image) => (
                  <Tile
                    key={image.id}
                    image={image}
                    documents={usage[image.id] ?? []}
                    navigate={navigate}
                    onRemove={() => setRemoving(image)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {removing !== null && (
        <AlertDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={homeTexts.removeQuestion(nameOf(removing))}
          description={homeTexts.documentsKeepTheirCopy}
          confirm={homeTexts.remove}
          busy={task.busy}
          onConfirm={() => remove(removing)}
        />
      )}
    </Screen>
  );
}

type TileProps = {
  readonly image: ImageInfo;
  readonly documents: ImageUsage[string];
  readonly navigate: Navigate;
  readonly onRemove: () => void;
};

function Tile({ image, documents, navigate, onRemove }: TileProps) {
  const name = nameOf(image);
  return (
    <li className={css['tile']}>
      <div className={css['picture']}>
        <img src={`/api/v1/images/${image.id}`} alt={name} loading="lazy" decoding="async" />
      </div>
      <div className={css['words']}>
        <span className={css['name']} title={name}>
          {name}
        </span>
        <span className={css['about']}>{`${image.width} × ${image.height} · ${sizeText(image.byteSize)}`}</span>
        {documents.length === 0 ? (
          <span className={css['about']}>{homeTexts.notUsed}</span>
        ) : (
          <Popover
            titled
            title={homeTexts.whereIsUsed(name)}
            align="start"
            trigger={
              <button type="button" className={css['used']}>
                {homeTexts.usedIn(documents.length)}
              </button>
            }
          >
            <ul className={css['places']}>
              {documents.map((document) => (
                <li key={document.id}>
                  <RouteLink to={{ screen: 'document', document: document.id, tab: null }} navigate={navigate}>
                    {document.name}
                  </RouteLink>
                </li>
              ))}
            </ul>
          </Popover>
        )}
      </div>
      <div className={css['remove']}>
        <IconButton size="sm" label={homeTexts.removeNamed(name)} icon={<Trash2 />} onClick={onRemove} />
      </div>
    </li>
  );
}

const nameOf = (image: ImageInfo): string => image.originalName ?? homeTexts.untitledImage;

function total(images: readonly ImageInfo[]): string {
  const bytes = images.reduce((sum, { byteSize }) => sum + byteSize, 0);
  return `${homeTexts.imagesCount(images.length)}, ${sizeText(bytes)}`;
}

/** Files that are dropped or pasted anywhere on the page; true while some are held over it. */
function useFiles(take: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const onPaste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) take(files);
    };
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('dragover', onOver, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    window.addEventListener('paste', onPaste, { signal });
    return () => stop.abort();
  }, [take]);
  return over;
}
