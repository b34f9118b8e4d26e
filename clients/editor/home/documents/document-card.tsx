/** document-card: a document in the list: its picture, its name, when it was changed, and its actions. */
import { Copy, ExternalLink, FolderInput, FolderPlus, MoreHorizontal, Pencil, Share2, Star, Trash2 } from 'lucide-react';

import { reaches } from '#schema/access.ts';
import type { DocumentSort } from '#schema/document-calls.ts';
import type { Document } from '#schema/document.ts';
import type { Folder } from '#schema/folder.ts';

import { themeOnPage } from '../../scene/theme-on-page.ts';
import { type Navigate, pathOf, type PageRoute } from '../../state/routes.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { useDarkPage } from '../../ui/dark-page.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { MenuEntry, Submenu } from '../../ui/menu-items.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useNow } from '../../ui/use-now.ts';
import css from './documents.module.css';
import { RouteLink } from '../../ui/route-link.tsx';
import { sinceText } from '../../ui/since-text.ts';
import { TabPicture } from './tab-picture.tsx';
import { foldersTexts } from '../../strings/folders.ts';
import { homeTexts } from '../../strings/home.ts';
import { dragDocument } from '../folders/document-drag.ts';

export type DocumentActions = {
  readonly rename: (document: Document) => void;
  readonly copy: (document: Document) => void;
  readonly share: (document: Document) => void;
  readonly trash: (document: Document) => void;
  readonly star: (document: Document) => void;
  /** Null: out of its folder. */
  readonly move: (document: Document, folder: Folder | null) => void;
  readonly moveToNewFolder: (document: Document) => void;
};

type DocumentCardProps = DocumentActions & {
  readonly document: Document;
  /** The time that the list is sorted by is shown. */
  readonly sort: DocumentSort;
  readonly folders: readonly Folder[];
  readonly navigate: Navigate;
};

export function DocumentCard({ document, sort, folders, navigate, ...actions }: DocumentCardProps) {
  const now = useNow();
  useDarkPage();
  const to: PageRoute = { screen: 'document', document: document.id, tab: null };
  const items = menuOf(document, to, moveMenu(document, folders, actions), actions);
  const first = document.tabs.find(({ elements, arrows }) => elements + arrows > 0) ?? document.tabs[0];
  const tabs = homeTexts.tabs(document.tabs.length);
  const owner = document.access === 'owner' ? '' : ` · ${document.owner.name}`;
  return (
    <ContextMenu items={items}>
      <article className={css['card']}>
        <RouteLink
          className={css['open']}
          to={to}
          navigate={navigate}
          onDragStart={(event) => dragDocument(event.dataTransfer, document.id)}
          onKeyDown={(event) => {
            if (event.key === 'F2' && reaches(document.access, 'editor')) actions.rename(document);
            else if (event.key === 'Delete' && document.access === 'owner') actions.trash(document);
          }}
        >
          <span className={css['picture']} style={{ background: themeOnPage(first?.theme ?? 'light')?.background }}>
            {first !== undefined && <TabPicture documentId={document.id} asOf={document.updatedAt} tab={first} />}
          </span>
          <span className={css['words']}>
            <h2 className={css['name']} title={document.name}>
              {document.name}
            </h2>
            <span className={css['about']}>{`${timeText(document, sort, now)} · ${tabs}${owner}`}</span>
          </span>
        </RouteLink>
        <IconButton
          className={css['star']}
          size="sm"
          label={homeTexts.starNamed(document.name)}
          pressed={document.starred === true}
          icon={<Star />}
          onClick={() => actions.star(document)}
        />
        <div className={css['actions']}>
          <Menu
            align="end"
            items={items}
            trigger={<IconButton size="sm" label={homeTexts.actionsFor(document.name)} icon={<MoreHorizontal />} />}
          />
        </div>
      </article>
    </ContextMenu>
  );
}

function timeText({ updatedAt, createdAt, openedAt }: Document, sort: DocumentSort, now: number): string {
  if (sort === 'created') return homeTexts.created(sinceText(createdAt, now));
  if (sort !== 'opened') return sinceText(updatedAt, now);
  return openedAt === undefined ? homeTexts.neverOpened : homeTexts.opened(sinceText(openedAt, now));
}

function moveMenu(document: Document, folders: readonly Folder[], { move, moveToNewFolder }: DocumentActions): Submenu {
  const noFolder = { value: '', label: foldersTexts.noFolder };
  return {
    label: foldersTexts.moveTo,
    icon: <FolderInput />,
    items: [
      { label: foldersTexts.newFolderEntry, icon: <FolderPlus />, onSelect: () => moveToNewFolder(document) },
      'separator',
      {
        value: document.folder ?? '',
        onChoose: (chosen) => move(document, folders.find(({ id }) => id === chosen) ?? null),
        options: [noFolder, ...folders.map(({ id, name }) => ({ value: id, label: name }))],
      },
    ],
  };
}

function menuOf(document: Document, to: PageRoute, moving: Submenu, actions: DocumentActions): readonly MenuEntry[] {
  const isOwner = document.access === 'owner';
  return [
    { label: homeTexts.openInNewWindow, icon: <ExternalLink />, href: pathOf(to), newWindow: true },
    'separator',
    ...(reaches(document.access, 'editor')
      ? [{ label: homeTexts.rename, icon: <Pencil />, keys: 'F2', onSelect: () => actions.rename(document) }]
      : []),
    moving,
    { label: homeTexts.duplicate, icon: <Copy />, onSelect: () => actions.copy(document) },
    { label: isOwner ? homeTexts.share : homeTexts.peopleWithAccess, icon: <Share2 />, onSelect: () => actions.share(document) },
    ...(isOwner
      ? [
          'separator' as const,
          {
            label: homeTexts.moveToTrash,
            icon: <Trash2 />,
            keys: 'Delete',
            danger: true,
            onSelect: () => actions.trash(document),
          },
        ]
      : []),
  ];
}
