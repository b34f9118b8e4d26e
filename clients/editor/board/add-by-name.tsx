/** add-by-name: a field for the name of something new, and a button that adds it; so does Enter. */
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { boardTexts } from '../strings/board.ts';

type AddByNameProps = {
  /** Of the field, and what stands in it while it is empty. */
  readonly label: string;
  readonly maxLength: number;
  readonly className: string | undefined;
  /** False when it was not added: the name stays. */
  readonly onAdd: (name: string) => boolean;
  /** The button fills its place. */
  readonly wide?: boolean;
  /** What else is said of it, between the field and the button. */
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
