/** save-work: unsaved work as a file of the person's own. */
import { fileName, saveFile } from '../offline/save-file.ts';
import type { UnsavedWork } from '../offline/unsaved-work.ts';

export const saveWork = (documentName: string, work: UnsavedWork): void =>
  saveFile(`${fileName(documentName)} - not saved.json`, 'application/json', `${JSON.stringify(work, null, 2)}\n`);
