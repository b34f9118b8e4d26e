/** use-document-actions: what is done with the documents of the list: created, duplicated, moved to folders and to the trash, and restored. */
import { applyTemplate, tabFor } from '#clients/templates/apply-template.ts';
import type { Template } from '#core/templates/template.ts';
import { welcome } from '#core/templates/welcome-template.ts';
import type { Document } from '#schema/document.ts';
import type { Folder } from '#schema/folder.ts';

import { call } from '../../api/call.ts';
import { setStar } from '../../api/set-star.ts';
import type { Navigate } from '../../state/routes.ts';
import { foldersTexts } from '../../strings/folders.ts';
import { homeTexts } from '../../strings/home.ts';
import { useTell } from '../../ui/toast.tsx';
import { usePending } from '../../ui/use-pending.ts';
import type { FoldersModel } from '../folders/use-folders.ts';
import type { DocumentListModel } from './document-list.ts';

export type DocumentListActions = {
  readonly creating: boolean;
  readonly create: () => void;
  /** Creates a document from a template and opens it. Throws CallRefused and CallUnreachable. */
  readonly createFrom: (template: Template) => Promise<void>;
  /** Creates the document in which one learns the canvas, and opens it. Throws as `createFrom`. */
  readonly createWelcome: () => Promise<void>;
  readonly copy: (document: Document) => void;
  readonly trash: (document: Document) => void;
  /** Stars it, or removes the star. */
  readonly star: (document: Document) => void;
  /** Into the folder, or out of all. */
  readonly move: (document: Document, folder: Folder | null) => void;
  /** Into a new folder. Throws CallRefused and CallUnreachable. */
  readonly moveToNew: (document: Document, folderName: string) => Promise<void>;
  /** Throws CallRefused and CallUnreachable. */
  readonly rename: (document: Document, name: string) => Promise<void>;
};

/** Drawn as the page is, light or dark. */
const newTab = { name: 'Tab 1', theme: 'auto' } as const;

/** Where they are done. */
type Place = {
  readonly list: DocumentListModel;
  readonly folders: FoldersModel;
  /** The folder that is shown, in which new documents are; null: none. */
  readonly folderId: string | null;
  /** Whether the list has the documents of one folder, or of none, only. */
  readonly isOfFolder: boolean;
};

export function useDocumentActions({ list, folders, folderId, isOfFolder }: Place, navigate: Navigate): DocumentListActions {
  const creation = usePending();
  const task = usePending();
  const starring = usePending({ inTurn: true });
  const tell = useTell();
  const open = ({ id }: Document): void => navigate({ screen: 'document', document: id, tab: null });
  const placeNew = async (document: Document): Promise<Document> => {
    if (folderId === null) return document;
    await folders.place(document.id, folderId);
    return { ...document, folder: folderId };
  };
  const move = async (document: Document, folder: Folder | null): Promise<void> => {
    await folders.place(document.id, folder?.id ?? null);
    const { folder: _, ...unplaced } = document;
    if (isOfFolder) list.remove(document.id);
    else list.mark(folder === null ? unplaced : { ...unplaced, folder: folder.id });
    const text = folder === null ? foldersTexts.movedOut(document.name) : foldersTexts.moved(document.name, folder.name);
    const open = (to: Folder) => ({ label: foldersTexts.open, run: () => navigate({ screen: 'folder', folder: to.id }) });
    tell({ text, kind: 'success', ...(folder !== null && { action: open(folder) }) });
  };
  const createFrom = async (template: Template): Promise<void> => {
    const document = await placeNew(await call('POST /documents', { body: { name: template.title, tabs: [tabFor(template)] } }));
    list.put(document);
    const tabId = document.tabs[0]?.id ?? '';
    await applyTemplate(call, { documentId: document.id, tabId }, template);
    open(document);
  };
  return {
    creating: creation.busy,
    create: () =>
      void creation.run(async () => open(await placeNew(await call('POST /documents', { body: { tabs: [newTab] } })))),
    createFrom,
    createWelcome: () => createFrom(welcome),
    copy: (document) =>
      void task.run(async () => {
        const copy = await placeNew(await call('POST /documents/:doc/copy', { params: { doc: document.id }, body: {} }));
        list.put(copy);
        const action = { label: homeTexts.open, run: () => open(copy) };
        tell({ text: homeTexts.duplicatedAs(copy.name), kind: 'success', action });
      }),
    trash: (document) =>
      void task.run(async () => {
        await call('DELETE /documents/:doc', { params: { doc: document.id } });
        list.remove(document.id);
        const restore = async (): Promise<void> => {
          const restored = await call('POST /documents/:doc/restore', { params: { doc: document.id } });
          list.put(restored);
        };
        const action = { label: homeTexts.undo, run: () => void task.run(restore) };
        tell({ text: homeTexts.movedToTrash(document.name), action });
      }),
    star(document) {
      const { starred = false } = document;
      list.mark({ ...document, starred: !starred });
      void starring.run(async () => {
        try {
          await setStar(document.id, !starred);
        } catch (error) {
          list.mark(document);
          throw error;
        }
      });
    },
    move: (document, folder) => void task.run(() => move(document, folder)),
    moveToNew: async (document, folderName) => move(document, await folders.create(folderName)),
    rename: async (document, name) =>
      list.put(await call('PATCH /documents/:doc', { params: { doc: document.id }, body: { name } })),
  };
}
