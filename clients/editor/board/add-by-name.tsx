/** add-by-name: a field for the name of something new, which Enter and a button add. */
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { boardTexts } from '../strings/board.ts';

type AddByNameProps = {
  /** The label of the field, which is also its placeholder. */
  readonly label: string;
  readonly maxLength: number;
  readonly className: string | undefined;
  /** False if it was not added: the name then stays in the field. */
  readonly onAdd: (name: string) => boolean;
  readonly wide?: boolean;
  /** Further controls between the field and the button. */
  readonly children?: ReactNode;
};

export function AddByName({ label, maxLength, className, onAdd, wide, children }: AddByNameProps) {
  const [name, setName] = useState('');
  const add = (): void => {
    if (onAdd(name)) setName('');
  };
  return (
    <div className={className}>
      <TextField
        label={label}
        labelUnseen
        placeholder={label}
        value={name}
        maxLength={maxLength}
        onChange={setName}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
      {children}
      <Button {...(wide === true && { wide })} icon={<Plus />} disabled={name.trim() === ''} onClick={add}>
        {boardTexts.add}
      </Button>
    </div>
  );
}
