/** reason-text: why the server refused an edit, in words for the person who made it. */
const texts = new Map([
  ['element_locked', 'Somebody had locked it.'],
  ['tab_forbidden', 'You may write on some tabs of this document only.'],
  ['read_only', 'You may read this document now, and no longer write in it.'],
  ['mass_delete', 'It removed too many elements at once.'],
  ['too_large', 'It was larger than a document may be.'],
  ['frame_too_large', 'It did not reach the server: something on the way there rejects messages of that size.'],
  ['too_costly', 'It was larger than a document may be.'],
  ['server_root', 'It changed what only the server may change.'],
  ['server_field', 'It changed what only the server may change.'],
]);

/** One sentence. `reason` is one of the document model's. */
export const reasonText = (reason: string): string =>
  texts.get(reason) ?? `It was not what an editor may write (${plainWord(reason)}).`;

const plainWord = (reason: string): string => reason.replace(/[^\w ]/g, '').slice(0, 40);
