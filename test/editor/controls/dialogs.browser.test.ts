/** Every control of the dialogs over a document, pressed in a real browser. */
import { afterAll, beforeAll } from 'vitest';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import type { PressedControl } from './control.ts';
import {
  helpDialog,
  iconsDialog,
  settingsDialog,
  shareDialog,
  templatesDialog,
  editorLinks,
  shareLinks,
  sharePublish,
  themeDialog,
  videoDialog,
} from './dialog-controls.ts';
import { pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
let bench: ControlBench;
let benId: string;
beforeAll(async () => {
  stage = await startStage('dialog-controls');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  const ben = await stage.person('Ben');
  benId = ben.userId;
  bench = await ControlBench.open(stage, ada);
  await bench.send('POST', '/tabs', { name: 'Tab 2' });
  const second = (await bench.document()).tabs[1]?.id;
  await stage.invite(bench.place.id, ben, 'editor');
  await bench.send('POST', '/share-links', { level: 'viewer' });
  // Only a session publishes.
  const published = await ada.context.request.post(`/api/v1/documents/${bench.place.id}/share-links`, {
    headers: { Origin: stage.node.url },
    data: { level: 'viewer', publish: true, tabs: [second] },
  });
  if (published.status() !== 201) throw new Error(await published.text());
});
afterAll(() => stage.stop());

/** Shows a dialog by the name that `editor.dialog` knows it by, and a tab of it. */
const show =
  (name: string, tab?: string) =>
  async (on: ControlBench): Promise<void> => {
    await on.editor<void>(`editor.dialog.set('${name}')`);
    if (tab !== undefined) await on.page.getByRole('tab', { name: tab }).click();
  };

const contexts: readonly (readonly [
  title: string,
  name: string,
  heading: RegExp,
  controls: readonly PressedControl[],
  tab?: string,
])[] = [
  ['the links of a document', 'share', /^Share$/, shareLinks, 'Links'],
  ['what is published of a document', 'share', /^Share$/, sharePublish, 'Publish'],
  ['the members of a document', 'share', /^Share$/, shareDialog(() => benId)],
  ['the theme of a tab', 'theme', /^Theme for /, themeDialog],
  ['the keyboard shortcuts', 'help', /^Keyboard shortcuts$/, helpDialog],
  ['the templates', 'templates', /^Templates$/, templatesDialog],
  ['the icons', 'icons', /^Icons$/, iconsDialog],
  ['the place of a video', 'video', /^Video$/, videoDialog],
  ['the settings of a document', 'settings', /^Document settings$/, settingsDialog],
];
pressEveryControl({
  title: 'a link for editors',
  bench: () => bench,
  ready: async (on) => {
    await show('share', 'Links')(on);
    await on.page.getByRole('combobox', { name: 'Anyone with the link' }).click();
    await on.page.getByRole('option', { name: /^Can edit/ }).click();
    await on.page.getByRole('checkbox', { name: 'Guests can edit' }).waitFor();
  },
  part: (page) => page.getByRole('dialog', { name: /^Share$/ }),
  popup: 'dialog',
  controls: editorLinks,
});

for (const [title, name, heading, controls, tab] of contexts)
  pressEveryControl({
    title,
    bench: () => bench,
    ready: show(name, tab),
    part: (page) => page.getByRole('dialog', { name: heading }),
    popup: 'dialog',
    controls,
  });
