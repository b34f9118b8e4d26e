/**
 * A page of menus and popovers, for test/editor/triggers.browser.test.ts: each with a different trigger, one of which drops its
 * props.
 */
import { createElement, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';
import { Popover } from './popover.tsx';
import { Provider } from './provider.tsx';
import { Tooltip } from './tooltip.tsx';

const button = (name: string): ReactElement => createElement('button', { type: 'button' }, name);
const withTooltip = (name: string, control: ReactElement): ReactElement => <Tooltip label={`About ${name}`}>{control}</Tooltip>;
const Deaf = ({ name }: { readonly name: string }): ReactElement => button(name);

const triggers: Readonly<Record<string, (name: string) => ReactElement>> = {
  plain: button,
  button: (name) => createElement(Button, null, name),
  icon: (name) => createElement(IconButton, { label: name, icon: null }),
  tooltip: (name) => withTooltip(name, button(name)),
  tooltips: (name) => withTooltip(name, withTooltip(name, button(name))),
};

const menu = (name: string, trigger: ReactElement): ReactElement =>
  createElement(Menu, { key: `menu ${name}`, trigger, items: [{ label: `Entry of ${name}`, onSelect: () => undefined }] });
const popover = (name: string, trigger: ReactElement): ReactElement => (
  <Popover key={`popover ${name}`} title={name} trigger={trigger}>{`Content of ${name}`}</Popover>
);

const root = document.querySelector<HTMLElement>('#root');
const shown =
  root?.dataset['triggers'] === 'deaf'
    ? [menu('deaf', createElement(Deaf, { name: 'deaf' })), popover('deaf too', createElement(Deaf, { name: 'deaf too' }))]
    : Object.entries(triggers).flatMap(([kind, trigger]) => [
        menu(`menu ${kind}`, trigger(`menu ${kind}`)),
        popover(`popover ${kind}`, trigger(`popover ${kind}`)),
      ]);

createRoot(root ?? document.body).render(<Provider>{shown}</Provider>);
