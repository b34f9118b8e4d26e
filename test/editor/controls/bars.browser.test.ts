/** Every control of the bars around a canvas, pressed in a real browser. */
import { afterAll, beforeAll } from 'vitest';

import { type EditorStage, startStage } from '../stage.ts';
import { farAway, inkOptions, timerChip, toolBar, topBar, zoomBar, zoomEntries } from './bars.ts';
import { ControlBench } from './bench.ts';
import { titles } from './command-titles.ts';
import { button, type PressedControl, elsewhere, tabLink, withoutEntry } from './control.ts';
import { held } from './effects.ts';
import { pressEveryControl } from './press-every-control.ts';
import { brief, entries, layer, moreButton, styleBar, styles } from './style-bar.ts';
import { addTab, lockedTabEntries, stormingEntries, tabEntries } from './tab-bar.ts';

let stage: EditorStage;
let bench: ControlBench;
let three: ControlBench;
/** The second of three tabs is for event storming. */
let storming: ControlBench;
beforeAll(async () => {
  stage = await startStage('bars');
  // A tab that was added is removed, and the page may ask for its vote before it hears of that.
  stage.expectComplaints(/404 .*\/vote\)$/);
  const ada = await stage.person('Ada', { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  const ben = await stage.person('Ben');
  bench = await ControlBench.open(stage, ada, `add square id=${farAway} at:2000,1200`);
  three = await ControlBench.open(stage, ada);
  for (const name of ['Tab 2', 'Tab 3']) await three.send('POST', '/tabs', { name });
  const { tabs } = await three.document();
  three = three.on(tabs[1]!.id);
  storming = await ControlBench.open(stage, ada);
  for (const tab of [{ name: 'Tab 2', mode: 'event-storming' }, { name: 'Tab 3' }]) await storming.send('POST', '/tabs', tab);
  storming = storming.on((await storming.document()).tabs[1]!.id);
  await storming.send('PATCH', `/tabs/${storming.place.tab}`, { layers: [layer] });
  await storming.send('POST', `/tabs/${storming.place.tab}/changesets`, {
    operations: 'add sticky id=event label="Order placed" x=500 y=300\nadd sticky id=command label="Place order" x=400 y=320',
  });
  await stage.invite(three.place.id, ben, 'editor');
  await ControlBench.at(ben, three.place);
});
afterAll(() => stage.stop());

pressEveryControl({
  title: 'the tool bar',
  bench: () => bench,
  part: (page) => page.getByRole('toolbar', { name: 'Tools' }),
  controls: toolBar,
});

for (const tool of ['pen', 'highlighter'] as const)
  pressEveryControl({
    title: `the style of the ${tool}`,
    bench: () => bench,
    ready: () => bench.editor<void>(`editor.run('tool-${tool}')`),
    part: (page) => page.getByRole('toolbar', { name: tool === 'pen' ? 'Pen style' : 'Highlighter style' }),
    controls: inkOptions(tool),
  });

pressEveryControl({
  title: 'the zoom bar',
  bench: () => bench,
  ready: () =>
    bench.editor<void>(
      '(editor.tool.choose("select"), editor.selection.clear(), editor.viewport.fit({ x: 0, y: 0, width: 1600, height: 900 }, 0))',
    ),
  part: (page) => page.getByRole('toolbar', { name: 'Zoom' }),
  controls: zoomBar,
});

pressEveryControl({
  title: 'the timer that runs',
  bench: () => bench,
  ready: async ({ page }) => {
    await bench.send('POST', '/timer', { action: 'start', seconds: 300 });
    await page.getByRole('button', { name: 'Pause timer' }).waitFor();
  },
  part: (page) => page.getByRole('toolbar', { name: 'Timer' }),
  controls: timerChip,
});

pressEveryControl({
  title: 'the zoom menu, with nothing selected',
  bench: () => bench,
  ready: async ({ page }) => {
    await bench.editor<void>('editor.selection.clear()');
    await page.getByRole('button', { name: /^Zoom: / }).click();
  },
  part: (page) => page.getByRole('menu'),
  controls: zoomEntries.map((entry): PressedControl => ({
    ...entry,
    unpressed: entry.name === titles['zoom-to-selection'] ? 'disabled' : 'elsewhere',
  })),
});

pressEveryControl({
  title: 'the bar of the document',
  bench: () => bench,
  part: (page) => page.getByRole('banner'),
  controls: topBar,
});

const otherTabs: readonly PressedControl[] = [
  tabLink('Tab 1', elsewhere),
  tabLink('Tab 2', elsewhere),
  tabLink('Tab 3', elsewhere),
];

pressEveryControl({
  title: 'the tabs',
  bench: () => three,
  ready: () => three.showTab(three.place.tab),
  part: (page) => page.getByRole('navigation', { name: 'Document tabs' }),
  controls: [
    tabLink(
      'Tab 1',
      held<string>('editor.tab.settings.get().name', (name) => name === 'Tab 1'),
    ),
    tabLink('Tab 2', elsewhere),
    tabLink(
      'Tab 3',
      held<string>('editor.tab.settings.get().name', (name) => name === 'Tab 3'),
    ),
    addTab,
    button('Actions for Tab 2', elsewhere),
  ],
});

/** The right button on the tab in the middle, which the person sees as locked or not. */
const openTabMenu = async (isLocked: boolean): Promise<void> => {
  const { tabs } = await three.document();
  if (tabs.find(({ id }) => id === three.place.tab)?.locked !== isLocked)
    await three.send('PATCH', `/tabs/${three.place.tab}`, { locked: isLocked });
  await three.showTab(three.place.tab);
  const name = isLocked ? /^Locked Tab 2$/ : /^(?:Pages )?Tab 2$/;
  await three.page.getByRole('link', { name }).click({ button: 'right' });
};

pressEveryControl({
  title: 'the menu of a tab that is locked',
  bench: () => three,
  ready: () => openTabMenu(true),
  part: (page) => page.getByRole('menu'),
  beside: otherTabs,
  controls: lockedTabEntries,
});

pressEveryControl({
  title: 'the menu of a tab',
  bench: () => three,
  ready: () => openTabMenu(false),
  part: (page) => page.getByRole('menu'),
  beside: otherTabs,
  controls: tabEntries,
});

const stormingTabs = [
  ...[0, 2].flatMap((index) => otherTabs[index] ?? []),
  tabLink('Event storming Tab 2', elsewhere),
  button('Actions for Tab 2', elsewhere),
];
const draw = ['Rectangle', 'Sticky note', 'Arrow', 'Frame'];
pressEveryControl({
  title: 'the tool bar of a tab for event storming',
  bench: () => storming,
  ready: () => storming.showTab(storming.place.tab),
  part: (page) => page.getByRole('toolbar', { name: 'Tools' }),
  beside: stormingTabs,
  controls: toolBar.map((control) => (draw.includes(String(control.name)) ? control : { ...control, ...elsewhere })),
});

/** No style has been copied here that could be pasted. */
const stormingMore = withoutEntry(brief(moreButton(entries.frameSelection)(['event'])), titles['paste-style']);
const { paper, textColor, text, font, bold, italic, strike, alignment, geometry, link: address, note } = styles;
pressEveryControl({
  title: 'the style bar of a note of event storming',
  bench: () => storming,
  ready: () => storming.select('event'),
  part: styleBar,
  beside: stormingTabs,
  controls: [
    ...[paper, textColor, text, font, bold, italic, strike, alignment, geometry, address, note].map((control) =>
      brief(control(['event'])),
    ),
    stormingMore,
  ],
});

pressEveryControl({
  title: 'the menu of a tab for event storming',
  bench: () => storming,
  ready: async ({ page }) => {
    await storming.showTab(storming.place.tab);
    await page.getByRole('link', { name: 'Event storming Tab 2' }).click({ button: 'right' });
  },
  part: (page) => page.getByRole('menu'),
  beside: stormingTabs,
  controls: stormingEntries,
});
