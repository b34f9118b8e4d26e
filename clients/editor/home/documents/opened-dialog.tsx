/** opened-dialog: the dialogs of the list of documents. */
import type { Document } from '#schema/document.ts';
import type { Folder } from '#schema/folder.ts';

import { ShareDialog } from '../../share/share-dialog.tsx';
import { foldersTexts } from '../../strings/folders.ts';
import { homeTexts } from '../../strings/home.ts';
import { templatesTexts } from '../../strings/templates.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { LaterDialog } from '../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { RenameDialog } from '../../ui/rename-dialog.tsx';
import { usePending } from '../../ui/use-pending.ts';
import type { FoldersModel } from '../folders/use-folders.ts';
import type { DocumentListActions } from './use-document-actions.ts';

const TemplateDialog = lazyPart(async () => (await import('../../templates/template-dialog.tsx')).TemplateDialog, LaterDialog);

export type OpenDialog =
  | { readonly kind: 'rename' | 'share'; readonly document: Document }
  | { readonly kind: 'templates' }
  /** `moved`: the document that moves into the new folder. */
  | { readonly kind: 'new-folder'; readonly moved: Document | null }
  | { readonly kind: 'rename-folder' | 'delete-folder'; readonly folder: Folder };

type OpenedDialogProps = {
  readonly dialog: OpenDialog;
  /** The id of the signed-in person. */
  readonly me: string;
  readonly actions: DocumentListActions;
  readonly folders: FoldersModel;
  readonly onClose: () => void;
  readonly onFolderDeleted: () => void;
};

export function OpenedDialog({ dialog, me, actions, folders, onClose, onFolderDeleted }: OpenedDialogProps) {
  switch (dialog.kind) {
    case 'rename': {
      const { document } = dialog;
      const props = { what: homeTexts.document, name: document.name, onClose };
      return <RenameDialog {...props} rename={(name) => actions.rename(document, name)} />;
    }
    case 'templates':
      return <TemplateDialog description={templatesTexts.about} onClose={onClose} make={actions.createFrom} />;
    case 'share': {
      const { id, name, access, tabs } = dialog.document;
      return <ShareDialog documentId={id} name={name} level={access} me={me} tabs={tabs} shownTab={null} onClose={onClose} />;
    }
    case 'new-folder': {
      const { moved } = dialog;
      const save = async (name: string): Promise<void> =>
        moved === null ? void (await folders.create(name)) : actions.moveToNew(moved, name);
      return <NameDialog title={foldersTexts.newFolder} name="" confirm={foldersTexts.create} save={save} onClose={onClose} />;
    }
    case 'rename-folder': {
      const { folder } = dialog;
      const rename = (name: string): Promise<void> => folders.rename(folder, name);
      return <RenameDialog what={foldersTexts.folder} name={folder.name} rename={rename} onClose={onClose} />;
    }
    case 'delete-folder': {
      const { folder } = dialog;
      return <DeleteFolder folder={folder} remove={folders.remove} onClose={onClose} onDeleted={onFolderDeleted} />;
    }
  }
}

type DeleteFolderProps = Pick<FoldersModel, 'remove'> & {
  readonly folder: Folder;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
};

function DeleteFolder({ folder, remove, onClose, onDeleted }: DeleteFolderProps) {
  const { busy, run } = usePending();
  const confirmed = async (): Promise<void> => {
    const isDone = await run(() => remove(folder));
    onClose();
    if (isDone) onDeleted();
  };
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={foldersTexts.deleteQuestion(folder.name)}
      description={foldersTexts.deleteAbout}
      confirm={foldersTexts.delete}
      busy={busy}
      onConfirm={() => void confirmed()}
    />
  );
}
