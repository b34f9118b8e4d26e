/** hand-button: hands what it belongs to, a comment or a card, to an agent. */
import { Bot } from 'lucide-react';
import { useState } from 'react';

import { tasksTexts } from '../strings/tasks.ts';
import { Button } from '../ui/button.tsx';
import { HandDialog } from './hand-dialog.tsx';
import type { TaskTarget } from './task-target.ts';

type Props = { readonly target: TaskTarget; readonly what: string };

export function HandButton({ target, what }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" size="sm" icon={<Bot />} aria-label={tasksTexts.handToNamed(what)} onClick={() => setOpen(true)}>
        {tasksTexts.handTo}
      </Button>
      {isOpen && <HandDialog target={target} onClose={() => setOpen(false)} />}
    </>
  );
}
