/** vote-controls: the menu that starts a vote, the chip of a vote that runs and of one that has ended, and the votes on elements. */
import type { ControlBench } from './bench.ts';
import { button, dialog, elsewhere, type PressedControl, textbox, toggle } from './control.ts';
import { held, shown } from './effects.ts';

const clearVote = async ({ agent, page, place }: ControlBench): Promise<void> => {
  await agent.call('DELETE', `/documents/${place.id}/tabs/${place.tab}/vote`);
  await page.getByRole('toolbar', { name: 'Vote' }).waitFor({ state: 'detached' });
};

/** A new vote with two votes on the element `one`. */
export async function runVote(bench: ControlBench): Promise<void> {
  const { agent, page, place } = bench;
  const path = `/documents/${place.id}/tabs/${place.tab}/vote`;
  await agent.call('DELETE', path);
  await bench.send('POST', `/tabs/${place.tab}/vote`, { votes: 4 });
  await bench.send('PUT', `/tabs/${place.tab}/vote/mine`, { element: 'one', votes: 2 });
  await page.getByRole('group', { name: /^2 votes on One/ }).waitFor();
  await bench.editor<void>('(editor.tool.choose("select", true), editor.selection.clear())');
}

export async function endedVote(bench: ControlBench): Promise<void> {
  await runVote(bench);
  await bench.agent.call('POST', `/documents/${bench.place.id}/tabs/${bench.place.tab}/vote/end`);
  await bench.page.getByRole('status').filter({ hasText: 'Vote ended' }).waitFor();
}

const starts = (votes: number) => ({
  effect: held<number | null>('editor.vote.get()?.votes ?? null', (now) => now === votes),
  after: clearVote,
});

export const voteMenu = button(
  'Vote',
  dialog([
    textbox('Votes per person', { press: async (control) => { await control.fill('5'); await control.press('Enter'); }, ...starts(5) }), // prettier-ignore
    toggle(/^Private/, {
      effect: shown((page) => page.getByRole('switch', { name: /^Private/, checked: true })),
      after: ({ page }) => page.getByRole('switch', { name: /^Private/ }).click(),
    }),
    button('Start vote', {
      press: async (control, { page }) => {
        await page.getByRole('textbox', { name: 'Votes per person' }).fill('7');
        await control.click();
      },
      ...starts(7),
    }),
  ]),
);

const takesTool = held<string>('editor.tool.get().name', (name) => name === 'vote');
const own = (holds: (now: number, before: number) => boolean) => held<number>('editor.vote.get()?.mine[0]?.votes ?? 0', holds);

export const takeBack = button(
  'Take back a vote from One',
  own((now, before) => now < before),
);

const goesToElement = button(
  /^One ?2 votes$/,
  held<number>('editor.selection.get().size', (size) => size === 1),
);

export const runningVote: readonly PressedControl[] = [
  button('Place votes', { effect: takesTool, after: ({ page }) => page.keyboard.press('Escape') }),
  button('Results', elsewhere),
  button(
    'End vote',
    held<boolean>('editor.vote.get()?.endedAt != null', (isOver) => isOver),
  ),
];

export const voteThatEnded: readonly PressedControl[] = [
  button('Results', dialog([goesToElement])),
  button(
    'Clear results',
    held<boolean>('editor.vote.get() === null', (isGone) => isGone),
  ),
];
