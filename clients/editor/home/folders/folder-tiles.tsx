/** folder-tiles: the folders above the documents. A document that is dragged onto one moves into it. */
import { Folder as FolderIcon } from 'lucide-react';
import { type DragEvent, useState } from 'react';

import type { Folder } from '#schema/folder.ts';

import type { Navigate } from '../../state/routes.ts';
import { foldersTexts } from '../../strings/folders.ts';
import { classNames } from '../../ui/class-names.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { draggedDocument, isDocumentDrag } from './document-drag.ts';
import css from './folders.module.css';

type FolderTilesProps = {
  readonly folders: readonly Folder[];
  readonly navigate: Navigate;
  readonly onDropped: (documentId: string, folder: Folder) => void;
};

export function FolderTiles({ folders, navigate, onDropped }: FolderTilesProps) {
  const [target, setTarget] = useState('');
  if (folders.length === 0) return null;
  return (
    <ul className={css['tiles']} aria-label={foldersTexts.folders}>
      {folders.map((folder) => {
        const over = (event: DragEvent): void => {
          if (!isDocumentDrag(event.dataTransfer)) return;
          event.preventDefault();
          event.dataTransfer.dropEffect = 'move';
          setTarget(folder.id);
        };
        const drop = (event: DragEvent): void => {
          setTarget('');
          const document = draggedDocument(event.dataTransfer);
          if (document === null) return;
          event.preventDefault();
          onDropped(document, folder);
        };
        return (
          <li key={folder.id}>
            <RouteLink
              className={classNames(css['tile'], target === folder.id && css['target'])}
              to={{ screen: 'folder', folder: folder.id }}
              navigate={navigate}
              onDragOver={over}
              onDragLeave={() => setTarget('')}
              onDrop={drop}
            >
              <FolderIcon aria-hidden />
              <span className={css['name']} title={folder.name}>
                {folder.name}
              </span>
              <span className={css['count']}>
                <span aria-hidden>{folder.documents}</span>
                <span className="unseen">{foldersTexts.documents(folder.documents)}</span>
              </span>
            </RouteLink>
          </li>
        );
      })}
    </ul>
  );
}
