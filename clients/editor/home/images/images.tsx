/**
 * images: the person's gallery: images are uploaded by choosing, dropping or pasting files, and listed with where they are used.
 */
import { ImageUp, Images as ImagesIcon, Trash2 } from 'lucide-react';
import { useRef } from 'react';

import type { ImageInfo, ImageUsage } from '#schema/image.ts';

import type { Navigate } from '../../state/routes.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import css from './images.module.css';
import { RouteLink } from '../../ui/route-link.tsx';
import { Loaded, Screen } from '../../ui/screen.tsx';
import { sizeText } from './size-text.ts';
import { acceptedImages } from './upload.ts';
import { useDroppedFiles } from './use-dropped-files.ts';
import { useGallery } from './use-gallery.ts';
import { homeTexts } from '../../strings/home.ts';

export function Images({ navigate }: { readonly navigate: Navigate }) {
  const { request, uploading, upload, removing, setRemoving, remove, busy } = useGallery();
  const chooser = useRef<HTMLInputElement>(null);
  const isDragOver = useDroppedFiles(upload);
  const choose = (
    <Button kind="primary" icon={<ImageUp aria-hidden />} busy={uploading} onClick={() => chooser.current?.click()}>
      {homeTexts.upload}
    </Button>
  );
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
      {isDragOver && <div className={css['drop']}>{homeTexts.dropToUpload}</div>}
      <Loaded request={request}>
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
          busy={busy}
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
