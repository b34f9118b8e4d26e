/** quick-add: new cards at the end of a cell, one after the other: Enter or leaving the field adds a card, Escape cancels. */
import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';

import { limits } from '#schema/limits.ts';

import { storable } from '../../changes/text.ts';
import css from './board-pane.module.css';
import { boardTexts } from '../../strings/board.ts';

type Props = {
  readonly place: string;
  /** False if it was refused. */
  readonly onAdd: (title: string) => boolean;
};

export function QuickAdd({ place, onAdd }: Props) {
  const [text, setText] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Set when the keyboard ended the editing: then losing the focus adds nothing. */
  const isEnded = useRef(false);
  useLayoutEffect(() => {
    if (text !== null || !isEnded.current) return;
    isEnded.current = false;
    button.current?.focus();
  }, [text]);
  const add = (): boolean => {
    const title = storable(text ?? '', limits.titleCharacters).trim();
    return title === '' || onAdd(title);
  };
  if (text === null) {
    return (
      <button
        ref={button}
        type="button"
        className={css['add']}
        aria-label={boardTexts.addCardTo(place)}
        onClick={() => setText('')}
      >
        <Plus aria-hidden /> {boardTexts.addCard}
      </button>
    );
  }
  return (
    <input
      className={css['adding']}
      aria-label={boardTexts.newCardIn(place)}
      placeholder={boardTexts.cardTitle}
      // The person has just asked for it.
      // eslint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      autoComplete="off"
      maxLength={limits.titleCharacters}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => {
        if (!isEnded.current && add()) setText(null);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          if (add()) setText('');
        } else if (event.key === 'Escape') {
          event.preventDefault();
          isEnded.current = true;
          setText(null);
        }
      }}
    />
  );
}
