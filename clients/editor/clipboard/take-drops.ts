/**
 * take-drops: copying, cutting, pasting and dropping on the canvas.
 *
 * Copying puts the selection on the clipboard in our own format and as changeset lines; text fields keep the browser's copying.
 * Linux pastes the selected text when the middle button is released, which is ignored, as that button pans.
 * Pasting puts it at the pointer, or in a free place in the middle of the view; our own format comes before images and text. Mermaid is drawn,
 * also that in a markdown file, which is imported as an article on a tab of pages.
 */
import { centreX, centreY, holdsPoint } from '#core/tab/rect.ts';

import type { NewPlace } from '../changes/free-place.ts';
import { removeElements } from '../changes/remove.ts';
import { clip, clippingType, readClipping } from './clipping.ts';
import { pasteClipping, pasteText } from './paste.ts';
import { readPastedText } from './pasted-text.ts';
import type { Editor } from '../state/editor.ts';
import { importDiagrams, importFiles } from './import-diagrams.ts';
import { copiedDrawing, isDiagramFile, isMermaid } from './diagram-source.ts';
import { isMarkdownFile, readMarkdownFile } from '../pages/markdown-file.ts';
import { isSvgText, svgTitle, svgType } from './svg-file.ts';
import { canvasTexts } from '../strings/canvas.ts';
import { placeImages } from './place-images.ts';
import { putNew } from '../state/put-new.ts';
import { writeChange } from '../changes/write-change.ts';

/** Listens on the page and the canvas until the returned function is called. */
export function takeDrops(host: HTMLElement, editor: Editor): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let isMiddleButton = false;
  const isOurs = (event: Event): boolean => !event.defaultPrevented && editor.canvas.hasFocus() && !isField(event.target);
  const copy = (event: ClipboardEvent): boolean => {
    if (!isOurs(event) || event.clipboardData === null) return false;
    const clipped = clip(editor.selection.get(), editor.tab.view);
    if (clipped === null) return false;
    for (const [type, text] of clipped) event.clipboardData.setData(type, text);
    event.preventDefault();
    return true;
  };
  document.addEventListener('copy', (event) => void copy(event), { signal });
  document.addEventListener('cut', (event) => {
    if (copy(event)) writeChange(editor, removeElements(editor.selection.get()));
  }, { signal }); // prettier-ignore
  document.addEventListener('paste', (event) => {
    if (!isOurs(event) || event.clipboardData === null) return;
    event.preventDefault();
    if (isMiddleButton) return;
    take(editor, event.clipboardData, pastePlace(editor));
  }, { signal }); // prettier-ignore
  host.addEventListener('pointerup', ({ button }) => {
    if (button !== 1) return;
    isMiddleButton = true;
    // The browser pastes in the same task.
    setTimeout(() => { isMiddleButton = false; });
  }, { signal }); // prettier-ignore
  host.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  host.addEventListener('drop', (event) => {
    event.preventDefault();
    const { left, top } = host.getBoundingClientRect();
    const at = editor.viewport.toCanvas({ x: event.clientX - left, y: event.clientY - top });
    if (event.dataTransfer !== null) take(editor, event.dataTransfer, { at: [at.x, at.y], from: 'pointer' });
  }, { signal }); // prettier-ignore
  return () => stop.abort();
}

/** Where something without a place is put: at the pointer, or in the middle of the view. */
export function pastePlace(editor: Editor): NewPlace {
  const { pointer } = editor.canvas;
  const isSeen = pointer !== null && holdsPoint(editor.viewport.visible(), pointer[0], pointer[1]);
  return isSeen ? { at: pointer, from: 'pointer' } : middleOfView(editor);
}

/** The middle of what nothing covers. */
export function middleOfView({ viewport }: Editor): NewPlace {
  const seen = viewport.clear();
  return { at: [centreX(seen), centreY(seen)], from: 'view' };
}

function take(editor: Editor, data: DataTransfer, place: NewPlace): void {
  if (!editor.mayEdit.get()) return;
  const clipping = readClipping(data.getData(clippingType));
  if (clipping !== null) return void putNew(editor, (made) => pasteClipping(clipping, place, made));
  const files = [...data.files];
  const article = editor.tab.settings.get().mode === 'pages' ? files.find(isMarkdownFile) : undefined;
  if (article !== undefined) return void openArticle(editor, article);
  if (files.length > 0) return void takeFiles(editor, files, place);
  takeText(editor, data.getData('text/uri-list') || data.getData('text/plain'), place);
}

/** Puts a pasted text on the tab; SVG as a picture, Mermaid and copies of other editors as the diagrams that they say. */
export function takeText(editor: Editor, text: string, place: NewPlace): void {
  const diagram = isMermaid(text) ? text : copiedDrawing(text);
  if (diagram !== null) return void importDiagrams(editor, [diagram], null);
  if (isSvgText(text)) {
    const file = new File([text], `${svgTitle(text, canvasTexts.image)}.svg`, { type: svgType });
    return void placeImages(editor, [file], place);
  }
  putNew(editor, (made) => pasteText(readPastedText(text), place, made));
}

/** Draws the diagrams among the files, and puts the images on the tab. */
async function takeFiles(editor: Editor, files: readonly File[], place: NewPlace): Promise<void> {
  const others = await importFiles(editor, files.filter(isDiagramFile));
  const rest = [...files.filter((file) => !isDiagramFile(file)), ...others];
  if (rest.length > 0) await placeImages(editor, rest, place);
}

async function openArticle(editor: Editor, file: File): Promise<void> {
  const read = await readMarkdownFile(file);
  if ('refusal' in read) return editor.tell({ text: read.refusal, kind: 'failure' });
  editor.canvas.article.set(read);
  editor.run('article');
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
