/** icon-picker: all icons with a search, for a new element in the middle of the view, or for the selected icons. */
import { Search } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';

import { centreX, centreY } from '#core/tab/rect.ts';

import type { NewPlace } from '../changes/free-place.ts';
import { addIcon, setIcon } from '../changes/icons.ts';
import { writeChange } from '../changes/write-change.ts';
import type { DialogProps } from '../document/dialogs.ts';
import { useEditor } from '../state/editor.ts';
import { putNew } from '../state/put-new.ts';
import { iconsTexts } from '../strings/icons.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { moveInGrid } from '../ui/grid-keys.ts';
import { TextField } from '../ui/text-field.tsx';
import css from './icon-picker.module.css';
import { iconsIn } from './icons-in.ts';
import { iconsFor, searchedIcons } from './searched-icons.ts';

/** Icons shown at first, and with each press of Show more. */
const shownAtOnce = 120;

export function NewIcon({ onClose }: DialogProps) {
  const editor = useEditor();
  const add = (name: string): void => {
    const seen = editor.viewport.visible();
    const place: NewPlace = { at: [centreX(seen), centreY(seen)], from: 'view' };
    if (putNew(editor, (made) => addIcon(name, place, made)) === null) return;
    onClose();
    editor.announce(iconsTexts.added(name));
    editor.canvas.focus();
  };
  return <Picker title={iconsTexts.icons} chosen={null} onChoose={add} onClose={onClose} />;
}

export function OtherIcon({ onClose }: DialogProps) {
  const editor = useEditor();
  const selected = iconsIn(editor);
  const names = new Set(selected.map(({ icon }) => icon));
  const change = (name: string): void => {
    const ids = selected.map(({ id }) => id);
    if (!writeChange(editor, setIcon(ids, name))) return;
    onClose();
    editor.canvas.focus();
  };
  const [first = null] = names.size === 1 ? [...names] : [];
  return <Picker title={iconsTexts.changeIcon} chosen={first} onChoose={change} onClose={onClose} />;
}

type PickerProps = DialogProps & {
  readonly title: string;
  /** The icon that is shown now. */
  readonly chosen: string | null;
  readonly onChoose: (name: string) => void;
};

function Picker({ title, chosen, onChoose, onClose }: PickerProps) {
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState('');
  const [shown, setShown] = useState(shownAtOnce);
  const found = useMemo(() => iconsFor(wanted), [wanted]);
  const [first] = found;
  const search = (text: string): void => {
    setWanted(text);
    setShown(shownAtOnce);
  };
  const onFieldKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || grid.current === null) return;
    event.preventDefault();
    grid.current.querySelector('button')?.focus();
  };
  const onGridKey = (event: KeyboardEvent): void => {
    if (grid.current !== null) moveInGrid(event, grid.current, field.current);
  };
  return (
    <Dialog
      open
      width="wide"
      title={title}
      onOpenChange={onClose}
      onSubmit={() => {
        if (first !== undefined) onChoose(first);
      }}
    >
      <TextField
        ref={field}
        label={iconsTexts.search}
        labelUnseen
        icon={<Search />}
        placeholder={iconsTexts.placeholder}
        value={wanted}
        onChange={search}
        onKeyDown={onFieldKey}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
      />
      {first === undefined && <p className={css['none']}>{iconsTexts.none}</p>}
      <div className={css['scroll']}>
        <ul ref={grid} className={css['grid']} aria-label={iconsTexts.found}>
          {found.slice(0, shown).map((name, at) => (
            <li key={name}>
              <Choice name={name} isFirst={at === 0} isChosen={name === chosen} onChoose={onChoose} onKeyDown={onGridKey} />
            </li>
          ))}
        </ul>
        {found.length > shown && (
          <div className={css['more']}>
            <Button onClick={() => setShown(shown + shownAtOnce)}>{iconsTexts.showMore}</Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

type ChoiceProps = {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (name: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

function Choice({ name, isFirst, isChosen, onChoose, onKeyDown }: ChoiceProps) {
  const parts = searchedIcons().parts(name) ?? [];
  return (
    <button
      type="button"
      className={css['icon']}
      aria-label={name}
      aria-current={isChosen ? 'true' : undefined}
      title={name}
      tabIndex={isFirst ? 0 : -1}
      onClick={() => onChoose(name)}
      onKeyDown={onKeyDown}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {parts.map(({ d, isFilled }) => (
          <path key={d} d={d} fill={isFilled ? 'currentColor' : 'none'} />
        ))}
      </svg>
      <span className={css['name']} aria-hidden="true">
        {name}
      </span>
    </button>
  );
}
