/** link-button: the link of an element, and the address and title of a link card or a video. */
import { Link2 } from 'lucide-react';
import { useState } from 'react';

import { addressFrom, type FieldValues } from '../changes/set-fields.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { TextField } from '../ui/text-field.tsx';
import css from './link-button.module.css';
import type { SharedValue, StyleField } from './shared-fields.ts';
import { styleBarTexts } from '../strings/style-bar.ts';

type LinkButtonProps = {
  readonly fields: ReadonlyMap<StyleField, SharedValue>;
  readonly onChange: (values: FieldValues) => void;
};

export function LinkButton({ fields, onChange }: LinkButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isSet = fields.get('link') !== null || typeof fields.get('url') === 'string';
  return (
    <Popover
      title={styleBarTexts.link}
      titled
      side="top"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton size="sm" side="top" label={styleBarTexts.link} icon={<Link2 />} pressed={isSet} />}
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
        label={styleBarTexts.url}
        value={address}
        onChange={setAddress}
        placeholder={styleBarTexts.urlPlaceholder}
        error={isWrong ? styleBarTexts.enterAValidUrl : null}
      />
      {fields.has('title') && <TextField label={styleBarTexts.title} value={title} onChange={setTitle} />}
      {fields.has('alt') && (
        <TextField label={styleBarTexts.altText} value={alt} onChange={setAlt} hint={styleBarTexts.altTextAbout} />
      )}
      <Button type="submit" kind="primary" size="sm">
        {styleBarTexts.save}
      </Button>
    </form>
  );
}

const textOf = (value: SharedValue | undefined): string => (typeof value === 'string' ? value : '');
