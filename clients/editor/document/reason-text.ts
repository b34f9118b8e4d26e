/** reason-text: why the server refused an edit, in words for the person who made it. */
const texts = new Map([
  ['element_locked', 'It was locked.'],
  ['tab_forbidden', 'You can edit only some tabs of this document.'],
  ['read_only', 'You now have view-only access.'],
  ['mass_delete', 'It removed too many elements at once.'],
  ['too_large', 'Document size limit reached.'],
  ['frame_too_large', 'The message was too large: a proxy between this browser and the server rejected it.'],
  ['too_costly', 'Document size limit reached.'],
  ['server_root', 'Not allowed.'],
  ['server_field', 'Not allowed.'],
]);

/** One sentence. `reason` is one of the document model's. */
export const reasonText = (reason: string): string => texts.get(reason) ?? `Invalid change (${plainWord(reason)}).`;

const plainWord = (reason: string): string => reason.replace(/[^\w ]/g, '').slice(0, 40);
