/**
 * link-button: the link of an element; of a link card or a video, its address and title.
 *
 * Only what a person changes is written: a field in which the selected elements differ is shown empty, and keeps their values.
 */
import { Link2 } from 'lucide-react';
import { useState } from 'react';

import { addressFrom, type FieldValues } from '../changes/set-fields.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { TextField } from '../ui/text-field.tsx';
import css from './link-button.module.css';
import type { StyleField } from '../changes/drawn-fields.ts';
import { mixedValues, type SharedValue } from './shared-fields.ts';
import { styleBarTexts } from '../strings/style-bar.ts';
import { usePopupSide } from './popup-side.ts';

type LinkButtonProps = {
  readonly fields: ReadonlyMap<StyleField, SharedValue>;
  readonly onChange: (values: FieldValues) => void;
};

export function LinkButton({ fields, onChange }: LinkButtonProps) {
  const side = usePopupSide();
  const [isOpen, setOpen] = useState(false);
  const isSet = fields.get('link') !== null || typeof fields.get('url') === 'string';
  return (
    <Popover
      title={styleBarTexts.link}
      titled
      side={side}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton size="sm" side={side} label={styleBarTexts.link} icon={<Link2 />} pressed={isSet} />}
    >
      <Form fields={fields} onChange={onChange} close={() => setOpen(false)} />
    </Popover>
  );
}

function Form({ fields, onChange, close }: LinkButtonProps & { readonly close: () => void }) {
  const addressField = fields.has('url') ? 'url' : 'link';
  const [texts, setTexts] = useState<Readonly<Partial<Record<StyleField, string>>>>({});
  const text = (name: StyleField): string => texts[name] ?? textOf(fields.get(name));
  const propsOf = (name: StyleField) => ({
    value: text(name),
    onChange: (next: string) => setTexts((before) => ({ ...before, [name]: next })),
    ...(fields.get(name) === mixedValues && { placeholder: styleBarTexts.mixed }),
  });
  const wanted = addressFrom(text(addressField));
  const isWrong = wanted !== null && !/^(https?:\/\/|mailto:)[^\s"<>\\]+$/.test(wanted);
  const changed = ([addressField, 'title'] as const).filter(
    (name) => fields.has(name) && texts[name] !== undefined && texts[name] !== textOf(fields.get(name)),
  );
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWrong) return;
        const valueOf = (name: StyleField): string | null => (name === addressField ? wanted : text(name) || null);
        if (changed.length > 0) onChange(Object.fromEntries(changed.map((name) => [name, valueOf(name)])));
        close();
      }}
    >
      <TextField
        label={styleBarTexts.url}
        placeholder={styleBarTexts.urlPlaceholder}
        {...propsOf(addressField)}
        error={isWrong ? styleBarTexts.enterAValidUrl : null}
      />
      {fields.has('title') && <TextField label={styleBarTexts.title} {...propsOf('title')} />}
      <Button type="submit" kind="primary" size="sm">
        {styleBarTexts.save}
      </Button>
    </form>
  );
}

const textOf = (value: SharedValue | undefined): string => (typeof value === 'string' ? value : '');
