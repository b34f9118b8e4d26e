/**
 * text-button: a text of an element that its drawing does not show: its note, or the alternative text of an image.
 *
 * Texts that differ are shown as none, and are written only when a person writes something.
 */
import { type ReactNode, useState } from 'react';

import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { TextField } from '../ui/text-field.tsx';
import css from './link-button.module.css';
import { mixedValues, type SharedValue } from './shared-fields.ts';
import { styleBarTexts } from '../strings/style-bar.ts';
import { usePopupSide } from './popup-side.ts';

type TextButtonProps = {
  readonly label: string;
  readonly hint?: string;
  readonly lines: number;
  readonly maxLength: number;
  readonly value: SharedValue;
  readonly icon: ReactNode;
  readonly onChange: (text: string | null) => void;
};

export function TextButton({ icon, ...form }: TextButtonProps) {
  const side = usePopupSide();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      title={form.label}
      titled
      side={side}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton size="sm" side={side} label={form.label} icon={icon} pressed={typeof form.value === 'string'} />}
    >
      <Form {...form} close={() => setOpen(false)} />
    </Popover>
  );
}

type FormProps = Omit<TextButtonProps, 'icon'> & { readonly close: () => void };

function Form({ label, hint, lines, maxLength, value, onChange, close }: FormProps) {
  const initial = typeof value === 'string' ? value : '';
  const [text, setText] = useState(initial);
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== initial) onChange(text === '' ? null : text);
        close();
      }}
    >
      <TextField
        label={label}
        labelUnseen
        hint={hint}
        lines={lines}
        maxLength={maxLength}
        {...(value === mixedValues && { placeholder: styleBarTexts.mixed })}
        value={text}
        onChange={setText}
      />
      <Button type="submit" kind="primary" size="sm">
        {styleBarTexts.save}
      </Button>
    </form>
  );
}
