/** custom-fields: the fields that the type of a card defines. */
import type { CustomField, Item, ItemType } from '#schema/board.ts';

import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';
import { LeftField } from '../left-field.tsx';
import { boardTexts } from '../../strings/board.ts';

type Props = {
  readonly item: Item;
  readonly type: ItemType;
  readonly disabled: boolean;
  /** Null clears the field. */
  readonly onWrite: (name: string, value: unknown) => void;
};

export function CustomFields({ item, type, disabled, onWrite }: Props) {
  return type.custom.map((field) => (
    <OneField key={field.id} field={field} value={item[field.id as `f-${string}`]} disabled={disabled} onWrite={onWrite} />
  ));
}

type OneProps = {
  readonly field: CustomField;
  readonly value: string | number | boolean | undefined;
  readonly disabled: boolean;
  readonly onWrite: (name: string, value: unknown) => void;
};

const inputs = { text: 'text', longtext: 'text', number: 'number', date: 'date', link: 'url', card: 'text' } as const;

function OneField({ field: { id, label, kind, options = [] }, value, disabled, onWrite }: OneProps) {
  if (kind === 'checkbox')
    return (
      <Checkbox label={label} checked={value === true} disabled={disabled} onChange={(checked) => onWrite(id, checked || null)} />
    );
  const text = value === undefined ? '' : String(value);
  if (kind === 'choice') {
    const choices = [{ value: '', label: boardTexts.none }, ...options.map((option) => ({ value: option, label: option }))];
    return <Select label={label} value={text} options={choices} disabled={disabled} onChange={(chosen) => onWrite(id, chosen)} />;
  }
  return (
    <LeftField
      label={label}
      type={inputs[kind]}
      value={text}
      disabled={disabled}
      {...(kind === 'longtext' && { lines: 3 })}
      onLeave={(typed) => onWrite(id, typed === '' ? null : kind === 'number' ? Number(typed) : typed)}
    />
  );
}
