/** reason-text: why the server refused an edit, in words for the person who made it. */
import { documentTexts } from '../strings/document.ts';

const texts = new Map([
  ['element_locked', documentTexts.wasLocked],
  ['tab_forbidden', documentTexts.onlySomeTabs],
  ['read_only', documentTexts.viewOnlyNow],
  ['mass_delete', documentTexts.removedTooMany],
  ['too_large', documentTexts.documentSizeLimitReached],
  ['frame_too_large', documentTexts.messageTooLarge],
  ['too_costly', documentTexts.documentSizeLimitReached],
  ['server_root', documentTexts.notAllowed],
  ['server_field', documentTexts.notAllowed],
]);

/** One sentence. `reason` is one of the document model's. */
export const reasonText = (reason: string): string => texts.get(reason) ?? documentTexts.invalidChange(plainWord(reason));

const plainWord = (reason: string): string => reason.replace(/[^\w ]/g, '').slice(0, 40);
