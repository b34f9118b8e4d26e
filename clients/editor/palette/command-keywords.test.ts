import { describe, expect, test } from 'vitest';

import { commands } from '../commands/list.ts';
import { searchCommands } from './search-commands.ts';

const found = (letters: string): string[] => searchCommands(commands, letters, []).map(({ id }) => id);

describe('the palette finds', () => {
  test.each([
    ['dark', 'appearance-dark'],
    ['dark mode', 'appearance-dark'],
    ['help', 'help'],
    ['hotkeys', 'help'],
    ['hand', 'tool-hand'],
    ['fit', 'zoom-to-fit'],
    ['zoom to fit', 'zoom-to-fit'],
    ['actual size', 'zoom-to-100'],
    ['distribute', 'distribute-across'],
    ['diamond', 'tool-shape:diamond'],
    ['decision', 'tool-shape:diamond'],
    ['box', 'tool-shape:square'],
    ['group', 'group'],
    ['wrap in frame', 'frame-selection'],
    ['ungroup', 'ungroup'],
    ['unwrap', 'unframe'],
    ['undo', 'undo'],
    ['redo', 'redo'],
    ['deselect', 'escape'],
    ['clear selection', 'escape'],
    ['invite', 'share'],
    ['permissions', 'share'],
    ['rename', 'document-settings'],
    ['spreadsheet', 'new-sheet'],
    ['search', 'find'],
    ['slideshow', 'present'],
    ['lint', 'lint'],
    ['check', 'lint'],
    ['clone', 'duplicate'],
    ['remove', 'delete'],
    ['swap direction', 'turn-arrows-round'],
    ['flip', 'turn-arrows-round'],
    ['anticlockwise', 'turn-left'],
    ['youtube', 'tool-video'],
    ['versions', 'version-history'],
    ['log', 'history'],
    ['protect', 'lock'],
    ['sticky', 'tool-sticky'],
    ['connector', 'tool-arrow'],
    ['highlighter', 'tool-highlighter'],
    ['marker', 'tool-highlighter'],
    ['eraser', 'tool-eraser'],
    ['comment', 'tool-comment'],
    ['pin', 'comment-here'],
    ['emoji', 'react'],
    ['countdown', 'timer'],
    ['dot voting', 'start-vote'],
    ['upvote', 'vote-for'],
    ['laser', 'tool-laser'],
    ['presenter', 'tool-laser'],
    ['rubber', 'tool-eraser'],
    ['png', 'export-png'],
    ['pdf', 'export-pdf'],
    ['print', 'export-pdf'],
    ['copy png', 'copy-as-png'],
  ])('"%s" among the first three as %s', (letters, id) => expect(found(letters).slice(0, 3)).toContain(id));

  test.each([
    ['export', ['export-pdf', 'export-svg', 'export-png', 'export-mermaid', 'export-drawio', 'export-json']],
    ['download', ['export-pdf', 'export-svg', 'export-png', 'export-mermaid', 'export-drawio', 'export-excalidraw']],
    ['zoom', ['zoom-in', 'zoom-out', 'zoom-to-fit', 'zoom-to-selection']],
    ['align', ['align-left', 'align-center', 'align-top']],
    ['template', ['card-types', 'tool-shape:plan-board']],
    ['lane', ['tool-lane', 'lane-selection']],
    ['order', ['bring-to-front', 'send-to-back']],
    ['auto layout', ['auto-layout']],
    ['resize', ['resize-right', 'resize-left']],
    ['light', ['appearance-light']],
    ['pan', ['pan-left', 'tool-hand']],
    ['kanban', ['board-open', 'tool-shape:plan-board']],
  ])('"%s" among the first eight as %j', (letters, ids) =>
    expect(found(letters).slice(0, 8)).toEqual(expect.arrayContaining(ids)),
  );

  test('every command by its title', () => {
    const missed = commands.filter(({ id, title }) => !found(title).slice(0, 3).includes(id));
    expect(missed.map(({ title }) => title)).toEqual([]);
  });
});
