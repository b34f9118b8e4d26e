/** save-work: unsaved work as a file on the person's computer. */
import { fileName, saveFile } from '../offline/save-file.ts';
import type { UnsavedWork } from '../offline/unsaved-work.ts';
import { documentTexts } from '../strings/document.ts';

export const saveWork = (documentName: string, work: UnsavedWork): void =>
  saveFile(documentTexts.notSavedFile(fileName(documentName)), 'application/json', `${JSON.stringify(work, null, 2)}\n`);
