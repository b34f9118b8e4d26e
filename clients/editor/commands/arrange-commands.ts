/** arrange-commands: stacking, alignment, distribution, flipping, nudging, and automatic layout. */
import { isArrow } from '#schema/element.ts';

import { isMessage } from '#core/arrows/message-line.ts';

import { writeChange } from '../changes/write-change.ts';
import { align, type Alignment, distribute } from '../changes/align.ts';
import type { Change } from '../changes/change.ts';
import { flip, mayFlip } from '../changes/flip.ts';
import { stepMessage } from '../changes/message-order.ts';
import { moveElements } from '../changes/move.ts';
import { restack, type StackStep } from '../changes/stack.ts';
import { tidyUp } from '../changes/tidy-up.ts';
import { laidOutBoxes } from '../layout/layout-plan.ts';
import type { Command } from '../state/command.ts';
import type { Editor } from '../state/editor.ts';
import { gridPx } from '../state/grid.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts, type CommandWords } from '../strings/commands.ts';
import { hasFree, hasSeveral, onCanvas } from './when.ts';

const stacking: readonly (readonly [id: string, words: CommandWords, key: string, step: StackStep])[] = [
  ['bring-to-front', texts['bring-to-front'], 'Mod+Shift+]', 'front'],
  ['bring-forward', texts['bring-forward'], 'Mod+]', 'forward'],
  ['send-backward', texts['send-backward'], 'Mod+[', 'backward'],
  ['send-to-back', texts['send-to-back'], 'Mod+Shift+[', 'back'],
];

const alignments: readonly (readonly [words: CommandWords, key: string, to: Alignment])[] = [
  [texts['align-left'], 'Alt+A', 'left'],
  [texts['align-center'], 'Alt+H', 'center'],
  [texts['align-right'], 'Alt+D', 'right'],
  [texts['align-top'], 'Alt+W', 'top'],
  [texts['align-middle'], 'Alt+V', 'middle'],
  [texts['align-bottom'], 'Alt+S', 'bottom'],
];

const nudges: readonly (readonly [name: keyof typeof texts.directions, dx: number, dy: number])[] = [
  ['Left', -1, 0],
  ['Right', 1, 0],
  ['Up', 0, -1],
  ['Down', 0, 1],
];
const farBy = 10;

export const arrangeCommands: readonly Command[] = [
  ...stacking.map(([id, words, key, step]): Command => ({
    id,
    ...words,
    group: groups.arrange,
    // Many keyboards report a bracket with Shift as a brace.
    keys: step === 'front' ? [key, 'Mod+}'] : step === 'back' ? [key, 'Mod+{'] : [key],
    when: hasFree,
    needs: needs.selection,
    run: (editor) => void writeChange(editor, restack(editor.selection.get(), step)),
  })),
  ...alignments.map(([words, key, to]): Command => ({
    id: `align-${to}`,
    ...words,
    group: groups.arrange,
    keys: [key],
    when: hasSeveral(2),
    needs: needs.two,
    run: (editor) => void writeChange(editor, align(editor.selection.get(), to)),
  })),
  {
    id: 'distribute-across',
    ...texts['distribute-across'],
    group: groups.arrange,
    keys: ['Alt+Shift+H'],
    when: hasSeveral(3),
    needs: needs.three,
    run: (editor) => void writeChange(editor, distribute(editor.selection.get(), 'across')),
  },
  {
    id: 'distribute-down',
    ...texts['distribute-down'],
    group: groups.arrange,
    keys: ['Alt+Shift+V'],
    when: hasSeveral(3),
    needs: needs.three,
    run: (editor) => void writeChange(editor, distribute(editor.selection.get(), 'down')),
  },
  {
    id: 'tidy-up',
    ...texts['tidy-up'],
    group: groups.arrange,
    when: hasSeveral(2),
    needs: needs.two,
    run: (editor) => void writeChange(editor, tidyUp(editor.selection.get())),
  },
  ...(
    [
      ['flip-across', 'Shift+H', 'across'],
      ['flip-down', 'Shift+V', 'down'],
    ] as const
  ).map(([id, key, axis]): Command => ({
    id,
    ...texts[id],
    group: groups.arrange,
    keys: [key],
    when: (editor) => hasFree(editor) && hasFlippable(editor),
    needs: needs.selection,
    run: (editor) => void writeChange(editor, flip(editor.selection.get(), axis)),
  })),
  ...nudges.flatMap(([name, dx, dy]): Command[] =>
    [1, farBy].map((by) => ({
      id: `nudge-${name.toLowerCase()}${by === 1 ? '' : '-far'}`,
      title: by === 1 ? texts.nudge(texts.directions[name]) : texts.nudgeBy(texts.directions[name], by),
      keywords: texts.nudgeKeywords,
      group: groups.arrange,
      keys: [by === 1 ? `Arrow${name}` : `Shift+Arrow${name}`],
      when: (editor) => onCanvas(editor) && hasFree(editor),
      run: (editor) => {
        const step = by === 1 && editor.canvas.grid.get() ? gridPx : by;
        writeChange(editor, nudged(editor, dx * step, dy * step), { joins: 'nudge' });
      },
    })),
  ),
  {
    id: 'auto-layout',
    ...texts['auto-layout'],
    group: groups.arrange,
    when: (editor) => hasFree(editor) && laidOutBoxes(editor).length > 1,
    needs: needs.twoBoxes,
    run: ({ canvas }) => canvas.layout.set(new Map()),
  },
];

const hasFlippable = ({ selection, tab }: Editor): boolean =>
  [...selection.get()].map((id) => tab.view.get(id)).some((element) => element !== undefined && mayFlip(element));

/** A message of a sequence goes to the next row. */
function nudged({ selection, tab }: Editor, dx: number, dy: number): Change {
  const ids = selection.get();
  const [id = ''] = ids;
  const only = ids.size === 1 ? tab.view.get(id) : undefined;
  if (only === undefined || !isArrow(only) || !isMessage(only)) return moveElements(ids, { dx, dy });
  return dy === 0 ? () => null : stepMessage(id, dy < 0 ? 'up' : 'down');
}
