/** type-to-edit: whether typing replaces the text of the selected element. It is kept in this browser, for all documents. */
import { keptSwitch } from './browser-storage.ts';

export const { read: readTypeToEdit, keep: keepTypeToEdit } = keptSwitch('atelier.type-to-edit');
