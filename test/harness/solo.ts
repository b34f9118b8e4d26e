/** One node process on a fresh SQLite folder, with one person and her editors, for one test file. */
import { expect } from 'vitest';

import { openStorage, type Storage } from '#storage/storage.ts';

import { Api } from './api.ts';
import { TestEditor, type EditorOptions } from './editor.ts';
import { type NodeEnvironment, type NodeProcess, startNodeProcess } from './node-process.ts';
import { addPerson, type TestAccount } from './people.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Solo = {
  readonly storage: Storage;
  readonly dataDir: string;
  readonly node: NodeProcess;
  readonly ada: TestAccount;
  /** Calls with Ada's token. */
  readonly api: Api;
  /** Opens an editor at this node, with Ada's token unless another credential is passed; `stop` ends it. */
  open(documentId: string, more?: Partial<Pick<EditorOptions, 'credential' | 'doc'>>): TestEditor;
  /** Ends the editors and the node, which must exit with status 0. */
  stop(): Promise<void>;
};

/** `more`: settings of the node, which may depend on its data folder. */
export async function startSolo(
  name: string,
  more: NodeEnvironment | ((dataDir: string) => NodeEnvironment) = {},
): Promise<Solo> {
  const folder = temporaryFolder(name);
  const storage = await openStorage({ dataDir: folder.path });
  const ada = await addPerson(storage, 'Ada');
  const node = await startNodeProcess({
    ...(typeof more === 'function' ? more(folder.path) : more),
    DATA_DIR: folder.path,
  });
  const editors: TestEditor[] = [];
  return {
    storage,
    dataDir: folder.path,
    node,
    ada,
    api: new Api(node.url, ada.token),
    open(documentId, more = {}) {
      const editor = new TestEditor({ url: node.url, documentId, credential: ada.token, ...more });
      editors.push(editor);
      return editor;
    },
    async stop() {
      for (const editor of editors) editor.destroy();
      await node.kill('SIGTERM');
      expect(node.exitCode()).toBe(0);
      await storage.close();
      folder.remove();
    },
  };
}
