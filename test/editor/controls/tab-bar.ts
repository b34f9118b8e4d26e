/** tab-bar: what is done with tabs, from the bar and by the right button. */
import type { Document } from '#schema/document.ts';

import type { ControlBench } from './bench.ts';
import { button, choice, type PressedControl, type ControlEffect, effect, item, menu, type Press } from './control.ts';
import { hidden, shown, tabs } from './effects.ts';

type Tabs = Document['tabs'];

/** The tabs that the bench began with stay; the others go. */
const removeNewest = async (bench: ControlBench): Promise<void> => {
  const { tabs: all } = await bench.document();
  const newest = all.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1);
  await bench.send('DELETE', `/tabs/${newest?.id}`, {});
};

const added = (mode: string): { effect: ControlEffect; after: (bench: ControlBench) => Promise<void> } => ({
  effect: tabs(
    (now, before) =>
      now.length === before.length + 1 && now.some((tab) => tab.mode === mode && !before.some(({ id }) => id === tab.id)),
  ),
  after: removeNewest,
});

export const addTab: PressedControl = button('Add tab', menu([item('Canvas', added('canvas')), item('Pages', added('pages')), item('Event storming', added('event-storming'))])); // prettier-ignore

/** The tab that the entries are of: the one in the middle of three. */
const middle = (all: Tabs): Tabs[number] | undefined => all[1];
const place = (all: Tabs, id: string | undefined): number => all.findIndex((tab) => tab.id === id);

const typeName: Press = async (control, { page }) => {
  await control.click();
  await page.getByRole('textbox', { name: 'Tab name' }).fill('Sketch');
  await page.keyboard.press('Enter');
};
const patchMiddle =
  (change: object) =>
  async (bench: ControlBench): Promise<void> => {
    await bench.send('PATCH', `/tabs/${bench.place.tab}`, change);
  };

const isStorming = ({ mode }: Tabs[number]): boolean => mode === 'event-storming';

/** What is left to do with a tab that is locked. */
const rest = (isLocked: boolean): readonly PressedControl[] => {
  const off = isLocked ? { unpressed: 'disabled' as const } : undefined;
  const moved = (by: number): ControlEffect => tabs((now, before) => place(now, middle(before)?.id) === 1 + by);
  const mode = (wanted: string): ControlEffect => tabs((now) => middle(now)?.mode === wanted);
  return [
    item(
      'Rename',
      off ?? { press: typeName, effect: tabs((now) => middle(now)?.name === 'Sketch'), after: patchMiddle({ name: 'Tab 2' }) },
    ),
    item('Duplicate', { effect: tabs((now, before) => now.length === before.length + 1), after: removeNewest }),
    item('Move left', off ?? { effect: moved(-1), after: patchMiddle({ position: 1 }) }),
    item('Move right', off ?? { effect: moved(1), after: patchMiddle({ position: 1 }) }),
    choice('Pages', off ?? mode('pages')),
    choice('Canvas', off ?? mode('canvas')),
    item('Theme…', off ?? shown((page) => page.getByRole('dialog', { name: /^Theme for / }))),
    isLocked
      ? item('Unlock', { effect: tabs((now) => middle(now)?.locked === false), after: patchMiddle({ locked: true }) })
      : item('Lock', { effect: tabs((now) => middle(now)?.locked === true), after: patchMiddle({ locked: false }) }),
    item(
      'Delete…',
      off ?? {
        opens: {
          role: 'alertdialog',
          controls: [
            button(
              'Cancel',
              hidden((page) => page.getByRole('alertdialog')),
            ),
            button(
              'Delete',
              tabs((now, before) => now.length === before.length - 1),
            ),
          ],
        },
      },
    ),
  ];
};

/** Of a tab for event storming, whose type cannot be changed; its copy is one too. */
export const stormingEntries: readonly PressedControl[] = rest(false)
  .filter(({ role }) => role !== 'menuitemradio')
  .map((entry) =>
    entry.name === 'Duplicate'
      ? {
          ...entry,
          // The page shows the copy once all of it is there.
          effect: effect(
            async (bench) => {
              const { tabs: all } = await bench.document();
              return all
                .filter(isStorming)
                .map(({ id }) => id)
                .indexOf(await bench.editor<string>('editor.tab.id'));
            },
            (place) => place === 1,
          ),
        }
      : entry,
  );
export const tabEntries = rest(false);
export const lockedTabEntries = rest(true);
