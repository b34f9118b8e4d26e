/** folder-head: the way back from a folder, and what is done with it. */
import { ChevronRight, Folder as FolderIcon, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';

import type { Folder } from '#schema/folder.ts';

import type { Navigate } from '../../state/routes.ts';
import { foldersTexts } from '../../strings/folders.ts';
import { homeTexts } from '../../strings/home.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { Screen } from '../../ui/screen.tsx';
import css from './folders.module.css';

export function FolderPath({ navigate }: { readonly navigate: Navigate }) {
  return (
    <nav className={css['path']} aria-label={foldersTexts.path}>
      <RouteLink to={{ screen: 'documents' }} navigate={navigate}>
        {homeTexts.documents}
      </RouteLink>
      <ChevronRight aria-hidden />
    </nav>
  );
}

type FolderMenuProps = {
  readonly folder: Folder;
  readonly onAsk: (asked: { readonly kind: 'rename-folder' | 'delete-folder'; readonly folder: Folder }) => void;
};

export function FolderMenu({ folder, onAsk }: FolderMenuProps) {
  return (
    <Menu
      trigger={<IconButton label={homeTexts.actionsFor(folder.name)} icon={<MoreHorizontal />} />}
      items={[
        { label: foldersTexts.renameFolder, icon: <Pencil />, onSelect: () => onAsk({ kind: 'rename-folder', folder }) },
        'separator',
        {
          label: foldersTexts.deleteFolder,
          icon: <Trash2 />,
          danger: true,
          onSelect: () => onAsk({ kind: 'delete-folder', folder }),
        },
      ]}
    />
  );
}

export function NoSuchFolder({ navigate }: { readonly navigate: Navigate }) {
  return (
    <Screen title={foldersTexts.noSuchFolder}>
      <EmptyState
        icon={<FolderIcon />}
        title={foldersTexts.noSuchFolder}
        action={<Button onClick={() => navigate({ screen: 'documents' })}>{homeTexts.yourDocuments}</Button>}
      />
    </Screen>
  );
}
