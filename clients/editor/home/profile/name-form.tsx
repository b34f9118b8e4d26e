/** name-form: the name and color by which others know a person. */
import { type SyntheticEvent, useState } from 'react';

import type { User } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';

import type { WhoStore } from '../../api/who.ts';
import { profileTexts } from '../../strings/profile.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTell } from '../../ui/toast.tsx';
import { usePending } from '../../ui/use-pending.ts';
import { ColorChoice } from './color-choice.tsx';
import css from './profile.module.css';

export function NameForm({ user, who }: { readonly user: User; readonly who: WhoStore }) {
  const [name, setName] = useState(user.name);
  const [color, setColor] = useState(user.color);
  const { busy, failure, run } = usePending({ quiet: true });
  const tell = useTell();
  const wanted = name.trim();
  const isChanged = wanted !== user.name || color !== user.color;
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (wanted === '' || !isChanged) return;
    if (await run(() => who.change({ name: wanted, color }))) tell({ text: profileTexts.saved });
  };
  return (
    <form className={css['form']} onSubmit={(event) => void save(event)}>
      <div className={css['preview']}>
        <Avatar name={wanted === '' ? user.name : wanted} color={color} size="lg" unspoken />
        <TextField
          label={profileTexts.name}
          autoComplete="name"
          maxLength={limits.nameCharacters}
          value={name}
          onChange={setName}
          error={failure}
        />
      </div>
      <ColorChoice value={color} onChange={setColor} />
      <Button type="submit" kind="primary" busy={busy} disabled={wanted === '' || !isChanged}>
        {profileTexts.save}
      </Button>
    </form>
  );
}
