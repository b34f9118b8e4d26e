/**
 * label-editor: the words of an element written where they stand, in the letters in which they are drawn.
 *
 * E1  The element grows while it is written on, as the engine lets it grow, and its own words are hidden under the field.
 * E2  Escape, and control or command with Enter, end the writing; what is written stays. Enter does so too where words are a
 *     name (shapes, frames, arrows); shift with Enter breaks the line. In notes and texts Enter breaks the line.
 * E3  Tab at a sticky begins the next one to its right; at anything else it ends the writing.
 * E4  Somebody else's change of the words meanwhile is not overwritten unless something was typed here.
 * E5  What is written on a new link card is where it leads, when it is an address.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { familiesOf } from '#core/render/font-use.ts';

import { growFrom } from '../changes/grow-from.ts';
import { addressFrom, setFields } from '../changes/set-fields.ts';
import { withLabel, setLabel } from '../changes/set-label.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { breaksLines, labelSpot } from './label-spot.ts';
import { inkOfWords } from './ink-of-words.ts';
import { elementTitle } from '../state/describe-selection.ts';
import { useTabChanges } from './use-tab-changes.ts';
import css from './label-editor.module.css';
import { writeChange } from '../changes/write-change.ts';
import { canvasTexts } from '../strings/canvas.ts';

export function LabelEditor() {
  const editor = useEditor();
  const editing = useValue(editor.canvas.editing);
  const element = editing?.kind === 'label' ? editor.tab.view.get(editing.id) : undefined;
  return element === undefined ? null : <Field key={element.id} editor={editor} element={element} />;
}

function Field({ editor, element: first }: { readonly editor: Editor; readonly element: Element }) {
  useTabChanges(editor.tab);
  const view = useValue(editor.viewport);
  const field = useRef<HTMLTextAreaElement>(null);
  const element = editor.tab.view.get(first.id) ?? first;
  const [typed, setTyped] = useState<string | null>(null);
  const words = typed ?? element.label ?? '';
  const grown = withLabel(element, words === '' ? ' ' : words);
  const shown = words === '' ? element : grown;
  /** What is written when the field goes, however it goes. */
  const kept = useRef<{ typed: string | null; ended: boolean }>({ typed: null, ended: false });

  useLayoutEffect(() => {
    const { label: _label, ...bare } = shown;
    editor.scene.get()?.preview(new Map([[shown.id, bare as Element]]));
  });
  useEffect(() => {
    const text = field.current;
    text?.focus({ preventScroll: true });
    text?.select();
    const state = kept.current;
    return () => {
      editor.scene.get()?.preview(null);
      if (!state.ended) commit(editor, first.id, state.typed);
    };
  }, [editor, first.id]);

  const spot = labelSpot(shown, editor.tab.view);
  if (spot === null) return null;
  const end = (): void => {
    if (kept.current.ended) return;
    kept.current.ended = true;
    commit(editor, first.id, kept.current.typed);
    editor.canvas.editing.set(null);
    editor.canvas.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const isEnd =
      event.key === 'Escape' ||
      (event.key === 'Enter' && (event.ctrlKey || event.metaKey || (!event.shiftKey && !breaksLines(element))));
    if (!isEnd && event.key !== 'Tab') return;
    event.preventDefault();
    end();
    if (event.key === 'Tab' && element.type === 'sticky' && !event.shiftKey) nextSticky(editor, element.id);
  };
  const { around, rect } = spot;
  const room = spot.stand === 'top' ? 0 : Math.max(0, (rect.height - spot.lines * spot.stepPx) / 2);
  return (
    <div
      className={css['around']}
      style={{
        left: (around.x - view.x) * view.zoom,
        top: (around.y - view.y) * view.zoom,
        width: around.width,
        height: around.height,
        transform: `scale(${view.zoom}) translate(${around.width / 2}px, ${around.height / 2}px) rotate(${spot.turnDeg}deg) translate(${-around.width / 2}px, ${-around.height / 2}px)`,
      }}
    >
      <textarea
        ref={field}
        className={css['field']}
        aria-label={canvasTexts.textOf(elementTitle(element))}
        value={words}
        maxLength={limits.labelCharacters}
        spellCheck
        onChange={(event) => {
          kept.current.typed = event.target.value;
          setTyped(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={end}
        style={{
          left: rect.x - around.x - (spot.align === 'center' ? 0.5 : 0),
          top: rect.y - around.y,
          width: rect.width + 1,
          height: rect.height,
          paddingTop: room,
          fontFamily: familiesOf(spot.font),
          fontSize: spot.sizePx,
          lineHeight: `${spot.stepPx}px`,
          fontWeight: spot.weight,
          textAlign: spot.align,
          color: inkOfWords(shown, editor),
        }}
      />
    </div>
  );
}

function commit(editor: Editor, id: string, typed: string | null): void {
  const now = editor.tab.view.get(id);
  const isEmptyText = (typed ?? '').trim() === '' && now?.type === 'text' && (now.label ?? '') === '';
  // A new text that is left without words is no step of the undo.
  if (isEmptyText && editor.session.discardNew(editor.tab.id, id)) return;
  if (now === undefined || (!isEmptyText && (typed === null || typed === (now.label ?? '')))) return;
  const address = now.type === 'link-card' && now.url === undefined && now.label === undefined ? webAddressIn(typed ?? '') : null;
  writeChange(editor, address === null ? setLabel(id, typed ?? '') : setFields([id], { url: address }));
}

/** [E5] */
function webAddressIn(words: string): string | null {
  const address = /^\S+\.\S+$/.test(words.trim()) ? addressFrom(words) : null;
  return address?.startsWith('http') === true ? address : null;
}

function nextSticky(editor: Editor, id: string): void {
  let made = '';
  const next = growFrom(id, 'right', (newId) => { made = newId; }, 'beside'); // prettier-ignore
  if (!writeChange(editor, next) || made === '') return;
  editor.selection.set([made]);
  editor.canvas.editing.set({ kind: 'label', id: made });
}
