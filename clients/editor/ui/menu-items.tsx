/** menu-items: the entries of menus and context menus, as values. */
import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { Kbd, onApple } from './kbd.tsx';
import css from './menu.module.css';
import { ariaKeys } from './shortcut.ts';

export type MenuAction = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly keys?: string | undefined;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Of an entry that is on or off. */
  readonly checked?: boolean;
  readonly onSelect: () => void;
};
export type MenuLink = { readonly label: string; readonly icon?: ReactNode; readonly href: string; readonly newWindow?: boolean };
export type MenuChoice = {
  readonly heading?: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly icon?: ReactNode;
    readonly disabled?: boolean;
  }[];
};
export type MenuGroup = { readonly heading: string; readonly items: readonly MenuEntry[] };
export type Submenu = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly items: readonly MenuEntry[];
};
export type MenuEntry = 'separator' | MenuAction | MenuLink | MenuChoice | MenuGroup | Submenu;

export function MenuItems({ items }: { readonly items: readonly MenuEntry[] }) {
  // An entry is identified by its place: a menu is rendered from scratch each time it opens.
  // eslint-disable-next-line react/no-array-index-key
  return items.map((entry, place) => <Fragment key={place}>{menuItem(entry)}</Fragment>);
}

function menuItem(entry: MenuEntry): ReactNode {
  if (entry === 'separator') return <Base.Separator className={css['separator']} />;
  if ('options' in entry) return <Choice {...entry} />;
  if ('items' in entry) return 'heading' in entry ? <Group {...entry} /> : <Sub {...entry} />;
  if ('href' in entry) {
    return (
      <Base.LinkItem
        className={css['item']}
        href={entry.href}
        {...(entry.newWindow === true && { target: '_blank', rel: 'noreferrer' })}
      >
        <Face icon={entry.icon} label={entry.label} />
      </Base.LinkItem>
    );
  }
  return <Action {...entry} />;
}

function Action({ label, icon, keys, danger = false, disabled = false, checked, onSelect }: MenuAction) {
  const shortcut = keys === undefined ? {} : { 'aria-keyshortcuts': ariaKeys(keys, onApple()) };
  const className = classNames(css['item'], danger && css['danger']);
  if (checked === undefined) {
    return (
      <Base.Item className={className} disabled={disabled} onClick={onSelect} {...shortcut}>
        <Face icon={icon} label={label} end={keys !== undefined && <Kbd keys={keys} />} />
      </Base.Item>
    );
  }
  return (
    <Base.CheckboxItem
      className={className}
      disabled={disabled}
      checked={checked}
      onCheckedChange={onSelect}
      closeOnClick
      {...shortcut}
    >
      <Face
        icon={icon}
        label={label}
        end={
          <>
            {keys !== undefined && <Kbd keys={keys} />}
            <Base.CheckboxItemIndicator render={<Check />} />
          </>
        }
      />
    </Base.CheckboxItem>
  );
}

function Choice({ heading, value, onChoose, options }: MenuChoice) {
  return (
    <Base.RadioGroup value={value} onValueChange={(chosen: string) => onChoose(chosen)}>
      {heading !== undefined && <Base.GroupLabel className={css['heading']}>{heading}</Base.GroupLabel>}
      {options.map((option) => (
        <Base.RadioItem
          key={option.value}
          className={css['item']}
          value={option.value}
          disabled={option.disabled === true}
          closeOnClick
        >
          <Face icon={option.icon} label={option.label} end={<Base.RadioItemIndicator render={<Check />} />} />
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

function Group({ heading, items }: MenuGroup) {
  return (
    <Base.Group>
      <Base.GroupLabel className={css['heading']}>{heading}</Base.GroupLabel>
      <MenuItems items={items} />
    </Base.Group>
  );
}

function Sub({ label, icon, disabled = false, items }: Submenu) {
  return (
    <Base.SubmenuRoot disabled={disabled}>
      <Base.SubmenuTrigger className={css['item']}>
        <Face icon={icon} label={label} end={<ChevronRight />} />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className={css['positioner']} sideOffset={3} alignOffset={-6} collisionPadding={8}>
          <Base.Popup className={css['popup']}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

function Face({ icon, label, end }: { readonly icon: ReactNode; readonly label: string; readonly end?: ReactNode }) {
  return (
    <>
      {icon !== undefined && icon !== null && <span className={css['icon']}>{icon}</span>}
      <span className={css['label']}>{label}</span>
      {/* Its keys and its state are attributes of the entry: its name is its label alone. */}
      {end !== undefined && end !== false && (
        <span className={css['end']} aria-hidden>
          {end}
        </span>
      )}
    </>
  );
}
