/** person-row: a person in the list of administrators, with the menu of what can be done. */
import { Ellipsis } from 'lucide-react';

import type { Person, PersonPatch } from '#schema/admin-calls.ts';

import { adminTexts } from '../../strings/admin.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { dayText } from '../../ui/since-text.ts';
import rows from '../rows.module.css';
import type { Question } from './person-question.tsx';

type Props = {
  readonly person: Person;
  readonly onAsk: (question: Question) => void;
  readonly onChange: (patch: PersonPatch) => void;
};

export function PersonRow({ person, onAsk, onChange }: Props) {
  const { name, color, email, active, administrator, secondFactor, hasPassword, createdAt } = person;
  return (
    <li className={rows['row']}>
      <Avatar name={name} color={color} unspoken />
      <div className={rows['words']}>
        <span className={rows['title']}>{name}</span>
        <span className={rows['about']}>
          {administrator && <span className={rows['tag']}>{adminTexts.administrator}</span>}
          {!active && <span className={classNames(rows['tag'], rows['late'])}>{adminTexts.deactivated}</span>}
          {secondFactor && <span className={rows['tag']}>{adminTexts.twoStep}</span>}
          {!hasPassword && <span className={rows['tag']}>{adminTexts.noPassword}</span>}
          {email !== undefined && <span>{email}</span>}
          <span>· {adminTexts.joined(dayText(createdAt))}</span>
        </span>
      </div>
      <Menu
        trigger={<IconButton label={adminTexts.actionsFor(name)} icon={<Ellipsis />} />}
        items={[
          { label: adminTexts.signInLink, onSelect: () => onAsk({ kind: 'sign-in-link', person }) },
          { label: adminTexts.tokens, onSelect: () => onAsk({ kind: 'tokens', person }) },
          ...(secondFactor
            ? [{ label: adminTexts.resetTwoStep, onSelect: () => onAsk({ kind: 'reset-two-step', person }) }]
            : []),
          'separator',
          {
            label: administrator ? adminTexts.removeAdministrator : adminTexts.makeAdministrator,
            onSelect: () => onChange({ administrator: !administrator }),
          },
          active
            ? { label: adminTexts.deactivate, danger: true, onSelect: () => onAsk({ kind: 'deactivate', person }) }
            : { label: adminTexts.reactivate, onSelect: () => onChange({ active: true }) },
        ]}
      />
    </li>
  );
}
