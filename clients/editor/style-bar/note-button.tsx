/**
 * note-button: the note of an element: more text than its label, for people and agents.
 *
 * Notes that differ are shown as none, and are written only when a person writes something.
 */
import { type ReactNode, useState } from 'react';

import { limits } from '#schema/limits.ts';

import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { TextField } from '../ui/text-field.tsx';
import css from './link-button.module.css';
import { mixedValues, type SharedValue } from './shared-fields.ts';
import { styleBarTexts } from '../strings/style-bar.ts';

type NoteButtonProps = {
  readonly value: SharedValue;
  readonly icon: ReactNode;
  readonly onChange: (note: string | null) => void;
};

export function NoteButton({ value, icon, onChange }: NoteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      title={styleBarTexts.note}
      titled
      side="top"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton size="sm" side="top" label={styleBarTexts.note} icon={icon} pressed={typeof value === 'string'} />}
    >
      <Form value={value} onChange={onChange} close={() => setOpen(false)} />
    </Popover>
  );
}

type FormProps = { readonly value: SharedValue; readonly onChange: (note: string | null) => void; readonly close: () => void };

function Form({ value, onChange, close }: FormProps) {
  const initial = typeof value === 'string' ? value : '';
  const [note, setNote] = useState(initial);
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (note !== initial) onChange(note === '' ? null : note);
        close();
      }}
    >
      <TextField
        label={styleBarTexts.note}
        labelUnseen
        lines={6}
        maxLength={limits.noteCharacters}
        {...(value === mixedValues && { placeholder: styleBarTexts.mixed })}
        value={note}
        onChange={setNote}
      />
      <Button type="submit" kind="primary" size="sm">
        {styleBarTexts.save}
      </Button>
    </form>
  );
}
