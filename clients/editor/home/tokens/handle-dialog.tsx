/** handle-dialog: the handle under which people hand tasks to an agent, and who may. */
import { useState } from 'react';

import type { HandFrom, Token } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';

import { call } from '../../api/call.ts';
import { homeTexts } from '../../strings/home.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePending } from '../../ui/use-pending.ts';

type Props = { readonly token: Token; readonly onClose: () => void; readonly onChanged: (token: Token) => void };

export function HandleDialog({ token, onClose, onChanged }: Props) {
  const [handle, setHandle] = useState(token.handle ?? '');
  const [handFrom, setHandFrom] = useState<HandFrom>(token.handFrom);
  const { busy, failure, run } = usePending({ quiet: true });
  const wanted = handle.trim();
  const submit = async (): Promise<void> => {
    const isDone = await run(async () => {
      const body = { handle: wanted === '' ? null : wanted, handFrom };
      onChanged(await call('PATCH /tokens/:token', { params: { token: token.id }, body }));
    });
    if (isDone) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={homeTexts.handleOf(token.name)}
      description={homeTexts.handleAbout}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{homeTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={wanted === '' && token.handle === null}>
            {homeTexts.save}
          </Button>
        </>
      }
    >
      <TextField
        label={homeTexts.handle}
        hint={homeTexts.handleHint}
        placeholder={homeTexts.handleExample}
        maxLength={limits.handleCharacters}
        value={handle}
        onChange={setHandle}
        error={failure}
      />
      <Select
        label={homeTexts.handFrom}
        value={handFrom}
        onChange={setHandFrom}
        options={[
          { value: 'owner', label: homeTexts.onlyYou },
          { value: 'participants', label: homeTexts.everyParticipant },
        ]}
      />
    </Dialog>
  );
}
