/** The tool change_tab: the settings of a tab, or its end. */
import Type from 'typebox';

import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import { builtInThemeIds, changeTab as change, removeTab, tabLine } from '#clients/verbs/tabs.ts';

import { type TabLook, tabLooks } from '#schema/tab.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

const { document, tab, name, position, theme, locked } = change.input.properties;
/** As a text: a list of choices would be longer than a tool may be, and a refusal names them. */
const look = Type.Optional(
  Type.Unsafe<TabLook>({ type: 'string', pattern: `^(${tabLooks.join('|')})$`, description: 'clean or hand-drawn.' }),
);

export const changeTab = tool({
  name: 'change_tab',
  title: 'Tab settings',
  description: 'Or delete it.',
  input: input({ document, tab, name, position, theme, look, locked, delete: Type.Optional(Type.Boolean()) }),
  args: { name: '', theme: builtInThemeIds, look: '', position: '', locked: '' },
  effect: 'destructive',
  idempotent: true,
  async run({ delete: isDeleted, ...asked }, { service }) {
    const { document: _document, tab: _tab, ...settings } = asked;
    const isChanged = Object.keys(settings).length > 0;
    if (isChanged === (isDeleted === true)) throw oneOf();
    if (isChanged) return { text: tabLine(await change.run(asked, service)) };
    await removeTab.run(asked, service);
    return { text: 'The tab is deleted.' };
  },
});

const oneOf = (): ServiceRefusal =>
  new ServiceRefusal({
    code: 'invalid_request',
    status: 400,
    detail: 'There is nothing to do, or a tab that is to be deleted is to be changed as well.',
    hint: 'Send what to change, {"name":"Flow","position":0}, or {"delete":true} alone.',
    errors: [{ pointer: '/delete', message: 'is sent alone, or not at all' }],
  });
