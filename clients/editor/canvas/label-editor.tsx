/**
 * label-editor: the text of an element, edited where it is drawn, in the font in which it is drawn.
 *
 * The element grows while text is typed, as the engine lets it grow, and its own text is hidden under the field. What was typed is
 * written however the editing ends.
 */
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { Element } from '#schema/element.ts';
import { tabFont } from '#core/text/tab-font.ts';
import { limits } from '#schema/limits.ts';

import { familiesOf } from '#core/render/font-use.ts';

import { withLabel } from '../changes/set-label.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { labelSpot } from './label-spot.ts';
import { addNextSticky, endsEditing, writeLabel } from './label-text.ts';
import { inkOfWords } from './ink-of-words.ts';
import { elementTitle } from '../state/describe-selection.ts';
import { useTabChanges } from './use-tab-changes.ts';
import css from './label-editor.module.css';
import { canvasTexts } from '../strings/canvas.ts';

export function LabelEditor() {
  const editor = useEditor();
  const editing = useValue(editor.canvas.editing);
  const element = editing?.kind === 'label' ? editor.tab.view.get(editing.id) : undefined;
  return element === undefined ? null : <Field key={element.id} editor={editor} element={element} />;
}

function Field({ editor, element: initial }: { readonly editor: Editor; readonly element: Element }) {
  const view = useValue(editor.viewport);
  const field = useRef<HTMLTextAreaElement>(null);
  const { element, shown, text, onText, end } = useLabelEditing(editor, initial, field);
  const spot = labelSpot(shown, editor.tab.view);
  if (spot === null) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || !endsEditing(event, element)) return;
    event.preventDefault();
    end();
    if (event.key === 'Tab' && element.type === 'sticky' && !event.shiftKey) addNextSticky(editor, element.id);
  };
  const { around, rect } = spot;
  const free = Math.max(0, rect.height - spot.lines * spot.stepPx);
  const room = spot.stand === 'top' ? 0 : spot.stand === 'bottom' ? free : free / 2;
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
        value={text}
        maxLength={limits.labelCharacters}
        spellCheck
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
        onBlur={end}
        style={{
          left: rect.x - around.x - (spot.align === 'center' ? 0.5 : spot.align === 'end' ? 1 : 0),
          top: rect.y - around.y,
          width: rect.width + 1,
          height: rect.height,
          paddingTop: room,
          fontFamily: familiesOf(spot.font),
          fontSize: spot.sizePx,
          lineHeight: `${spot.stepPx}px`,
          fontWeight: spot.weight,
          fontStyle: shown.italic === true ? 'italic' : undefined,
          textDecoration: shown.strike === true ? 'line-through' : undefined,
          textAlign: spot.align,
          color: inkOfWords(shown, editor),
        }}
      />
    </div>
  );
}

type LabelEditing = {
  /** The element as it is on the tab. */
  readonly element: Element;
  /** The element with the text of the field, as large as it becomes. */
  readonly shown: Element;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly end: () => void;
};

function useLabelEditing(editor: Editor, initial: Element, field: RefObject<HTMLTextAreaElement | null>): LabelEditing {
  useTabChanges(editor.tab);
  const { id } = initial;
  const element = editor.tab.view.get(id) ?? initial;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? element.label ?? '';
  const shown = text === '' ? element : withLabel(element, text, tabFont(editor.tab.view.settings));
  /** What is written when the field is removed, for whatever reason. */
  const state = useRef<{ typed: string | null; ended: boolean }>({ typed: null, ended: false });
  useLayoutEffect(() => {
    const { label: _label, ...bare } = shown;
    editor.scene.get()?.preview(new Map([[shown.id, bare as Element]]));
    editor.canvas.edited.set(shown);
  });
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
    const { current } = state;
    return () => {
      editor.scene.get()?.preview(null);
      editor.canvas.edited.set(null);
      editor.session.show({ typing: null });
      if (!current.ended) writeLabel(editor, id, current.typed);
    };
  }, [editor, id, field]);
  return {
    element,
    shown,
    text,
    onText: (next) => {
      state.current.typed = next;
      setTyped(next);
      editor.session.show({ typing: { id, text: next } });
    },
    end: () => {
      if (state.current.ended) return;
      state.current.ended = true;
      writeLabel(editor, id, state.current.typed);
      editor.canvas.editing.set(null);
      editor.canvas.focus();
    },
  };
}
