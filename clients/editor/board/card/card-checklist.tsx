/** card-checklist: the checklist of a card. */
import { Plus, X } from 'lucide-react';
import { useState } from 'react';

import { limits } from '#schema/limits.ts';
import { newElementSuffix } from '#schema/ids.ts';
import type { Item } from '#schema/board.ts';

import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './card-dialog.module.css';
import { boardTexts } from '../../strings/board.ts';

type Entries = NonNullable<Item['checklist']>;
type Props = { readonly entries: Entries; readonly mayEdit: boolean; readonly onChange: (entries: Entries | null) => void };

export function CardChecklist({ entries, mayEdit, onChange }: Props) {
  const [text, setText] = useState('');
  const add = (): void => {
    const words = text.trim();
    if (words === '') return;
    onChange([...entries, { id: newElementSuffix(), text: words, done: false }]);
    setText('');
  };
  const done = entries.filter((entry) => entry.done).length;
  return (
    <section aria-label={boardTexts.checklist}>
      <h3 className={css['heading']}>{boardTexts.checklistProgress(entries.length, done)}</h3>
      <ul className={css['checklist']}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Checkbox
              label={entry.text}
              checked={entry.done}
              disabled={!mayEdit}
              onChange={(isDone) => onChange(entries.map((one) => (one.id === entry.id ? { ...one, done: isDone } : one)))}
            />
            {mayEdit && (
              <IconButton
                size="sm"
                label={boardTexts.remove(entry.text)}
                icon={<X />}
                onClick={() => onChange(entries.length === 1 ? null : entries.filter(({ id }) => id !== entry.id))}
              />
            )}
          </li>
        ))}
      </ul>
      {mayEdit && entries.length < limits.checklistEntries && (
        <div className={css['line']}>
          <TextField
            label={boardTexts.item}
            labelUnseen
            placeholder={boardTexts.addAnItem}
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button icon={<Plus />} disabled={text.trim() === ''} onClick={add}>
            {boardTexts.add}
          </Button>
        </div>
      )}
    </section>
  );
}
