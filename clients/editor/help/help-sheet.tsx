/** help-sheet: the keyboard shortcuts, from the commands themselves. */
import { Search } from 'lucide-react';
import { useState } from 'react';

import { commands } from '../commands/list.ts';
import type { DialogProps } from '../document/dialogs.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { TextField } from '../ui/text-field.tsx';
import { shortcutGroups } from './shortcut-groups.ts';
import css from './help-sheet.module.css';
import { helpTexts } from '../strings/help.ts';

export function HelpSheet({ onClose }: DialogProps) {
  const [words, setWords] = useState('');
  const groups = shortcutGroups(commands, words);
  const count = groups.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <Dialog open width="wide" onOpenChange={onClose} title={helpTexts.keyboardShortcuts}>
      <TextField
        label={helpTexts.searchShortcuts}
        labelUnseen
        placeholder={helpTexts.search}
        icon={<Search aria-hidden />}
        value={words}
        onChange={setWords}
      />
      <p className="unseen" role="status">
        {words === '' ? '' : helpTexts.shortcuts(count)}
      </p>
      <div className={css['groups']}>
        {count === 0 && <p>{helpTexts.noMatchingShortcuts}</p>}
        {groups.map(({ group, lines }) => (
          <section key={group} className={css['group']} aria-label={group}>
            <h3>{group}</h3>
            <dl>
              {lines.map(({ id, title, keys }) => (
                <div key={id} className={css['line']}>
                  <dt>{title}</dt>
                  <dd className={css['keys']}>
                    {keys.map((combination) => (
                      <Kbd key={combination} keys={combination} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
