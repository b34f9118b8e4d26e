/**
 * palette: one field for everything: commands by a few letters of their names, and changeset lines, completed, previewed on the tab
 * while they are typed, and applied as the person's own work.
 *
 * Enter takes the marked option or applies the lines, Tab takes a completion, and Shift+Enter begins another line.
 */
import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useId, useRef } from 'react';

import { MarkedText } from '../search/marked-text.tsx';
import { ResultIcon } from '../search/result-icon.tsx';
import { searchTexts } from '../strings/search.ts';
import { paletteTexts } from '../strings/palette.ts';
import { Kbd } from '../ui/kbd.tsx';
import { LinesOutcome } from './lines-outcome.tsx';
import { isLacking } from './palette-input.ts';
import type { PaletteOption } from './palette-options.ts';
import css from './palette.module.css';
import { usePalette } from './use-palette.ts';

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const { text, options, marked, hasLines, trial, words, onText, onCaret, onKeyDown, take, finalFocus } = usePalette(
    field,
    onClose,
  );
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Popup
          className={css['palette']}
          aria-label={paletteTexts.commandPalette}
          initialFocus={field}
          finalFocus={finalFocus}
        >
          <textarea
            ref={field}
            className={css['input']}
            rows={Math.min(12, text.split('\n').length)}
            spellCheck={false}
            autoComplete="off"
            role="combobox"
            aria-label={paletteTexts.commandOrChangeset}
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-activedescendant={marked === undefined ? undefined : `${listId}-${options.indexOf(marked)}`}
            placeholder={paletteTexts.placeholder}
            value={text}
            onChange={({ target }) => onText(target.value, target.selectionStart)}
            onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
          />
          {/* The field keeps the focus, also for what is typed after a completion. */}
          {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus */}
          <div
            id={listId}
            className={css['options']}
            role="listbox"
            aria-label={paletteTexts.suggestions}
            onMouseDown={(event) => event.preventDefault()}
          >
            {options.map((option, index) => (
              <Option
                key={keyOf(option)}
                id={`${listId}-${index}`}
                option={option}
                words={words}
                isMarked={option === marked}
                onTake={() => !isLacking(option) && take(option)}
              />
            ))}
          </div>
          {options.length === 0 && !hasLines && (
            <p className={css['outcome']} role="status">
              {paletteTexts.noMatches}
            </p>
          )}
          {hasLines && <LinesOutcome trial={trial} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const keyOf = (option: PaletteOption): string =>
  option.kind === 'command'
    ? option.command.id
    : option.kind === 'completion'
      ? option.insert
      : `${option.result.url} ${option.result.ref} ${option.result.excerpt}`;

type OptionProps = {
  readonly id: string;
  readonly words: readonly string[];
  readonly option: PaletteOption;
  readonly isMarked: boolean;
  readonly onTake: () => void;
};

/** The keyboard takes options through the field, which keeps the focus. */
function Option({ id, option, words, isMarked, onTake }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={element}
      id={id}
      className={css['option']}
      role="option"
      aria-selected={isMarked}
      aria-disabled={isLacking(option)}
      onClick={onTake}
    >
      {option.kind === 'command' ? (
        <>
          <span className={css['title']}>{option.command.title}</span>
          <span className={css['detail']}>{option.lacks ?? option.command.group}</span>
          {option.command.keys?.[0] !== undefined && <Kbd keys={option.command.keys[0]} />}
        </>
      ) : option.kind === 'result' ? (
        <>
          <ResultIcon type={option.result.type} />
          <span className={css['found']}>
            <MarkedText text={option.result.excerpt} words={words} />
          </span>
          <span className={css['place']}>{`${searchTexts.typeOf(option.result.type)} · ${option.result.document.name}`}</span>
        </>
      ) : (
        <>
          <code className={css['title']}>{option.insert}</code>
          <span className={css['detail']}>{option.detail}</span>
        </>
      )}
    </div>
  );
}
