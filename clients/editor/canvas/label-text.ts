/** label-text: what becomes of the text that was typed on an element, and which keys end the editing. */
import type { Element } from '#schema/element.ts';

import { growFrom } from '../changes/grow-from.ts';
import { addressFrom, setFields } from '../changes/set-fields.ts';
import { setLabel } from '../changes/set-label.ts';
import { writeChange } from '../changes/write-change.ts';
import type { Editor } from '../state/editor.ts';
import { breaksLines } from './label-spot.ts';

type LabelStroke = Readonly<Record<'key', string>> & Readonly<Record<'ctrlKey' | 'metaKey' | 'shiftKey', boolean>>;

/**
 * Escape, Tab, and Ctrl or Command with Enter end the editing. So does Enter alone where the text is a name (shapes, frames,
 * arrows); in notes and texts it breaks the line, as Shift+Enter does everywhere.
 */
export function endsEditing({ key, ctrlKey, metaKey, shiftKey }: LabelStroke, element: Element): boolean {
  if (key === 'Escape' || key === 'Tab') return true;
  return key === 'Enter' && (ctrlKey || metaKey || (!shiftKey && !breaksLines(element)));
}

/**
 * `typed` is null if nothing was typed: then another person's change of the text meanwhile stays. A web address on a new link card
 * becomes its link.
 */
export function writeLabel(editor: Editor, id: string, typed: string | null): void {
  const element = editor.tab.view.get(id);
  const isEmptyText = (typed ?? '').trim() === '' && element?.type === 'text' && (element.label ?? '') === '';
  // A new text that is left empty adds no undo step.
  if (isEmptyText && editor.session.discardNew(editor.tab.id, id)) return;
  if (element === undefined || (!isEmptyText && (typed === null || typed === (element.label ?? '')))) return;
  const isNewLink = element.type === 'link-card' && element.url === undefined && element.label === undefined;
  const address = isNewLink ? webAddressIn(typed ?? '') : null;
  writeChange(editor, address === null ? setLabel(id, typed ?? '') : setFields([id], { url: address }));
}

function webAddressIn(text: string): string | null {
  const address = /^\S+\.\S+$/.test(text.trim()) ? addressFrom(text) : null;
  return address?.startsWith('http') === true ? address : null;
}

/** Adds a sticky to the right of another one and begins to edit it. */
export function addNextSticky(editor: Editor, id: string): void {
  let added = '';
  const onAdded = (newId: string): void => {
    added = newId;
  };
  if (!writeChange(editor, growFrom(id, 'right', onAdded, 'beside')) || added === '') return;
  editor.selection.set([added]);
  editor.canvas.editing.set({ kind: 'label', id: added });
}
