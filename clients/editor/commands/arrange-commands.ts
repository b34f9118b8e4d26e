/** arrange-commands: stacking, alignment, distances, nudges, and the engine's layout. */
import { writeChange } from '../changes/write-change.ts';
import { align, type Alignment, distribute } from '../changes/align.ts';
import { moveElements } from '../changes/move.ts';
import { restack, type StackStep } from '../changes/stack.ts';
import type { Editor } from '../state/editor.ts';
import { call, failureText } from '../api/call.ts';
import type { Command } from '../state/command.ts';
import { hasFree, hasSeveral, onCanvas } from './when.ts';

const stacking: readonly (readonly [id: string, title: string, key: string, step: StackStep])[] = [
  ['bring-to-front', 'Bring to front', 'Mod+Shift+]', 'front'],
  ['bring-forward', 'Bring forward', 'Mod+]', 'forward'],
  ['send-backward', 'Send backward', 'Mod+[', 'backward'],
  ['send-to-back', 'Send to back', 'Mod+Shift+[', 'back'],
];

const alignments: readonly (readonly [title: string, key: string, to: Alignment])[] = [
  ['Align left', 'Alt+A', 'left'],
  ['Align horizontal centers', 'Alt+H', 'center'],
  ['Align right', 'Alt+D', 'right'],
  ['Align top', 'Alt+W', 'top'],
  ['Align vertical centers', 'Alt+V', 'middle'],
  ['Align bottom', 'Alt+S', 'bottom'],
];

const nudges: readonly (readonly [name: string, dx: number, dy: number])[] = [
  ['Left', -1, 0],
  ['Right', 1, 0],
  ['Up', 0, -1],
  ['Down', 0, 1],
];
const farBy = 10;

export const arrangeCommands: readonly Command[] = [
  ...stacking.map(([id, title, key, step]): Command => ({
    id,
    title,
    group: 'Arrange',
    // A bracket with shift is told as a brace on many keyboards.
    keys: step === 'front' ? [key, 'Mod+}'] : step === 'back' ? [key, 'Mod+{'] : [key],
    when: hasFree,
    run: (editor) => void writeChange(editor, restack(editor.selection.get(), step)),
  })),
  ...alignments.map(([title, key, to]): Command => ({
    id: `align-${to}`,
    title,
    group: 'Arrange',
    keys: [key],
    when: hasSeveral(2),
    run: (editor) => void writeChange(editor, align(editor.selection.get(), to)),
  })),
  {
    id: 'distribute-across',
    title: 'Distribute horizontally',
    group: 'Arrange',
    keys: ['Alt+Shift+H'],
    when: hasSeveral(3),
    run: (editor) => void writeChange(editor, distribute(editor.selection.get(), 'across')),
  },
  {
    id: 'distribute-down',
    title: 'Distribute vertically',
    group: 'Arrange',
    keys: ['Alt+Shift+V'],
    when: hasSeveral(3),
    run: (editor) => void writeChange(editor, distribute(editor.selection.get(), 'down')),
  },
  ...nudges.flatMap(([name, dx, dy]): Command[] =>
    [1, farBy].map((by) => ({
      id: `nudge-${name.toLowerCase()}${by === 1 ? '' : '-far'}`,
      title: by === 1 ? `Nudge ${name.toLowerCase()}` : `Nudge ${name.toLowerCase()} by ${by}`,
      group: 'Arrange',
      keys: [by === 1 ? `Arrow${name}` : `Shift+Arrow${name}`],
      when: (editor) => onCanvas(editor) && hasFree(editor),
      run: (editor) =>
        void writeChange(editor, moveElements(editor.selection.get(), { dx: dx * by, dy: dy * by }), { joins: 'nudge' }),
    })),
  ),
  ...(['flow', 'tree', 'mindmap'] as const).map((style): Command => ({
    id: `layout-${style}`,
    title: { flow: 'Auto layout: Flowchart', tree: 'Auto layout: Tree', mindmap: 'Auto layout: Mind map' }[style],
    group: 'Arrange',
    when: hasSeveral(2),
    run: (editor) => layOut(editor, style),
  })),
];

/** The server's work: it has the engine for flows. It is a changeset of the person's, taken back like any. */
async function layOut(editor: Editor, style: string): Promise<void> {
  const { session, tab, selection } = editor;
  const target = [...selection.get()].join(' ');
  const operations = [{ op: 'layout', target, fields: { style } }];
  try {
    await call('POST', `/documents/${session.documentId}/tabs/${tab.id}/changesets`, {
      body: { operations, summary: `Auto layout applied to ${selection.get().size} elements` },
    });
  } catch (error) {
    editor.tell({ text: failureText(error), kind: 'failure' });
  }
}
