/** link-button: where an element leads, and what a link card or a video shows. */
import { Link2 } from 'lucide-react';
import { useState } from 'react';

import { addressFrom, type FieldValues } from '../changes/set-fields.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { TextField } from '../ui/text-field.tsx';
import css from './link-button.module.css';
import type { SharedValue, StyleField } from './shared-fields.ts';

type LinkButtonProps = {
  readonly fields: ReadonlyMap<StyleField, SharedValue>;
  readonly onChange: (values: FieldValues) => void;
};

export function LinkButton({ fields, onChange }: LinkButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isSet = fields.get('link') !== null || typeof fields.get('url') === 'string';
  return (
    <Popover
      title="Link"
      titled
      side="top"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton size="sm" side="top" label="Link" icon={<Link2 />} pressed={isSet} />}
    >
      <Form fields={fields} onChange={onChange} close={() => setOpen(false)} />
    </Popover>
  );
}

function Form({ fields, onChange, close }: LinkButtonProps & { readonly close: () => void }) {
  const isCard = fields.has('url');
  const [address, setAddress] = useState(textOf(fields.get(isCard ? 'url' : 'link')));
  const [title, setTitle] = useState(textOf(fields.get('title')));
  const [alt, setAlt] = useState(textOf(fields.get('alt')));
  const wanted = addressFrom(address);
  const isWrong = wanted !== null && !/^(https?:\/\/|mailto:)[^\s"<>\\]+$/.test(wanted);
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWrong) return;
        onChange({
          [isCard ? 'url' : 'link']: wanted,
          ...(fields.has('title') && { title: title === '' ? null : title }),
          ...(fields.has('alt') && { alt: alt === '' ? null : alt }),
        });
        close();
      }}
    >
      <TextField
        label="URL"
        value={address}
        onChange={setAddress}
        placeholder="example.org"
        error={isWrong ? 'Enter a valid URL' : null}
      />
      {fields.has('title') && <TextField label="Title" value={title} onChange={setTitle} />}
      {fields.has('alt') && (
        <TextField label="Alt text" value={alt} onChange={setAlt} hint="Describe the image for screen readers" />
      )}
      <Button type="submit" kind="primary" size="sm">
        Save
      </Button>
    </form>
  );
}

const textOf = (value: SharedValue | undefined): string => (typeof value === 'string' ? value : '');
